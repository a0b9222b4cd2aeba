"""The law behind the source's γ₁ for every k > 0, whole or not: two Gamma variables apart.

Not the law of a privacy loss, as `NoiseDifference` says, which has the exact formula for whole k.
"""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.numbers import Number
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.noise_difference import Difference, NoiseDifference
from dpverify.defs.risk.parameters import Eps, nonnegative_eps, positive_rational

HALF = fmpq(1, 2)
MOST_SHAPE = 200
MOST_BITS = 20_000


class GammaDifference(Difference):
    """T = |G − G′| for independent G, G′ with the law Gamma(k, 1), k > 0.

    T has the density t^ν·K_ν(t)/(2^(ν−1)·√π·Γ(k)) with ν = k − 1/2 (the source's BesselK(k)), and

        P[T ≤ t] = t·(K_ν(t)·L_(ν−1)(t) + K_(ν−1)(t)·L_ν(t)),

    L the modified Struve function. For whole k it is the law of `NoiseDifference(k)`.

    Args:
        k: rational, 0 < k ≤ 200.

    Raises:
        DomainError: k is no such number.

    Source:
        Dandekar, Basu, Bressan 2021, Theorem 4.1; NIST DLMF 10.43.2 and 10.43.19 (the integrals),
        11.2.2 (L as a series).
    """

    def __init__(self, k: Any) -> None:
        self.k = positive_rational(k, "k")
        if self.k > MOST_SHAPE:
            raise DomainError(f"k is {k}, must be at most {MOST_SHAPE}")

    def at_most(self, t: Eps) -> Number:
        """P[T ≤ t] for t ≥ 0, enclosed; 0 at t = 0."""
        place = nonnegative_eps(t, "t")
        if place.sign() == 0:
            return Enclosed(lambda _: arb(0), "0")
        return Enclosed(lambda bits: self._below(place, bits), f"P[|G−G'| ≤ {place}], k = {self.k}")

    def _below(self, place: Number, bits: int) -> arb:
        """By more and more bits: L grows as e^t and K falls as fast."""
        working = bits
        while working <= MOST_BITS:
            with working_precision(working):
                ball = self._formula(place.ball(working))
            if ball.is_finite() and (ball - ball.mid()).abs_upper() < arb(2) ** (8 - bits):
                return ball
            working *= 2
        raise Undecided("precision", f"P[T ≤ {place}] is not told to {bits} bits")

    def _formula(self, t: arb) -> arb:
        order = arb(self.k - HALF)
        higher = t.bessel_k(order) * _struve(order - 1, self.k - HALF - 1, t)
        return t * (higher + t.bessel_k(order - 1) * _struve(order, self.k - HALF, t))


def difference(k: Any) -> Difference:
    """The law for one k: exact where k is whole, else enclosed; DomainError for no k."""
    exact = positive_rational(k, "k")
    return NoiseDifference(exact) if exact.q == 1 else GammaDifference(exact)


def _struve(order: arb, exact: fmpq, t: arb) -> arb:
    """L_ν(t) = (t/2)^(ν+1)/(Γ(3/2)·Γ(ν+3/2))·₁F₂(1; 3/2, ν+3/2; t²/4), for ν > −3/2."""
    above = fmpq(3, 2)
    series = (t * t / 4).hypgeom([arb(1)], [arb(above), arb(exact + above)])
    return (t / 2) ** (order + 1) / (arb(above).gamma() * arb(exact + above).gamma()) * series
