"""A range of ε cut at the zeros of factors: open cells with a sample in each, and single points.

What must never change: inside a cell no factor is zero, so that every sum of these factors has one
sign there; at a point exactly one factor is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Final

from flint import fmpq

from dpverify.checkers.all_eps.factors import Factor, Product
from dpverify.checkers.all_eps.zeros import Zero, zeros
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import NumberError, as_value
from dpverify.defs.validate import shown

MOST_DIGITS: Final = 400
"""Digits of an integer of an end, as many as the kernel reads."""


@dataclass(frozen=True)
class Range:
    """low ≤ ε ≤ high and ε > 0; no end where `high` is None."""

    low: Fraction = Fraction(0)
    high: Fraction | None = None

    @classmethod
    def read(cls, text: str) -> Range:
        """Read "all" or "LO..HI", rational numbers with LO < HI; HI may be inf.

        Raises: UsageError for any other text, and for an end that is too long for the kernel.

        >>> Range.read("1/2..3")
        Range(low=Fraction(1, 2), high=Fraction(3, 1))
        """
        if text == "all":
            return cls()
        first, dots, last = text.partition("..")
        try:
            low = as_value(first).as_fraction()
            high = None if last == "inf" else as_value(last).as_fraction()
        except NumberError:
            dots, low, high = "", Fraction(0), None
        if not dots or low < 0 or (high is not None and high <= low):
            raise UsageError(
                f"the range of eps is {shown(text)}; write all, or LO..HI with rationals"
                " 0 <= LO < HI, such as 0..1 or 1/2..inf"
            )
        ends = (low, Fraction(0) if high is None else high)
        digits = max(len(str(n)) for end in ends for n in end.as_integer_ratio())
        if digits > MOST_DIGITS:
            raise UsageError(
                f"the range of eps is {shown(text)}, an end of which takes {digits} digits to write"
                f" as a quotient of integers; each has at most {MOST_DIGITS}: give 0 or inf for an"
                " end so near to 0 or so large"
            )
        return cls(low, high)

    def __str__(self) -> str:
        if self == Range():
            return "all"
        return f"{self.low}..{'inf' if self.high is None else self.high}"


@dataclass(frozen=True, eq=False)
class Piece:
    """A point, where `zero` is given, or an open cell; `sample` is in it or in a cell beside it."""

    sample: Fraction
    zero: Zero | None = None

    @cached_property
    def _signs(self) -> dict[Factor, int]:
        return {}

    def sign(self, product: Product | None) -> int:
        """The sign of a sum on this piece."""
        if product is None or (self.zero is not None and self.zero.factor in product.powers):
            return 0
        sign = product.sign
        for factor, power in product.powers.items():
            if power % 2:
                if factor not in self._signs:
                    self._signs[factor] = factor.sum.at(self.sample).sign()
                sign *= self._signs[factor]
        return sign


def pieces(
    factors: Iterable[Factor], over: Range, tick: Callable[[], None] = lambda: None
) -> list[Piece]:
    """The range, cut at all zeros of the factors, ascending."""
    isolated = [
        zero
        for factor in dict.fromkeys(factors)
        for zero in zeros(factor, over.low, over.high, tick)
    ]
    return list(_cut(_sorted(isolated), over))


def _sorted(zeros: list[Zero]) -> list[Zero]:
    """The zeros in order, in intervals that are apart; this ends because all zeros differ."""
    while True:
        zeros.sort(key=lambda zero: (zero.low, zero.high))
        touching = [(a, b) for a, b in pairwise(zeros) if b.low <= a.high]
        if not touching:
            return zeros
        for zero in {touched for pair in touching for touched in pair}:
            zero.halve()


def _cut(zeros: list[Zero], over: Range) -> Iterator[Piece]:
    for zero in zeros:
        while not zero.rational and not _inside(zero, over):
            zero.halve()  # an irrational zero is no end of the range
    starts = [over.low, *(_fraction(zero.high) for zero in zeros)]
    stops = [*(_fraction(zero.low) for zero in zeros), over.high]
    samples = [
        None if stop is not None and start >= stop else simplest(start, stop)
        for start, stop in zip(starts, stops, strict=True)
    ]
    for number, sample in enumerate(samples):
        if number:
            beside = samples[number - 1] or sample
            if beside is not None:
                yield Piece(beside, zeros[number - 1])
        if sample is not None:
            yield Piece(sample)


def _inside(zero: Zero, over: Range) -> bool:
    low, high = _fraction(zero.low), _fraction(zero.high)
    return over.low < low and (over.high is None or high < over.high)


def simplest(low: Fraction, high: Fraction | None) -> Fraction:
    """The rational with the smallest denominator strictly between two, then the smallest.

    >>> simplest(Fraction(13, 10), Fraction(17, 10)), simplest(Fraction(2), None)
    (Fraction(3, 2), Fraction(3, 1))
    """
    whole = low.numerator // low.denominator
    if high is None or whole + 1 < high:
        return Fraction(whole + 1)
    # Between whole and whole + 1: the simplest x has the simplest 1/(x − whole).
    rest = high - whole
    far = None if low == whole else 1 / (low - whole)
    return whole + 1 / simplest(1 / rest, far)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
