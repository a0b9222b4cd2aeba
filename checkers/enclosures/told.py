"""Released values, or sums of them, that tell a number without noise.

A program that adds one noise to two answers releases their difference as it is. On two inputs where
that number differs, the event that it lies near the first is possible on the one and impossible on
the other: no ε holds, and no δ below the probability of the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from dpverify.checkers.continuous.program import Program
from dpverify.checkers.enclosures.compared import Region
from dpverify.checkers.enclosures.events import EventPlace
from dpverify.checkers.enclosures.pairs import Pair, entries_label, pairs_of
from dpverify.checkers.enclosures.parts import in_numbers
from dpverify.checkers.enclosures.survey import Survey, Tick
from dpverify.defs.documents.traced import Form, Traced, substituted
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Number

MOST_CORNERS = 64
BITS = 64


def told_event(pairs: Iterable[Pair], eps: Number, delta: Number, tick: Tick) -> EventPlace | None:
    """The first event with P > e^ε·Q + δ, by a number that is told; None without one."""
    for pair in pairs:
        tick()
        for word, region in _regions(pair):
            try:
                place = Survey([pair], tick).place(0, {word: region}, eps, delta, BITS)
            except Undecided as stop:
                if stop.code == "time":
                    raise
                continue  # the word, or a tie at an end of the interval, is out of reach
            if _surely_positive(place):
                return place
    return None


def told_pairs(program: Program) -> Iterator[Pair]:
    """Yield the listed pairs; of all real inputs 0 and what is furthest from it, in both orders."""
    family = program.family
    if not program.everywhere:
        yield from pairs_of(program)
    if not program.everywhere or family is None or not _cancels(family.traced):
        return
    traced = in_numbers(family.traced, program.eps)
    moves = (move for move in program.relation.samples() if any(move))
    for move, _ in zip(moves, range(MOST_CORNERS), strict=False):
        start = program.relation.base(move)
        end = tuple(x + step for x, step in zip(start, move, strict=True))
        here, there = (
            substituted(traced, dict(zip(family.entries, x, strict=True))) for x in (start, end)
        )
        labels = entries_label(start), entries_label(end)
        yield Pair(labels, here, there, (start, end))
        yield Pair(labels[::-1], there, here, (end, start))


def _cancels(traced: Traced) -> bool:
    """Whether in some sum of what is released all noise cancels."""
    released = {path.released for paths in traced.words.values() for path in paths}
    return any(next(_without_noise(forms), None) is not None for forms in released)


def _regions(pair: Pair) -> Iterator[tuple[str, Region]]:
    """Yield words with an interval around what is told on the first input, not on the second."""
    for word, paths in pair.one.words.items():
        for path, twin in zip(paths, pair.other.words.get(word, ()), strict=False):
            if len(path.released) != len(twin.released):
                continue
            for factors in _without_noise(path.released):
                ends = [_sum(factors, forms) for forms in (path.released, twin.released)]
                if None in ends or ends[0] == ends[1]:
                    continue
                here, there = (end for end in ends if end is not None)
                half = abs(there - here) / 2
                yield word, Region(factors, ((here - half, here + half),))


def _without_noise(released: tuple[Form, ...]) -> Iterator[tuple[Fraction, ...]]:
    """Yield factors with which the noise of the values cancels: a basis of all of these."""
    noises = sorted({n for form in released for n, _ in form.noises})
    if not released or len(noises) > len(released) * 8:
        return
    matrix = fmpq_mat(max(1, len(noises)), len(released))
    for column, form in enumerate(released):
        for noise, factor in form.noises:
            row = noises.index(noise)
            matrix[row, column] = matrix[row, column] + fmpq(factor.numerator, factor.denominator)
    reduced, rank = matrix.rref()
    leading = [next(c for c in range(len(released)) if reduced[r, c] != 0) for r in range(rank)]
    for free in sorted({*range(len(released))} - {*leading}):
        factors = [Fraction(0)] * len(released)
        factors[free] = Fraction(1)
        for row, column in enumerate(leading):
            entry = reduced[row, free]
            factors[column] = -Fraction(int(entry.p), int(entry.q))
        yield tuple(factors)


def _sum(factors: tuple[Fraction, ...], forms: tuple[Form, ...]) -> Fraction | None:
    """The number that is told; None where an input is beyond all bounds."""
    if any(form.shift.gaps or not form.shift.finite for form in forms):
        return None
    return sum(
        (k * form.shift.constant for k, form in zip(factors, forms, strict=True)), Fraction()
    )


def _surely_positive(place: EventPlace) -> bool:
    excess: Any = place.excess
    return bool(excess.lower > 0)
