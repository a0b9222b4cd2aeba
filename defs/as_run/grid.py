"""A uniform value that nobody has looked at yet: an index on a grid, between two ends.

`random.random()` is k·2⁻⁵³ for a uniform integer k with 0 ≤ k < 2⁵³. While the program runs, only
the ends lo ≤ k < hi are known. Where its answer to a question depends on k, the interval is cut
into pieces, and which piece is drawn is one branch of the enumeration, with the exact probability
(length of the piece)/(length of the interval). What must never change: an interval only narrows,
and the pieces of a cut are disjoint and together the whole interval.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from typing import Any

from flint import fmpq

from dpverify.defs.programs.laws import Branch, Law

FLOAT_BITS = 53
"""A uniform double is an integer below 2^53, divided by 2^53, in Python and in NumPy alike."""
MOST_PIECES = 1 << 16
"""Pieces into which one question may cut an interval."""


class Cut(Law):
    """Into which piece of an interval an index falls.

    Args: number of the uniform value on this path; bounds the ends of the pieces, ascending: the
        first is the low end of the interval, the last its high end (exclusive).
    """

    __slots__ = ("bounds", "length", "number")

    def __init__(self, number: int, bounds: Sequence[int]) -> None:
        self.number, self.bounds = number, tuple(bounds)
        self.length = self.bounds[-1] - self.bounds[0]
        self.name = f"a part of uniform value {number + 1} ({self.size} pieces)"

    @property
    def size(self) -> int:
        return len(self.bounds) - 1

    def branch(self, i: int) -> Branch | None:
        if i >= self.size:
            return None
        width = self.bounds[i + 1] - self.bounds[i]
        return i, fmpq(width, self.length), log2(width) - log2(self.length)

    def same(self, other: Law) -> bool:
        return (
            isinstance(other, Cut) and self.number == other.number and self.bounds == other.bounds
        )


class Source:
    """One uniform value of a run.

    Args: number of the value on this path; base what the program gets for an index; size how many
        indices there are; decide draws a piece of a cut.
    """

    __slots__ = ("base", "decide", "hi", "kind", "lo", "number", "spent")

    def __init__(
        self,
        number: int,
        kind: str,
        base: Callable[[int], Any],
        size: int,
        decide: Callable[[Cut], int],
    ) -> None:
        self.number, self.kind, self.base, self.decide = number, kind, base, decide
        self.lo, self.hi = 0, size
        self.spent: str | None = None

    def narrow(self, cut: Cut) -> int:
        """Draw a piece of a cut of this interval; from now on the value lies there."""
        piece = self.decide(cut)
        self.lo, self.hi = cut.bounds[piece], cut.bounds[piece + 1]
        return piece


def first_change(test: Callable[[int], Any], lo: int, hi: int) -> int:
    """The first index in (lo, hi) at which a monotone test no longer answers as at lo.

    Args: test rises or falls throughout, and answers at hi − 1 otherwise than at lo.
    """
    known, low, high = test(lo), lo, hi - 1
    while high - low > 1:
        middle = (low + high) // 2
        if test(middle) == known:
            low = middle
        else:
            high = middle
    return high
