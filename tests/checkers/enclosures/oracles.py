"""Oracles for (ε, δ): formulas of the field and rigorous quadrature, none of the code tested."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from flint import acb, arb, fmpq

from dpverify.checkers.bounds import Bounds
from dpverify.defs.numbers.balls import ball_bounds, working_precision

F = Fraction
BITS = 160


def ball(number: Fraction | str | int) -> arb:
    """A rational as a ball."""
    exact = F(number)
    return arb(fmpq(exact.numerator, exact.denominator))


def precise(function: Callable[..., arb]) -> Callable[..., arb]:
    """Run an oracle at 160 bits."""

    def run(*given: object) -> arb:
        with working_precision(BITS):
            return function(*given)

    return run


def phi(x: arb) -> arb:
    """Φ by erf."""
    return (1 + (x / arb(2).sqrt()).erf()) / 2


@precise
def gaussian_delta(square: Fraction, eps: Fraction) -> arb:
    """Balle, Wang 2018, Theorem 8, at μ² = Δ²/σ²; by erf."""
    mu, e = ball(square).sqrt(), ball(eps)
    return phi(mu / 2 - e / mu) - e.exp() * phi(-mu / 2 - e / mu)


@precise
def gaussian_by_quadrature(sigma: Fraction, step: Fraction, eps: Fraction) -> arb:
    """∫ (p − e^ε·q) over v ≤ step/2 − εσ²/step, p centred at 0 and q at `step`."""
    s, d, odds = ball(sigma), ball(step), ball(eps).exp()
    end = d / 2 - ball(eps) * s * s / d

    def f(v: acb, _: bool) -> acb:
        p = (-(v * v) / (2 * s * s)).exp()
        q = (-((v - d) ** 2) / (2 * s * s)).exp()
        return (p - odds * q) / (s * (2 * arb.pi()).sqrt())

    return acb.integral(f, acb(-60 * s), acb(end)).real


def laplace_tail(t: arb, share: arb) -> arb:
    """∫ max(0, p − e^t·q) for one Laplace noise, for −share ≤ t ≤ share."""
    return 1 - ((t - share) / 2).exp()


@precise
def two_laplaces(one: Fraction, other: Fraction, eps: Fraction) -> arb:
    """δ(ε) = E[δ_other(ε − L)] over the loss L of the first, which is that of Dwork et al. 2006.

    L is ±one with probability 1/2 and e^{−one}/2, else of density e^{(l−one)/2}/4; δ_other(t) is 0
    from `other` on and 1 − e^t up to −`other`.
    """

    def rest(t: acb, inside: Fraction) -> acb:
        if inside >= other:
            return acb(0)
        if inside <= -other:
            return 1 - t.exp()
        return 1 - ((t - ball(other)) / 2).exp()

    a, e = ball(one), ball(eps)
    total = rest(acb(e - a), eps - one) / 2 + rest(acb(e + a), eps + one) * (-a).exp() / 2
    kinks = sorted({-one, one, *(k for k in (eps - other, eps + other) if -one < k < one)})
    for u, v in pairwise(kinks):
        middle = (u + v) / 2

        def f(x: acb, _: bool, middle: Fraction = middle) -> acb:
            return rest(e - x, eps - middle) * ((x - a) / 2).exp() / 4

        total += acb.integral(f, acb(ball(u)), acb(ball(v)))
    return total.real


def within(found: object, expected: arb, digits: int = 15) -> bool:
    """Whether bounds are narrow and contain a number."""
    assert isinstance(found, Bounds)
    assert found.upper is not None
    low, high = ball_bounds(expected)
    narrow = float(found.upper - found.lower) < 10.0**-digits
    return bool(found.lower <= high and low <= found.upper) and narrow
