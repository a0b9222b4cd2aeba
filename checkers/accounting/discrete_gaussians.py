"""Discrete Gaussian noise of one size, many times: one answer with more noise, but for a trifle.

Let D(v) be the law of masses ∝ e^(−x²/(2v)) on the integers. For X ~ D(kσ²) and Y ~ D(σ²),

    P[X + Y = m]  ∝  e^(−m²/(2(k + 1)σ²)) · Σ over x of e^(−(x − c)²/(2s²)),  s² = σ²·k/(k + 1),

where c depends on m. By Poisson's summation the last sum is s·√(2π)·(1 + θ) with
|θ| ≤ 2·Σ over j ≥ 1 of e^(−2π²s²j²) ≤ η = 2r/(1 − r), r = e^(−π²σ²), as s² ≥ σ²/2. So the masses
of X + Y are those of D((k + 1)σ²) up to a factor (1 + η)/(1 − η) or its inverse, and those of n
answers are those of D(nσ²) up to the power n − 1 of it. (A bound of this kind: Kairouz, Liu,
Steinke 2021.)

The sum of the losses is a function of the sum of the noise, (nΔ² − 2Δm)/(2σ²), so that δ(ε) is that
of D(nσ²) against its shift by nΔ up to the same factor:

    δ(ε) = P[X ≤ m] − e^ε·P[X ≤ m − nΔ],  m the largest integer below nΔ/2 − εσ²/Δ.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt

from flint import arb, fmpq

from dpverify.defs.accounting.events import Noise
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.numbers.balls import ball_bounds, working_precision

SPREAD_BITS = 160
"""The factor is 1 up to 2^−160, or the sums are composed one by one."""
MOST_DEVIATION = 17_000
TINY = Fraction(1, 1 << 40_000)
"""A smaller δ is not written out."""


class DiscreteGaussians:
    """The curve of n answers with discrete Gaussian noise of one size; see `solved.Curve`."""

    never = Fraction(0)
    attained = False
    largest = Fraction(10**9)

    def __init__(self, variance: Fraction, shift: int, times: int) -> None:
        """Args: variance σ² and shift Δ of one answer; times n."""
        self.variance, self.shift, self.times = variance * times, shift * times, times
        self.single = variance
        self._factors: dict[int, arb] = {}

    @property
    def events(self) -> tuple[Fraction, int, int]:
        """What the curve is of; the same in both directions."""
        return self.single, self.shift, self.times

    def delta(self, eps: Fraction, bits: int) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε)."""
        largest = ceil(Fraction(self.shift) / 2 - eps * self.variance / self.shift) - 1
        with working_precision(bits + 64):
            if bits not in self._factors:
                self._factors[bits] = _factor(self.single, self.times) / _whole(self.variance, bits)
            total = self._up_to(largest, bits)
            total -= arb(_exact(eps)).exp() * self._up_to(largest - self.shift, bits)
            total *= self._factors[bits]
            if total < arb(_exact(TINY)):
                return Fraction(0), TINY
            low, high = ball_bounds(total)
        return max(_fraction(low), Fraction(0)), min(_fraction(high), Fraction(1))

    def _up_to(self, last: int, bits: int) -> arb:
        """Σ of e^(−x²/(2v)) over x ≤ last."""
        if last < 0:
            return _from(self.variance, -last, bits)
        return _whole(self.variance, bits) - _from(self.variance, last + 1, bits)


def discrete_gaussian_curve(plan: Plan) -> DiscreteGaussians | None:
    """The curve of a plan that is discrete Gaussian noise of one size without samples; else None.

    None as well where the noise is so small that the law of a sum is another one, or too large.
    """
    sources, times = set(), 0
    for event in plan.events:
        source = event.noise
        if event.rate != 1 or not isinstance(source, Noise) or source.law != "discrete-gaussian":
            return None
        sources.add((source.size**2, int(source.sensitivity)))
        times += event.times
    if len(sources) != 1:
        return None
    ((variance, shift),) = sources
    if variance * times > MOST_DEVIATION**2:
        return None
    with working_precision(2 * SPREAD_BITS):
        if not _factor(variance, times).rad() < arb(2) ** -SPREAD_BITS:
            return None
    return _kept(variance, shift, times)


@lru_cache(maxsize=4)
def _kept(variance: Fraction, shift: int, times: int) -> DiscreteGaussians:
    """The same curve again for the next question about a plan."""
    return DiscreteGaussians(variance, shift, times)


def _factor(variance: Fraction, times: int) -> arb:
    """All between ((1 − η)/(1 + η))^(n−1) and its inverse."""
    small = (-(arb.pi() ** 2) * arb(_exact(variance))).exp()
    most = 2 * small / (1 - small)
    if times == 1:
        return arb(1)
    if not most < 1:
        return arb(0, 1)
    factor = ((1 + most) / (1 - most)) ** (times - 1)
    return factor.union(1 / factor)


@lru_cache(maxsize=16)
def _whole(variance: Fraction, bits: int) -> arb:
    """Σ of e^(−x²/(2v)) over all x."""
    return 1 + 2 * _from(variance, 1, bits)


def _from(variance: Fraction, first: int, bits: int) -> arb:
    """Σ of e^(−x²/(2v)) over x ≥ first > 0, from a table."""
    size = 8 * (isqrt(int(variance)) + 1)
    block = first // size
    return _block(variance, block * size, size, bits)[first - block * size]


@lru_cache(maxsize=32)
def _block(variance: Fraction, first: int, size: int, bits: int) -> list[arb]:
    """The same for `size` places from the first on, at the working precision.

    e^(−(x+1)²/(2v)) is e^(−x²/(2v))·e^(−(2x+1)/(2v)); the last factor falls by e^(−1/v) each time.
    """
    half = arb(_exact(1 / (2 * variance)))
    # e^(−x²/(2v)) at the end is 2^(−bits − 64) of that at the last place, as 2·ln 2 < 1.4.
    last = isqrt((first + size) ** 2 + int(variance * (bits + 64) * 14 / 10)) + 2
    weight, ratio, faster = (
        (-half * first**2).exp(), (-half * (2 * first + 1)).exp(), (-2 * half).exp(),
    )  # fmt: skip
    weights = []
    for _ in range(first, last):
        weights.append(weight)
        weight *= ratio
        ratio *= faster
    # What follows is less than a geometric series.
    total = arb(0).union(weight / (1 - ratio))
    sums = []
    for each in reversed(weights):
        total += each
        sums.append(total)
    return sums[::-1][:size]


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
