"""One word on two inputs: what it adds to δ, its largest loss, and an event that shows it.

What must never change: every ball contains the number it stands for; a loss that is not known is
None, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flint import arb

from dpverify.checkers.enclosures.parts import NONE
from dpverify.checkers.enclosures.positive import Interval, positive_part
from dpverify.checkers.enclosures.products import nonnegative
from dpverify.checkers.enclosures.sides import Side
from dpverify.checkers.enclosures.sources import ball
from dpverify.checkers.enclosures.vectors import Shifted, shifted, simple
from dpverify.checkers.unsupported import Shape, not_enclosed
from dpverify.defs.errors import Undecided

NO_LIMIT = "no limit"
IMPOSSIBLE = "impossible"
Lost = arb | Fraction | str | None
"""A largest loss: a ball, an exact number, NO_LIMIT, IMPOSSIBLE where p = 0, None if unknown."""
BOTH: Interval = (None, None)


@dataclass(frozen=True)
class Region:
    """Released values v for which Σ factor·v lies in one of the intervals; all, without factors."""

    factors: tuple[Fraction, ...] = ()
    where: tuple[Interval, ...] = (BOTH,)


class Compared(Protocol):
    """A word on an ordered pair of inputs, of densities (or probabilities) p and q."""

    def excess(self, odds: arb, bits: int) -> arb:
        """∫ max(0, p − odds·q) for odds ≥ 1."""

    def loss(self, bits: int) -> Lost:
        """sup ln(p/q)."""

    def apart(self, bits: int) -> arb:
        """A lower bound of the probability of what is impossible on the other input."""

    def regions(self, odds: arb, bits: int) -> list[Region]:
        """Where p > odds·q, or parts of it."""


def compared(one: Side, other: Side, tick: Callable[[], None]) -> Compared:
    """Find out how a word can be compared.

    Raises: Undecided("unsupported") where it cannot.
    """
    if one.key == other.key:
        return Same(one)
    if not any(way.open for side in (one, other) for way in side.ways):
        return Bits(one, other)
    counts = {
        sum(len(part.released) for part in way.open) for side in (one, other) for way in side.ways
    }
    (count,) = counts
    single = len(one.ways) <= 1 and len(other.ways) <= 1
    every = [part for side in (one, other) for way in side.ways for part in way.open]
    if single and all(map(simple, every)):
        if not one.ways or not other.ways:
            return Bits(one, other)
        moved = _moved(one, other, count)
        if moved is not None:
            return Closed(one, other, moved)
    if count == 1:
        return Along(one, other, tick)
    raise not_enclosed(Shape.SEVERAL_DEPENDENT)


def _moved(one: Side, other: Side, count: int) -> Shifted | None:
    """The closed form; None where one value with other noise is left to quadrature."""
    try:
        return shifted(one.ways[0].open, other.ways[0].open, count)
    except Undecided:
        if count == 1:
            return None
        raise


@dataclass(frozen=True)
class Same:
    """The same law on both inputs."""

    one: Side

    def excess(self, odds: arb, bits: int) -> arb:
        """0, for odds of at least 1."""
        del odds, bits
        return arb(0)

    def loss(self, bits: int) -> Lost:
        """0."""
        del bits
        return NONE

    def apart(self, bits: int) -> arb:
        """0."""
        del bits
        return arb(0)

    def regions(self, odds: arb, bits: int) -> list[Region]:
        """None."""
        del odds, bits
        return []


@dataclass(frozen=True)
class Bits:
    """A word without released values, or one that is impossible on one of the inputs."""

    one: Side
    other: Side

    def excess(self, odds: arb, bits: int) -> arb:
        """max(0, P − odds·Q)."""
        return nonnegative(self._excess(odds, bits))

    def loss(self, bits: int) -> Lost:
        """ln(P/Q)."""
        p, q = self.one.probability(bits), self.other.probability(bits)
        return ratio(p, q)

    def apart(self, bits: int) -> arb:
        """P where Q = 0."""
        certain = self.other.probability(bits) == 0
        return self.one.probability(bits).lower() if certain else arb(0)

    def regions(self, odds: arb, bits: int) -> list[Region]:
        """The word, if it may be more likely."""
        return [] if self._excess(odds, bits) <= 0 else [Region()]

    def _excess(self, odds: arb, bits: int) -> arb:
        return self.one.probability(bits) - odds * self.other.probability(bits)


@dataclass(frozen=True)
class Closed:
    """One path on either input, with releases that add the same noise on both."""

    one: Side
    other: Side
    moved: Shifted

    def _weights(self, bits: int) -> tuple[arb, arb]:
        ways = self.one.ways[0], self.other.ways[0]
        a = self.one.bits(ways[0], bits)
        return a, a if ways[0].key == ways[1].key else self.other.bits(ways[1], bits)

    def excess(self, odds: arb, bits: int) -> arb:
        """a·H(1, odds) for equal bits, else H(a, odds·b)."""
        a, b = self._weights(bits)
        if a is b:
            return a * self.moved.excess(arb(1), odds)
        return self.moved.excess(a, odds * b)

    def loss(self, bits: int) -> Lost:
        """ln(a/b) and the Laplace losses."""
        a, b = self._weights(bits)
        if not self.moved.bounded:
            return NO_LIMIT if a > 0 else None
        if a is b:
            return self.moved.most
        found = ratio(a, b)
        return found + ball(self.moved.most) if isinstance(found, arb) else found

    def apart(self, bits: int) -> arb:
        """What uniform values give away."""
        return (self._weights(bits)[0] * (1 - ball(self.moved.share))).lower()

    def regions(self, odds: arb, bits: int) -> list[Region]:
        """Values beyond the one where the loss is ln odds; else what x alone can release."""
        moved, found = self.moved, []
        a, b = self._weights(bits)
        count = len(moved.direction)
        for i, low, high in moved.apart:
            if low < high:
                found.append(Region(_unit(i, count), ((low, high),)))
        t = (odds * b / a).log() if a > 0 and b > 0 else arb(0)
        level = _rational(t)
        if moved.square:
            found.append(Region(moved.direction, ((moved.middle + level, None),)))
        largest = sorted(moved.laplace, key=lambda each: -each[1])[:2]
        if largest:  # between the means the loss of v is 2·(v − middle)/scale
            factors = [NONE] * count
            for i, _, _, scale in largest:
                factors[i] = 2 / scale
            middle = sum((2 * each[2] / each[3] for each in largest), NONE)
            beyond = [level + moved.most * k / 4 for k in (1, 2, 4, 8)]
            ends = [middle + t for t in (*(level * k / 4 for k in range(-2, 5)), *beyond)]
            found += [Region(tuple(factors), ((end, None),)) for end in ends]
        return [*found, Region()]


@dataclass(frozen=True)
class Along:
    """One released value: quadrature along it."""

    one: Side
    other: Side
    tick: Callable[[], None]

    def excess(self, odds: arb, bits: int) -> arb:
        """∫ max(0, p − odds·q) over the value."""
        plus, minus = self.one.densities(bits, arb(1)), self.other.densities(bits, odds)
        return nonnegative(positive_part(plus, minus, bits // 2, self.tick).integral)

    def loss(self, bits: int) -> Lost:
        """Not known; that it is large is shown by an event."""
        del bits
        return None

    def apart(self, bits: int) -> arb:
        """Not looked for."""
        del bits
        return arb(0)

    def regions(self, odds: arb, bits: int) -> list[Region]:
        """The cells in which p > odds·q."""
        plus, minus = self.one.densities(bits, arb(1)), self.other.densities(bits, odds)
        where = positive_part(plus, minus, bits // 2, self.tick).where
        return [Region((Fraction(1),), where)] if where else []


def ratio(p: arb, q: arb) -> Lost:
    """ln(p/q); None where the balls do not tell."""
    if p == 0:
        return IMPOSSIBLE
    if q == 0:
        return NO_LIMIT if p > 0 else None
    return (p / q).log() if p > 0 and q > 0 else None


def _rational(number: arb) -> Fraction:
    """A fraction near a ball's middle."""
    return Fraction(round(float(number.mid()) * 2**20), 2**20)


def _unit(i: int, count: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(i == j)) for j in range(count)) or (NONE,)
