"""Discrete Gaussian noise, P[z] ∝ e^(−z²/(2s)) over the integers: values that move by m.

The scale of the law is s = σ². The loss at z is (2mz − m²)/(2s), without an end either way.

*The Rényi divergences.* Completing the square, Σ P^α·Q^(1−α) = e^(α(α−1)m²/(2s))·θ(αm)/θ(0) with
θ(x) = Σ e^(−(z−x)²/(2s)) over all integers z. θ has the period 1, and is largest at integers (its
Fourier coefficients are positive). So D_α = α·m²/(2s) exactly where α·m is an integer, and less
elsewhere.

*The rate.* D_α/α is at most m²/(2s), and equal to it at α = 2. It adds up over independent values.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

from flint import arb, fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, ln
from dpverify.defs.pairs.contract import Disjoint, Pair
from dpverify.defs.risk.discrete_gaussian import DiscreteGaussian
from dpverify.defs.risk.enclosed import Enclosed


class DiscreteGaussianShift(Pair):
    """Independent discrete Gaussian noise of parameters s_i on values that differ by m_i ≥ 1.

    Args: variances s_i and steps m_i, at least one of each.
    Source: Canonne, Kamath, Steinke 2020, Theorems 4 (the rate) and 7 (δ(ε)).

    >>> pair = DiscreteGaussianShift([Fraction(1)], [1])
    >>> str(pair.rate()), str(pair.divergence(Fraction(3)))
    ('1/2', '3/2')
    """

    kind = "discrete Gaussian noise on several values, whose losses lie on different lattices"

    def __init__(self, variances: Sequence[Fraction], steps: Sequence[int]) -> None:
        self.values = sorted(zip(variances, steps, strict=True))

    def excess(self, eps: Loss | Real) -> Number:
        """P[L > ε] − e^ε·Q[L > ε]."""
        return self._losses("δ(ε)").delta(eps)

    def largest_loss(self) -> Loss:
        """Infinite."""
        return INFINITY

    loss_range = largest_loss

    def divergence(self, order: Fraction) -> Number:
        """Σ α·m²/(2s) + ln(θ(αm)/θ(0))/(α − 1)."""
        divergence: Number = Value(order) * self.rate()
        for variance, steps in self.values:
            place = order * steps % 1
            if place:
                ratio = Enclosed(
                    lambda bits, s=variance, x=place: (
                        _theta(s, x, bits)  # type: ignore[misc]  # a lambda with defaults
                        / _theta(s, Fraction(0), bits)
                    ),
                    f"theta({place}, {variance})/theta(0, {variance})",
                )
                divergence = divergence + ln(ratio) / Value(order - 1)
        return divergence

    def rate(self) -> Value:
        """Σ m²/(2s)."""
        return Value(sum((Fraction(m * m) / (2 * s) for s, m in self.values), Fraction(0)))

    def beyond(self, eps: Loss | Real) -> Number:
        """P[L > ε]."""
        return Value(1) - self._losses("the law of the loss").at_most(eps)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """P[|L| > ε]."""
        return self._losses("the law of the absolute loss").risk(eps)

    def gaussian_distance(self) -> Number:
        """Not known: it is a supremum over infinitely many corners.

        At the corner j it is −Φ⁻¹(P[z ≥ j]) − Φ⁻¹(P[z ≥ m+1−j]), which tends to m/σ as j grows but
        is larger in the middle (1.0458 for m = σ = 1).
        """
        raise Undecided(
            "unsupported",
            "the smallest mu of discrete Gaussian noise is a supremum over the infinitely many"
            " corners of its trade-off function, of which none is known to be the largest; it is"
            " larger than the shift over sigma",
        )

    def _losses(self, question: str) -> DiscreteGaussian:
        if len(self.values) > 1:
            self.refuse(question)
        ((variance, steps),) = self.values
        return DiscreteGaussian(fmpq(variance.numerator, variance.denominator), steps)


def _theta(variance: Fraction, place: Fraction, bits: int) -> arb:
    """Σ e^(−(z−x)²/(2s)) over the integers, 0 ≤ x < 1: from −n to n + 1, and a ball for the rest.

    From y ≥ n on terms fall at least as fast as a geometric series of ratio e^(−n/s).
    """
    half = fmpq(variance.denominator, 2 * variance.numerator)
    x = fmpq(place.numerator, place.denominator)
    total, n = arb(0), 1
    while not _term(half, fmpq(n)) < arb(2) ** (-bits):
        n *= 2
    for z in range(1 - n, n + 1):
        total += _term(half, z - x)
    rest = 2 * _term(half, fmpq(n)) / (1 - arb(-2 * half * n).exp())
    return total + rest * arb(0.5, 0.5)


def _term(half: fmpq, distance: fmpq) -> arb:
    return arb(-half * distance * distance).exp()


class DiscreteGaussianLaw(NoiseLaw):
    """P[z] ∝ e^(−z²/(2s)), s the scale."""

    def pair(self, moves: Sequence[Move]) -> Pair:
        """Independent values; one that moves by no integer gives what is impossible before."""
        if any(move.distance.denominator > 1 for move in moves):
            return Disjoint()
        return DiscreteGaussianShift(
            [move.scale for move in moves], [abs(int(move.distance)) for move in moves]
        )

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """A normal number, to be rounded."""
        return random.gaussian() * sqrt(scale) * wide


LAW: Final = DiscreteGaussianLaw()
