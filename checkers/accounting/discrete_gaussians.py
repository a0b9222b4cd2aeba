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
from math import inf, isfinite, isqrt, log, sqrt

from flint import arb, fmpq
from scipy.optimize import brentq
from scipy.special import erfcx, ndtri

from dpverify.checkers.accounting.solved import DIGITS, PRECISIONS
from dpverify.defs.accounting.events import Noise
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.numbers.balls import ball_bounds, working_precision

SPREAD_BITS = 160
"""The factor is 1 up to 2^−160, or the sums are composed one by one."""
MOST_DEVIATION = 17_000
TINY = Fraction(1, 1 << 40_000)
"""A smaller δ is not written out."""
_TINY = arb(fmpq(1, 1 << 40_000))
START = PRECISIONS[0]
MOST_STEPS = 20
LARGEST_SHIFT = 10**6
"""With more, ε is beyond what is asked for, or the noise so large that nothing is kept."""


class DiscreteGaussians:
    """The curve of n answers with discrete Gaussian noise of one size; see `solved.Curve`."""

    never = Fraction(0)
    attained = False
    largest = Fraction(10**9)

    def __init__(self, variance: Fraction, shift: int, times: int) -> None:
        """Args: variance σ² and shift Δ of one answer; times n."""
        self.variance, self.shift, self.times = variance * times, shift * times, times
        self.single = variance
        self._scales: dict[int, arb] = {}

    @property
    def events(self) -> tuple[Fraction, int, int]:
        """What the curve is of; the same in both directions."""
        return self.single, self.shift, self.times

    def delta(self, eps: Fraction, bits: int) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε)."""
        last = self._last(eps)
        with working_precision(_precision(bits)):
            total = self._up_to(last, bits)
            total -= arb(_exact(eps)).exp() * self._up_to(last - self.shift, bits)
            total *= self._scale(bits)
            if total < _TINY:
                return Fraction(0), TINY
            low, high = ball_bounds(total)
        return _fraction(max(low, fmpq(0))), _fraction(min(high, fmpq(1)))

    def root(self, delta: Fraction) -> tuple[Fraction, Fraction] | None:
        """Bounds of the ε > 0 with δ(ε) = δ, by a closed form; None where none is seen.

        As long as m stays the same, δ(ε) is F·(A − e^ε·B), so that ε = ln((A − δ/F)/B). The curve
        is convex in e^ε and linear between the places where m changes. So this is Newton's method,
        which from a guess in floats needs few steps; it ends where the m of the root is that of
        the piece. Then the root is in the ball: beside it, and with this m, δ(ε) is known to be
        larger or smaller.
        """
        if self.shift > LARGEST_SHIFT:
            return None
        guess = _guess(self.shift / sqrt(self.variance), float(delta))
        last = self._last(Fraction(guess)) if isfinite(guess) else 0
        for _ in range(MOST_STEPS):
            with working_precision(_precision(START)):
                rest = self._up_to(last, START) - arb(_exact(delta)) / self._scale(START)
                odds = rest / self._up_to(last - self.shift, START)
                if not odds > 1:
                    return None
                low, high = map(_fraction, ball_bounds(odds.log()))
            before, last = last, self._last(low)
            if self._last(high) != last or high - low > low / 10**DIGITS:
                return None
            if last == before:
                return low, high
        return None

    def _last(self, eps: Fraction) -> int:
        """m, the largest integer below nΔ/2 − εσ²/Δ."""
        p, q = eps.numerator * self.variance.numerator, eps.denominator * self.variance.denominator
        return -((2 * p - self.shift**2 * q) // (2 * q * self.shift)) - 1

    def _scale(self, bits: int) -> arb:
        """By what the sums of weights are multiplied, at the working precision."""
        if bits not in self._scales:
            self._scales[bits] = _factor(self.single, self.times) / _whole(self.variance, bits)
        return self._scales[bits]

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
    return _kept(variance, shift, times)


@lru_cache(maxsize=4)
def _kept(variance: Fraction, shift: int, times: int) -> DiscreteGaussians | None:
    """The same curve again for the next question about a plan."""
    if variance * times > MOST_DEVIATION**2:
        return None
    with working_precision(2 * SPREAD_BITS):
        if not _factor(variance, times).rad() < arb(2) ** -SPREAD_BITS:
            return None
    return DiscreteGaussians(variance, shift, times)


def _guess(mu: float, delta: float) -> float:
    """About the ε of one answer with continuous noise; infinite where floats do not tell.

    With z = ε/μ − μ/2 and Mills' ratio M, δ is e^(−z²/2)/√(2π)·(M(z) − M(z + μ)).
    """

    def height(z: float) -> float:
        ratio = (erfcx(z / sqrt(2)) - erfcx((z + mu) / sqrt(2))) / 2
        return log(max(ratio, 1e-300)) - z * z / 2 - log(delta)

    low, high = -min(mu / 2, 25.0), -float(ndtri(delta))
    if not delta > 0 or not low < high or not height(low) > 0 > height(high):
        return inf
    return mu * (float(brentq(height, low, high, rtol=1e-6)) + mu / 2)


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


def _precision(bits: int) -> int:
    """The working precision. All sums are of positive terms: half the bits lose no digit."""
    return bits // 2 + 64


@lru_cache(maxsize=16)
def _whole(variance: Fraction, bits: int) -> arb:
    """Σ of e^(−x²/(2v)) over all x."""
    return 1 + 2 * _from(variance, 1, bits)


def _from(variance: Fraction, first: int, bits: int) -> arb:
    """Σ of e^(−x²/(2v)) over x ≥ first > 0, from a table."""
    size = 8 * (isqrt(int(variance)) + 1)
    block = first // size
    whole = _block(variance, block * size, size, bits)[first - block * size]
    return (-arb(_exact(first * first / (2 * variance)))).exp() * whole


@lru_cache(maxsize=32)
def _block(variance: Fraction, first: int, size: int, bits: int) -> list[arb]:
    """The same over the first term for `size` places from the first on, at the working precision.

    s(x) = 1 + r(x)·s(x + 1) by Horner's rule from far out, where r(x) = e^(−(2x+1)/(2v)) is the
    next term over this one. Each r is e^(1/v) times the next one, and 1 ≤ s(x) ≤ 1/(1 − r(x)).
    """
    # e^(−x²/(2v)) at the end is 2^(−precision) of that at the last place, as 2·ln 2 < 1.4.
    last = isqrt((first + size) ** 2 + int(variance * _precision(bits) * 14 / 10)) + 2
    ratio = (-arb(_exact(Fraction(2 * last + 1) / (2 * variance)))).exp()
    larger = arb(_exact(1 / variance)).exp()
    total, sums = arb(1).union(1 / (1 - ratio)), []
    for _ in range(first, last):
        ratio *= larger
        total = total * ratio + 1
        sums.append(total)
    return sums[-size:][::-1]


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
