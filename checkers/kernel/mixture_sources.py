"""For the kernel: the laws of a released value, as power series around a point and as chances.

Trusted; shares nothing with `checkers/mixtures/`. What must never change: a ball that is returned
contains the true number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import isqrt
from typing import Any, Final, Protocol

from flint import arb, arb_series, ctx, fmpq

from dpverify.defs import numbers as num

LAWS: Final = ("laplace", "exponential", "gaussian", "uniform", "gumbel", "logistic")
"""The laws of a released value that are known here."""
End = Fraction | None


def q_of(number: Fraction) -> fmpq:
    """The number as flint's rational."""
    return fmpq(number.numerator, number.denominator)


@dataclass(frozen=True)
class Source:
    """The law of slope·noise + centre: noise of unit size, |slope| squared in `square`.

    Args: turned whether the slope is negative.
    """

    law: str
    square: Fraction
    centre: Fraction
    turned: bool

    @cached_property
    def _hash(self) -> int:
        return hash((self.law, self.square, self.centre, self.turned))

    def __hash__(self) -> int:
        return self._hash  # of fractions, which takes longer than all that is remembered by it

    @property
    def scale(self) -> arb:
        """|slope|."""
        return arb(q_of(self.square)).sqrt()

    def places(self) -> list[Fraction]:
        """Where the density is not smooth."""
        match self.law:
            case "gaussian" | "gumbel" | "logistic":
                return []
            case "laplace" | "exponential":
                return [self.centre]
            case "uniform":
                return [*self._edges]
            case _:
                raise _unknown(self.law)

    @cached_property
    def _edges(self) -> tuple[Fraction, Fraction]:
        """Where a uniform density begins and ends."""
        return self.centre - self.exact_scale(), self.centre + self.exact_scale()

    def exact_scale(self) -> Fraction:
        root = Fraction(isqrt(self.square.numerator), isqrt(self.square.denominator))
        if root**2 != self.square:
            raise num.NumberError("a scale is no rational number")
        return root

    def log(self, at: arb, inside: Fraction) -> arb_series | None:
        """The logarithm of the density around a point, on the side of kinks where `inside` is."""
        centre, unit, height = _constants(self, ctx.prec)
        x = arb_series([(at - centre) * unit, unit])
        if self.law == "gaussian":  # without kinks
            return x * x / -2 + height
        if self.law == "uniform":
            low, high = self._edges
            return arb_series([height]) if low < inside < high else None
        above = inside < self.centre if self.turned else inside > self.centre
        match self.law:
            case "laplace":
                return (-x if above else x) + height
            case "exponential":
                return -x + height if above else None
            case "gumbel":
                return -x - (-x).exp() + height
            case "logistic":  # even in x, and small numbers stay small
                away = x if above else -x
                return -away - 2 * (1 + (-away).exp()).log() + height
            case _:
                raise _unknown(self.law)

    def far(self, bits: int) -> tuple[int, int, arb]:
        """How many scales below and above the centre the noise reaches, but for a small chance."""
        down, up, rest = bits, bits, arb(-bits).exp()
        match self.law:
            case "gaussian":  # P(|N| > k) ≤ e^(−k²/2)
                down = up = 1 + isqrt(2 * bits)
                rest = (arb(-down * down) / 2).exp()
            case "laplace":  # P(|X| > k) = e^(−k)
                pass
            case "logistic":  # P(|X| > k) = 2/(1 + e^k)
                rest *= 2
            case "exponential":  # P(X > k) = e^(−k)
                down = 0
            case "uniform":
                down, up, rest = 1, 1, arb(0)
            case "gumbel":  # P(X > k) ≤ e^(−k), P(X < −k) = e^(−e^k)
                down = 1 + bits.bit_length()
                rest += (-(arb(down).exp())).exp()
            case _:
                raise _unknown(self.law)
        return (up, down, rest) if self.turned else (down, up, rest)

    def fall(self, start: Fraction, side: int) -> tuple[Fraction, Fraction, arb] | None:
        """How the density falls from a point on to one side (±1), over what it is at the point.

        Returns: (a, b, all of wave) where it is wave(t)·e^(a·t² + b·t) at the distance t; None
            where it is 0.
        Raises: Undecided for the side on which Gumbel noise falls faster than that.
        """
        # Lines end beyond the centre of every source: `ahead` ≥ 0, and no kink is further out.
        ahead, up = side * (start - self.centre), side * (-1 if self.turned else 1)
        none, one = Fraction(0), arb(1)
        if self.law == "uniform":
            return None
        if self.law == "gaussian":
            return -1 / (2 * self.square), -ahead / self.square, one
        rate = 1 / self.exact_scale()
        match self.law:
            case "laplace":
                return none, -rate, one
            case "exponential":
                return (none, -rate, one) if up > 0 else None
            case "gumbel" if up > 0:  # e^(−rt) times e^(e^(−x) − e^(−x−rt)), x where it begins
                return none, -rate, one.union((-arb(q_of(ahead * rate))).exp().exp())
            case "logistic":  # e^(−rt) times ((1 + e^(−x))/(1 + e^(−x−rt)))², x where it begins
                return none, -rate, one.union((1 + (-arb(q_of(ahead * rate))).exp()) ** 2)
            case _:
                raise _unknown(f"the lower tail of {self.law}")

    def chance(self, low: End, high: End) -> arb:
        """P(low ≤ value ≤ high)."""
        if low is not None and high is not None and low >= high:
            return arb(0)
        # Beyond the centre from above: 1 − P(value ≤ low) would leave nothing of a small chance.
        if low is not None and low >= self.centre:
            return self._beyond(low, 1) - (arb(0) if high is None else self._beyond(high, 1))
        upto = arb(1) if high is None else self._beyond(high, -1)
        return upto if low is None else upto - self._beyond(low, -1)

    def _beyond(self, end: Fraction, way: int) -> arb:
        """P(value ≥ end), or with −1 for `way` P(value ≤ end), small ones relatively exact."""
        turn = -1 if self.turned else 1
        side, up = (end - self.centre) * turn, way * turn > 0
        x = arb(q_of(side)) / self.scale
        match self.law:
            case "gaussian":
                return ((x if up else -x) / arb(2).sqrt()).erfc() / 2
            case "laplace":
                outward = (side > 0) is up
                tail = (-abs(x)).exp() / 2
                return tail if outward else 1 - tail
            case "exponential":
                if side <= 0:
                    return arb(1 if up else 0)
                return (-x).exp() if up else -(-x).expm1()
            case "uniform":
                scale = self.exact_scale()
                inside = max(-scale, min(scale, side))
                return arb(q_of((scale - inside if up else scale + inside) / (2 * scale)))
            case "gumbel":
                rare = -((-x).exp())
                return -rare.expm1() if up else rare.exp()
            case "logistic":
                return 1 / (1 + (x if up else -x).exp())
            case _:
                raise _unknown(self.law)


@lru_cache(maxsize=512)  # by the precision, which flint keeps as a global
def _constants(source: Source, _bits: int) -> tuple[arb, arb, arb]:
    """The centre, the signed rate 1/slope, and the logarithm of the height, at a precision."""
    rate = 1 / source.scale
    match source.law:
        case "gaussian":
            share = 1 / (2 * arb.pi()).sqrt()
        case "laplace" | "uniform":
            share = arb(1) / 2
        case "exponential" | "gumbel" | "logistic":
            share = arb(1)
        case _:
            raise _unknown(source.law)
    return arb(q_of(source.centre)), (-rate if source.turned else rate), (rate * share).log()


class Factor(Protocol):
    """A number by which a density is multiplied, such as 1/Z; equal ones are the same number."""

    def ball(self) -> arb:
        """At the precision that is set."""

    def exact(self) -> Any:
        """As a number; None where it is known by balls alone."""


@dataclass(frozen=True)
class Share:
    """A source with a weight, cut off outside a window.

    Args: weight of the coins; chances of other noises to lie where they must; factors by which all
        of it is multiplied; merged where it stands for many outputs, its last chance that of all.
    """

    weight: Fraction
    chances: tuple[tuple[Source, End, End], ...]
    source: Source | None
    low: End = None
    high: End = None
    factors: tuple[Factor, ...] = ()
    merged: bool = False

    @cached_property
    def _hash(self) -> int:
        return hash((self.weight, self.chances, self.source, self.low, self.high, self.factors))

    def __hash__(self) -> int:
        return self._hash

    def probability(self) -> arb:
        """Of the share with whatever it releases, wherever that lies."""
        found = arb(q_of(self.weight))
        for source, low, high in self.chances:
            found *= source.chance(low, high)
        for factor in self.factors:
            found *= factor.ball()
        return found

    def between(self, low: Fraction, high: Fraction) -> arb:
        """P(the share, with its value between two points)."""
        if self.source is None:
            return arb(0)
        first = low if self.low is None else max(low, self.low)
        last = high if self.high is None else min(high, self.high)
        return self.probability() * self.source.chance(first, last)

    def outside(self, low: Fraction, high: Fraction) -> arb:
        """P(the share, with its value below one point or above another one)."""
        if self.source is None:
            return arb(0)
        first = low if self.high is None else min(low, self.high)
        last = high if self.low is None else max(high, self.low)
        # Each side by itself: less what lies between, nothing would be left of a small chance.
        sides = self.source.chance(self.low, first) + self.source.chance(last, self.high)
        return self.probability() * sides

    def support(self) -> tuple[End, End]:
        """The ends between which the density is positive, where it has some."""
        low, high = self.low, self.high
        if self.source is not None and self.source.law == "uniform":
            first, last = self.source.places()
            low = first if low is None else max(low, first)
            high = last if high is None else min(high, last)
        return low, high

    def places(self) -> list[Fraction]:
        """Where the density is not smooth, or begins or ends."""
        own = [] if self.source is None else self.source.places()
        return [*own, *(end for end in (self.low, self.high) if end is not None)]

    def log(self, at: arb, inside: Fraction) -> arb_series | None:
        """The logarithm of the density around a point; None where it is 0."""
        below = self.low is not None and inside < self.low
        if self.source is None or below or (self.high is not None and inside > self.high):
            return None
        found = self.source.log(at, inside)
        return None if found is None else found + _log_of(self, ctx.prec)


@lru_cache(maxsize=512)
def _log_of(share: Share, _bits: int) -> arb:
    """The logarithm of the probability of a share, at a precision."""
    return told_from_0(share.probability()).log()


def told_from_0(chance: arb) -> arb:
    """A chance that is certainly above 0; Undecided("precision") where that is not known."""
    if not chance > 0:
        raise num.Undecided("precision", "a chance that is not told from 0")
    return chance


Shares = Sequence[Share]
Ends = tuple[Fraction, Fraction]
Fall = tuple[Fraction, Fraction, arb]


def _unknown(law: str) -> num.Undecided:
    return num.Undecided("unsupported", f"mixtures with {law[:40]} noise are not re-checked here")
