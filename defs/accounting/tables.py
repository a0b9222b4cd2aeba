"""Pairs of laws of a table: what each direction of neighbours compares."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from dpverify.defs.accounting.events import Table

Outcome: TypeAlias = tuple[Fraction, Fraction]
"""The masses P and Q of one output, or of all outputs with one ratio P/Q."""

Pair: TypeAlias = tuple[Outcome, ...]
"""Two laws with outputs of equal ratio merged, in the order of falling ratios P/Q."""


def pairs_of(table: Table, rate: Fraction, direction: str) -> list[Pair]:
    """The pairs of laws that one use of a table compares, each once.

    On a sample a record takes part with probability q, else its input is that of an absent record:
    row x becomes (1 − q)·null + q·x.

    Args: direction "remove", "add" or "replace"; rate 1 or the rate of a Poisson sample.
    """
    rows = sampled_rows(table, rate)
    pairs = compared(table, direction)
    return list(dict.fromkeys(merged(rows[one], rows[other]) for one, other in pairs))


def compared(table: Table, direction: str) -> tuple[tuple[int, int], ...]:
    """The ordered pairs of rows that a direction compares.

    The null is no record: whoever is replaced by another one does not become absent.
    """
    if table.null is None:
        return table.pairs
    if direction == "replace":
        return tuple(pair for pair in table.pairs if table.null not in pair)
    towards = 1 if direction == "remove" else 0
    return tuple(pair for pair in table.pairs if pair[towards] == table.null)


def sampled_rows(table: Table, rate: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """The laws of the outputs where a record takes part with a probability."""
    rows = table.rows
    if rate != 1 and table.null is not None:
        absent = rows[table.null]
        rows = tuple(
            tuple(
                (1 - rate) * without + rate * within
                for without, within in zip(absent, row, strict=True)
            )
            for row in rows
        )
    return rows


def merged(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> Pair:
    """Two laws with outputs of equal ratio merged; impossible outputs are left out."""
    masses: dict[Fraction | None, Outcome] = {}
    for p, q in zip(first, second, strict=True):
        if p or q:
            ratio = p / q if q else None
            before = masses.get(ratio, (Fraction(0), Fraction(0)))
            masses[ratio] = (before[0] + p, before[1] + q)
    return tuple(
        sorted(masses.values(), key=lambda mass: mass[0] / (mass[0] + mass[1]), reverse=True)
    )


def worst(pairs: list[Pair]) -> Pair | None:
    """The pair whose curve lies above those of all others; None where no pair is the worst.

    A pair's curve f(t) = Σ (p − t·q)⁺ is linear between the ratios of its outputs. So a convex
    curve that is above it is above it there, and above at both ends; and one that is at least as
    high at its own kinks, and at 0 and ∞, is above everything convex with these values.
    """
    candidates = sorted(set(pairs), key=lambda pair: curve(pair, Fraction(1)), reverse=True)
    for candidate in candidates[:8]:
        kinks = [p / q for p, q in candidate if q]
        if all(
            all(curve(candidate, t) >= curve(other, t) for t in kinks)
            and _never(candidate) >= _never(other)
            for other in candidates
        ):
            return candidate
    return None


def joined(points: Sequence[tuple[Fraction, Fraction]]) -> Pair:
    """The pair of laws whose curve joins points (t, f) by chords, (0, 1) before them.

    Beyond the last t the curve stays where it is. What is linear between its kinks is the curve of
    the masses q_i = f'(t_i+) − f'(t_i−), p_i = t_i·q_i, and a mass f(t_last) of P alone.

    Args: points of a convex curve that does not rise and has f(0) = 1, in the order of t > 0.
    """
    points = [(Fraction(0), Fraction(1)), *points]
    slopes = [(after - before) / (t - s) for (s, before), (t, after) in pairwise(points)]
    never = points[-1][1]
    kinks = zip(points, [Fraction(-1), *slopes], [*slopes, Fraction(0)], strict=True)
    masses = [(t * (after - before), after - before) for (t, _), before, after in kinks]
    finite = tuple(mass for mass in reversed(masses) if mass[1])
    return ((never, Fraction(0)), *finite) if never else finite


@dataclass(frozen=True)
class Line:
    """A curve f(t) = P(L > ln t) − t·Q(L > ln t), to be asked at many t.

    Args: ratios p/q in rising order; sums the masses P and Q of all outputs from each on, then
        those of infinite losses alone.
    """

    ratios: Sequence[Fraction]
    sums: Sequence[Outcome]

    @classmethod
    def of(cls, pair: Pair) -> Line:
        """The curve of a pair."""
        ratios, sums = [], [(_never(pair), Fraction(0))]
        for p, q in pair:
            if q:
                ratios.append(p / q)
                sums.append((sums[-1][0] + p, sums[-1][1] + q))
        return cls(ratios[::-1], sums[::-1])

    def height(self, t: Fraction) -> Fraction:
        """f(t)."""
        p, q = self.sums[bisect_right(self.ratios, t)]
        return p - t * q

    def crossing(self, other: Line, before: Fraction, after: Fraction) -> Fraction | None:
        """Where two curves that are straight between two places cross; None where they do not."""
        p, q = self.sums[bisect_right(self.ratios, before)]
        r, s = other.sums[bisect_right(other.ratios, before)]
        t = (p - r) / (q - s) if q != s else before
        return t if before < t < after else None


def curve(pair: Pair, t: Fraction) -> Fraction:
    """f(t) = Σ (p − t·q)⁺."""
    return sum((p - t * q for p, q in pair if p > t * q), Fraction(0))


def _never(pair: Pair) -> Fraction:
    """The mass of P that is impossible under Q."""
    return sum((p for p, q in pair if not q), Fraction(0))


def common_ratio(ratios: list[Fraction]) -> Fraction | None:
    """A number above 1 of which all quotients of the ratios are powers; None where none is found.

    By Euclid's algorithm on logarithms, with exact quotients. One ratio alone has any; 2 is given.
    """
    unit = Fraction(1)
    for one, other in pairwise(sorted(ratios)):
        step = _common(unit, other / one)
        if step is None:
            return None
        unit = step
    return unit if unit != 1 else Fraction(2)


def _common(one: Fraction, other: Fraction) -> Fraction | None:
    """Numbers of at least 1 as powers of one; None where that is not seen soon."""
    small, large = sorted((one, other))
    for _ in range(40):
        if small == 1:
            return large
        while large >= small:
            large /= small
            if large.denominator.bit_length() > 4_000:
                return None
        small, large = large, small
    return None


def power_of(number: Fraction, unit: Fraction) -> int:
    """n with unit^n = number, for a number of at least 1 that is such a power."""
    n = 0
    while number > 1:
        number /= unit
        n += 1
    return n
