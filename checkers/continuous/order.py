"""The order of shifts, and intervals between them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpverify.defs.continuous.known import sign
from dpverify.defs.documents.shift import Shift

Bound = Shift | None


def compare(left: Shift, right: Shift) -> int:
    """Sign of left − right, each gap infinitely larger than those named after it."""
    return sign(left - right)


@dataclass(frozen=True)
class Interval:
    """low ≤ … ≤ high, in units of ε; None leaves a side open."""

    low: Bound = None
    high: Bound = None

    def scaled(self, factor: Fraction) -> Interval:
        """The interval of factor times the quantity, factor ≠ 0."""
        low, high = (b if b is None else b * factor for b in (self.low, self.high))
        return Interval(low, high) if factor > 0 else Interval(high, low)

    def both(self, other: Interval) -> Interval:
        """What both allow."""
        low, high = self.low, self.high
        if other.low is not None and (low is None or compare(other.low, low) > 0):
            low = other.low
        if other.high is not None and (high is None or compare(other.high, high) < 0):
            high = other.high
        return Interval(low, high)

    @property
    def empty(self) -> bool:
        """Whether it has no inside, so that its probability is 0."""
        return self.low is not None and self.high is not None and compare(self.low, self.high) >= 0
