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

BITS: Final = 192
SPAN: Final = 8
"""Sums are kept for runs of so many deviations."""
CLOSE: Final = Fraction(1, 1 << 150)
LEAST: Final = Fraction(1, 1 << 40_000)
"""A smaller δ is somewhere between 0 and this."""
_LEAST: Final = arb(fmpq(1, 1 << 40_000))


@lru_cache(maxsize=4)
def delta_bounds(
    variance: Fraction, shift: int, times: int, eps: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Bounds of δ(ε) within one part in 2^150; None where the noise is too small for that.

    Args: σ² and Δ of one answer, and how many there are.
    """
    with working_precision(BITS):
        scale = _scale(variance, times)
        if scale is None:
            return None
        whole, moved = variance * times, shift * times
        # l(m) > ε for m < nΔ/2 − ε·σ²/Δ.
        bound = Fraction(moved, 2) - eps * variance / shift
        last = -(-bound.numerator // bound.denominator) - 1
        delta = _up_to(whole, last) - arb(_exact(eps)).exp() * _up_to(whole, last - moved)
        delta *= scale
        if delta < _LEAST:
            return Fraction(0), LEAST
        low, high = ball_bounds(delta)
    return Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))


@lru_cache(maxsize=4)
def _scale(variance: Fraction, times: int) -> arb | None:
    """The factor over the sum of all weights; None where it is not close to 1."""
    factor = _factor(variance, times)
    if not factor.rad() < arb(_exact(CLOSE)):
        return None
    return factor / _all(variance * times)


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


def _from(variance: Fraction, first: int) -> arb:
    """Σ of e^(−x²/(2v)) over x ≥ first > 0."""
    run = SPAN * (isqrt(int(variance)) + 1)
    weight = (-arb(_exact(first * first / (2 * variance)))).exp()
    return weight * _relative(variance, first - first % run, run)[first % run]


@lru_cache(maxsize=8)
def _relative(variance: Fraction, start: int, run: int) -> list[arb]:
    """These sums over their first terms, from x = start on for `run` places.

    With r(x) = e^(−(2x+1)/(2v)), by which a weight is multiplied for the next one, such a quotient
    is s(x) = 1 + r(x)·s(x + 1). It falls, as r does, so s(x) ≤ 1 + r(x)·s(x), and s(x) is between 1
    and 1/(1 − r(x)). Where the sum starts, what that leaves open is far beyond all bits.
    """
    # Until weights are 2^−bits of that at the last place; 2·ln 2 < 3/2.
    end = isqrt((start + run) ** 2 + int(variance * BITS * 3 / 2)) + 2
    spend("noise on integers", end - start, BITS)
    ratio = (-arb(_exact(Fraction(2 * end + 1) / (2 * variance)))).exp()
    slower = arb(_exact(1 / variance)).exp()
    quotient = arb(1).union(1 / (1 - ratio))
    quotients = []
    for _ in range(start, end):
        ratio *= slower
        quotient = 1 + ratio * quotient
        quotients.append(quotient)
    return quotients[-run:][::-1]


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
