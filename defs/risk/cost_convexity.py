"""Whether the budget at the source's risk is a convex function of ε."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.risk.cost import CostModel
from dpverify.defs.risk.parameters import positive_rational

HALF = fmpq(1, 2)
BITS = 128
MOST_INTERVALS = 10_000


@dataclass(frozen=True)
class Convexity:
    """Whether the budget at printed risk is convex on (0, ε₀].

    `convex` with the number of intervals on which the curvature was enclosed (0 where ε₀ ≤ c/2
    needs none), or not, with a rational point of (0, ε₀] where the curvature is negative.
    """

    convex: bool
    intervals: int = 0
    point: Value | None = None


def convexity(model: CostModel, eps0: Any) -> Convexity:
    """Whether ε ↦ `at_printed_risk` is convex on (0, ε₀].

    Up to c/2 it is (see `CostModel.curvature`). From there to ε₀ the curvature is enclosed on
    intervals, which are halved until each enclosure has a sign; a negative one is confirmed by the
    exact sign at the middle of its interval.

    Raises:
        Undecided: the curvature is so near 0 that the intervals would not end soon.
    """
    end = positive_rational(eps0, "ε₀")
    start = model.rate * HALF
    if end <= start:
        return Convexity(convex=True)
    waiting, seen = [(start, end)], 0
    while waiting:
        low, high = waiting.pop()
        seen += 1
        if seen > MOST_INTERVALS:
            raise Undecided("precision", "the curvature of the budget stays too close to 0")
        if _curvature(model, low, high, end) > 0:
            continue
        middle = (low + high) * HALF
        if model.curvature(middle, end).sign() < 0:
            return Convexity(convex=False, point=Value(middle))
        waiting += [(middle, high), (low, middle)]
    return Convexity(convex=True, intervals=seen)


def _curvature(model: CostModel, low: fmpq, high: fmpq, eps0: fmpq) -> arb:
    """A ball that contains `CostModel.curvature` for every ε between low and high."""
    with working_precision(BITS):
        c, x = arb(model.rate), arb(low).union(arb(high))
        u, e = (-c / x).exp(), (-x).exp()
        level = (-c / arb(eps0)).exp()
        second = (c * c / x**4 - 2 * c / x**3) * u
        return (1 - e) * second + 2 * e * u * c / (x * x) + e * (level - u)
