"""For the kernel: δ(ε) of n answers with discrete Gaussian noise of one size, of moderate or more.

The masses of one answer are e^(−x²/(2σ²))/Z, against the same moved by Δ. The sum of n losses is
l(m) = (nΔ² − 2Δm)/(2σ²) for the sum m of the noise. Let v_k = kσ².

*Claim*: masses P_k(m) of the sum of k are those of one answer with σ² = v_k, times a number between
c^(1−k) and c^(k−1), where c = (1 + η)/(1 − η) and η = 2·Σ over j ≥ 1 of e^(−π²σ²j).

*Proof*, from k to k + 1. Σ over x of e^(−x²/(2v_k))·e^(−(m−x)²/(2σ²)) is e^(−m²/(2v_(k+1))) times
the sum of e^(−(x−z)²/(2s)) over all x, for a z, and s = σ²k/(k+1) ≥ σ²/2. Poisson's summation makes
of the latter √(2πs)·(1 + 2·Σ e^(−2π²sj²)·cos(2πjz)), between √(2πs)·(1 − η) and √(2πs)·(1 + η),
since 2π²sj² ≥ π²σ²j. Divided by their sum, the masses are known up to a factor c or its inverse.

All weights (1 − e^(ε−l))⁺ are at least 0, so δ(ε) is known up to the factor c^(n−1) too. For one
answer with σ² = v_n moved by nΔ it is P[X ≤ m] − e^ε·P[X ≤ m − nΔ], m the largest integer
whose loss is above ε: e^(−l(x)) times the mass at x is the mass at x − nΔ.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final

from flint import arb, fmpq

from dpverify.checkers.kernel.work import spend
from dpverify.defs.numbers.balls import ball_bounds, working_precision

BITS: Final = 256
CLOSE: Final = Fraction(1, 1 << 150)
LEAST: Final = Fraction(1, 1 << 40_000)
"""A smaller δ is somewhere between 0 and this."""


@lru_cache(maxsize=4)
def delta_bounds(
    variance: Fraction, shift: int, times: int, eps: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Bounds of δ(ε) within one part in 2^150; None where the noise is too small for that.

    Args: σ² and Δ of one answer, and how many there are.
    """
    with working_precision(BITS):
        factor = _factor(variance, times)
        if not factor.rad() < arb(_exact(CLOSE)):
            return None
        whole, moved = variance * times, shift * times
        # l(m) > ε for m < nΔ/2 − ε·σ²/Δ.
        bound = Fraction(moved, 2) - eps * variance / shift
        last = -(-bound.numerator // bound.denominator) - 1
        delta = _up_to(whole, last) - arb(_exact(eps)).exp() * _up_to(whole, last - moved)
        delta *= factor / _all(whole)
        if delta < arb(_exact(LEAST)):
            return Fraction(0), LEAST
        low, high = ball_bounds(delta)
    return Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))


def _factor(variance: Fraction, times: int) -> arb:
    """From c^(1−n) to c^(n−1)."""
    if times == 1:
        return arb(1)
    ratio = (-(arb.pi() ** 2) * arb(_exact(variance))).exp()
    eta = 2 * ratio / (1 - ratio)
    if not eta < 1:
        return arb(0, 1)
    most = ((1 + eta) / (1 - eta)) ** (times - 1)
    return most.union(1 / most)


def _up_to(variance: Fraction, last: int) -> arb:
    """Σ of e^(−x²/(2v)) over x ≤ last; the law is that of −x."""
    if last < 0:
        return _from(variance, -last)
    return _all(variance) - _from(variance, last + 1)


@lru_cache(maxsize=4)
def _all(variance: Fraction) -> arb:
    return 1 + 2 * _from(variance, 1)


@lru_cache(maxsize=64)
def _from(variance: Fraction, first: int) -> arb:
    """Σ of e^(−x²/(2v)) over x ≥ first > 0, at the working precision.

    Each weight is the one before times e^(−(2x+1)/(2v)), which gets smaller. So what follows the
    last one is less than a geometric series.
    """
    # Until weights are 2^−bits of the first one; 2·ln 2 < 3/2.
    last = isqrt(first**2 + int(variance * BITS * 3 / 2)) + 2
    spend("noise on integers", last - first, BITS)
    weight = (-arb(_exact(Fraction(first**2) / (2 * variance)))).exp()
    ratio = (-arb(_exact(Fraction(2 * first + 1) / (2 * variance)))).exp()
    faster = (-arb(_exact(1 / variance))).exp()
    total = arb(0)
    for _ in range(first, last):
        total += weight
        weight *= ratio
        ratio *= faster
    return total + arb(0).union(weight / (1 - ratio))


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
