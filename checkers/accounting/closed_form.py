"""Gaussian noise without sampling: any list of such events is one Gaussian event.

n independent Gaussian answers with μ_1, …, μ_n tell as much as one with μ = √(Σ μ_i²), also where
later queries depend on earlier answers (Dong, Roth, Su 2022, section 3.2). Then

    δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)        (Balle, Wang 2018, Theorem 8),

enclosed by balls, and ε(δ) by bisection with exact rationals.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from dpverify.defs.accounting.events import Noise
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import ball_bounds, not_separated, working_precision

DIGITS = 40
BITS = 192
PRECISIONS = (256, 512, 1024, 2048)


def squared_mean(plan: Plan) -> Fraction | None:
    """μ² of the one event that a plan is; None where something is sampled or not Gaussian."""
    total = Fraction(0)
    for event in plan.events:
        noise = event.noise
        if not isinstance(noise, Noise) or noise.law != "gaussian" or event.rate != 1:
            return None
        total += event.times * (noise.sensitivity / noise.size) ** 2
    return total


def gaussian_delta(square: Fraction, eps: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of δ(ε) that agree in about 40 digits.

    Raises: Undecided where 2,048 bits do not do.
    """
    for bits in PRECISIONS:
        low, high = _bounds(_delta(square, eps, bits))
        if low > 0 and high - low <= low / 10**DIGITS:
            return low, high
    raise Undecided("precision", "δ is too small for balls of 2,048 bits")


def gaussian_eps(square: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds, 2^-192 apart relatively, of the least ε ≥ 0 with δ(ε) ≤ δ."""
    if _at_most(square, Fraction(0), delta):
        return Fraction(0), Fraction(0)
    # δ(ε) falls strictly: at `low` it is above δ, at `high` not, and so it stays while halving.
    low, high = Fraction(0), Fraction(1)
    while not _at_most(square, high, delta):
        low, high = high, 2 * high
    while high - low > high / 2**BITS:
        middle = (low + high) / 2
        low, high = (low, middle) if _at_most(square, middle, delta) else (middle, high)
    return low, high


def _at_most(square: Fraction, eps: Fraction, delta: Fraction) -> bool:
    for bits in PRECISIONS:
        low, high = _bounds(_delta(square, eps, bits))
        if high <= delta:
            return True
        if low > delta:
            return False
    last = PRECISIONS[-1]
    with working_precision(last):
        raise not_separated(_delta(square, eps, last) - arb(_exact(delta)), last)


def _delta(square: Fraction, eps: Fraction, bits: int) -> arb:
    with working_precision(bits):
        mu, point = arb(_exact(square)).sqrt(), arb(_exact(eps))
        return _cdf(mu / 2 - point / mu) - point.exp() * _cdf(-mu / 2 - point / mu)


def _cdf(place: arb) -> arb:
    return (-place / arb(2).sqrt()).erfc() / 2


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _bounds(ball: arb) -> tuple[Fraction, Fraction]:
    low, high = ball_bounds(ball)
    return Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))
