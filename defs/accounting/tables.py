"""Pairs of laws of a table: what each direction of neighbours compares."""

from __future__ import annotations

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
    pairs = table.pairs
    if table.null is not None and direction != "replace":
        towards = 1 if direction == "remove" else 0
        pairs = tuple(pair for pair in pairs if pair[towards] == table.null)
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
    return list(dict.fromkeys(merged(rows[one], rows[other]) for one, other in pairs))


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
