"""Products of densities and masses along a line, and their integrals.

A product is t ↦ factor · ∏ f_k(line_k(t)) · ∏_j P(max lows_j(t) ≤ noise j ≤ min highs_j(t)) on
low ≤ t ≤ high, with affine lines. Between finitely many rational kinks it is analytic, and arb
integrates it with an error bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import acb, arb

from dpverify.checkers.enclosures.sources import Function, Line, Source, at, ball, fmpq_of

ZERO = Fraction(0)


@dataclass(frozen=True)
class Mass:
    """P(low ≤ noise ≤ high) for the largest of the lows and the smallest of the highs."""

    source: Source
    lows: tuple[Line, ...]
    highs: tuple[Line, ...]

    def on(self, inside: Fraction) -> Function:
        """The probability on the piece that `inside` lies in; `nothing` where it is 0."""
        low = max(self.lows, key=lambda line: at(line, inside), default=None)
        high = min(self.highs, key=lambda line: at(line, inside), default=None)
        if low is None or high is None:
            end = low or high
            if end is None:
                return _one
            return (self.source.above if low else self.source.below)(end, inside)
        if at(low, inside) >= at(high, inside):
            return nothing
        if at(low, inside) > 0:
            more = self.source.above(low, inside)
            less = self.source.above(high, inside)
        else:
            more = self.source.below(high, inside)
            less = self.source.below(low, inside)
        return lambda t: more(t) - less(t)

    def kinks(self) -> Iterable[Fraction | None]:
        """Where a line meets a kink of the law, or another line."""
        for slope, constant in (*self.lows, *self.highs):
            for k in self.source.kinks:
                yield root((slope, constant - k))
            for other, more in (*self.lows, *self.highs):
                yield root((slope - other, constant - more))


@dataclass(frozen=True)
class Product:
    """A product along a line; at most one density, which bounds what lies far out."""

    factor: Fraction = Fraction(1)
    density: tuple[Source, Line] | None = None
    masses: tuple[Mass, ...] = ()
    low: Fraction | None = None
    high: Fraction | None = None

    def on(self, inside: Fraction) -> Function:
        """The product on the piece that `inside` lies in; `nothing` where it is 0."""
        below = self.low is not None and inside < self.low
        if below or (self.high is not None and inside > self.high):
            return nothing
        factors = [mass.on(inside) for mass in self.masses]
        if nothing in factors:
            return nothing
        if self.density is not None:
            source, line = self.density
            factors.append(source.density(line, inside))
        scale = acb(fmpq_of(self.factor))

        def value(t: acb) -> acb:
            total = scale
            for each in factors:
                total = total * each(t)
            return total

        return value

    def kinks(self) -> set[Fraction]:
        """The points between which the product is analytic."""
        found = {k for mass in self.masses for k in mass.kinks()} | {self.low, self.high}
        if self.density is not None:
            source, (slope, constant) = self.density
            found |= {root((slope, constant - k)) for k in source.kinks}
        return {k for k in found if k is not None}

    def reach(self, bits: int) -> tuple[Fraction, Fraction, arb]:
        """An interval of t, and a bound of the integral outside it."""
        if self.density is None:
            raise ValueError("a product without density has no reach")
        source, (slope, constant) = self.density
        low, high, outside = source.support(bits)
        ends = sorted(((low - constant) / slope, (high - constant) / slope))
        if self.low is not None:
            ends[0] = max(ends[0], self.low)
        if self.high is not None:
            ends[1] = min(ends[1], self.high)
        return ends[0], ends[1], outside * ball(self.factor / abs(slope))


def integral(product: Product, bits: int) -> arb:
    """∫ of a product over its line; its value, where it has no density and hence no line."""
    if product.density is None:
        return product.on(ZERO)(acb(0)).real
    low, high, outside = product.reach(bits)
    if low >= high:
        return nonnegative(outside * arb(0.5, 0.5))
    total = arb(0)
    for u, v in pieces({low, high, *product.kinks()}, low, high):
        total += between(product.on((u + v) / 2), u, v)
    return nonnegative(total + outside * arb(0.5, 0.5))


def nothing(_: acb) -> acb:
    """The function that is 0: a probability that is known to be 0, never one that is not known."""
    return acb(0)


def between(function: Function, u: Fraction, v: Fraction) -> arb:
    """∫ of a function that is analytic on a piece, over a part of that piece."""
    if function is nothing:
        return arb(0)
    return acb.integral(lambda t, _: function(t), acb(ball(u)), acb(ball(v))).real


def pieces(kinks: set[Fraction], low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The intervals between kinks from low to high."""
    return list(pairwise(sorted(k for k in kinks if low <= k <= high)))


def nonnegative(number: arb) -> arb:
    """What a ball says of a number that is at least 0."""
    if number >= 0:
        return number
    return arb(0) if number <= 0 else arb(0).union(number.upper())


def root(line: Line) -> Fraction | None:
    """Where a line is 0."""
    return -line[1] / line[0] if line[0] else None


def _one(_: acb) -> acb:
    return acb(1)
