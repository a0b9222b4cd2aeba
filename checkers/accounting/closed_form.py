"""Gaussian noise without sampling: any list of such events is one Gaussian event.

n independent Gaussian answers with μ_1, …, μ_n tell as much as one with μ = √(Σ μ_i²), also where
later queries depend on earlier answers (Dong, Roth, Su 2022, section 3.2). Then

    δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)        (Balle, Wang 2018, Theorem 8),

enclosed by balls, and ε(δ) from it by `solved`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from flint import arb, fmpq

from dpverify.checkers.accounting.solved import eps_of
from dpverify.defs.accounting.events import Noise
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import ball_bounds, working_precision

DIGITS = 40
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
    """Bounds that agree in about 36 digits of the least ε ≥ 0 with δ(ε) ≤ δ."""
    low, high = eps_of(GaussianCurve(square), delta)
    if high is None:
        raise Undecided("precision", "ε is beyond 2^40")
    return low, high


@dataclass(frozen=True)
class GaussianCurve:
    """δ(ε) of one Gaussian event with μ² = `square`; see `solved.Curve`."""

    square: Fraction
    never: ClassVar[Fraction] = Fraction(0)
    largest: ClassVar[Fraction] = Fraction(10**9)
    attained: ClassVar[bool] = False

    def delta(self, eps: Fraction, bits: int) -> tuple[Fraction, Fraction]:
        """Bounds of δ(ε)."""
        return _bounds(_delta(self.square, eps, bits))


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
