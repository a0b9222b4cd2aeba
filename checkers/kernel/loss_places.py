"""For the kernel: where the curve of a step is looked at, on a grid of losses.

Any places give true bounds (`loss_sums.law_of`). So what is here are guesses, in floats: where the
losses are, and where they are so rare that longer cells cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import log
from typing import Final

from flint import arb, fmpq

from dpverify.checkers.kernel.loss_sums import Step
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision

FARTHEST: Final = 1 << 22
BITS: Final = 256
BLOCK: Final = 128
"""Cells are as long as each other within so many steps of the grid; they are no longer."""
FEW: Final = 1 / 400
"""A cell that is twice as long costs four times as much, but only where losses are."""


@dataclass(frozen=True)
class Grid:
    """The step h of a grid; θ, by which losses are weighted: those count that e^(θl) makes many."""

    unit: Fraction
    tilt: float


def places_of(step: Step, grid: Grid, small: Fraction, *, smooth: bool) -> list[int]:
    """Places i of losses i·h beyond which there is next to nothing; all, unless it is smooth.

    Raises: Undecided where they would be too many.
    """
    with working_precision(BITS):
        first, last = _span(step, grid.unit, small)
        if not smooth:
            return list(range(first, last + 1))
        ends = [first, *range(first - first % -BLOCK, last, BLOCK), last]
        ends = sorted({*ends, 0})
        points = [step(grid.unit * i) for i in ends]
        tilts = [grid.tilt * float(grid.unit * i) for i in ends]
        # ln of the weight that is above an end, at most, and of that below it.
        over = [
            t + _log(point.excess + point.after) for t, point in zip(tilts, points, strict=True)
        ]
        under = [
            t + _log(1 - point.excess - point.until) for t, point in zip(tilts, points, strict=True)
        ]
    above = list(accumulate(reversed(over), max))[::-1]
    below = list(accumulate(under, max))
    places = []
    for i, (start, stop) in enumerate(pairwise(ends)):
        rare = above[i] if start >= 0 else below[i + 1]
        level = int(max((log(FEW) - rare) / log(4), 0.0))
        places += list(range(start, stop, min(1 << level, BLOCK)))
    return [*places, last]


def _log(mass: arb) -> float:
    """ln of about so much; a mass that is not known to be positive is a rounding, and small."""
    size = float(abs(mass).upper())
    return log(size) if size > 0 else -1e4


def _span(step: Step, unit: Fraction, small: Fraction) -> tuple[int, int]:
    """First and last place: f and 1 − f are next to nothing there."""
    limit = arb(fmpq(small.numerator, small.denominator))

    def beyond(i: int) -> bool:
        return bool(step(unit * i).excess < limit)

    def below(i: int) -> bool:
        point = step(unit * -i)
        # 1 − P(L ≥ l), and l itself far below 0 where that is 0 for all that is known.
        return bool(1 - point.excess - point.until < limit)

    return -_first(below), _first(beyond)


def _first(far: Callable[[int], bool]) -> int:
    """The first of 1, 2, 4, … and of what lies between from which on something is so."""
    high = 1
    while not far(high):
        high *= 2
        if high > FARTHEST:
            raise num.Undecided("unsupported", "a step has too many cells on its grid")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if far(middle) else (middle, high)
    return high + 4
