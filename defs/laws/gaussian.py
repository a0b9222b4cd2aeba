"""Gaussian noise of standard deviation b: values with the same noise, whose means differ.

Let K be the covariance of the values and Δ the difference of the means. The loss is
L = Δᵀ·K⁻¹·(v − middle), a linear form of the values, so the pair is as N(μ,1) against N(0,1) with
μ² = Δᵀ·K⁻¹·Δ, and all answers are functions of μ² alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value
from dpverify.defs.numbers.functions import power
from dpverify.defs.pairs.contract import Pair
from dpverify.defs.risk.gaussian import Gaussian


class GaussianShift(Pair):
    """N(μ,1) against N(0,1).

    Args: square μ² > 0, rational.
    Source: Dong, Roth, Su 2022, section 2.2; Balle, Wang 2018, Theorem 8 (δ(ε)); Mironov 2017,
        Proposition 7 (D_α); Bun, Steinke 2016, Proposition 1.6 (the rate).

    >>> pair = GaussianShift(Fraction(1))
    >>> str(pair.rate()), str(pair.gaussian_distance()), str(pair.divergence(Fraction(2)))
    ('1/2', '1', '1')
    """

    kind = "Gaussian noise"

    def __init__(self, square: Fraction) -> None:
        self.square = square
        self._distance = power(Value(square), Value(Fraction(1, 2)))
        self._losses = Gaussian(self._distance)

    def excess(self, eps: Loss | Real) -> Number:
        """Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)."""
        return self._losses.delta(eps)

    def largest_loss(self) -> Loss:
        """Infinite: L is a normal variable."""
        return INFINITY

    loss_range = largest_loss

    def divergence(self, order: Fraction) -> Number:
        """α·μ²/2."""
        return Value(order * self.square / 2)

    def rate(self) -> Number:
        """μ²/2, the same at every order."""
        return Value(self.square / 2)

    def beyond(self, eps: Loss | Real) -> Number:
        """Φ(μ/2 − ε/μ): under P the loss is N(μ²/2, μ²)."""
        return Value(1) - self._losses.at_most(eps)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """Φ(μ/2 − ε/μ) + Φ(−μ/2 − ε/μ)."""
        return self._losses.risk(eps)

    def gaussian_distance(self) -> Number:
        """μ."""
        return self._distance


class GaussianLaw(NoiseLaw):
    """N(0, b²)."""

    title = "Gaussian noise"
    example = (1,)
    convex = True  # all answers rise with μ², a convex function of the moves

    def pair(self, moves: Sequence[Move]) -> Pair:
        """The pair of independent values; of correlated ones the covariance says μ²."""
        return GaussianShift(sum((move.share**2 for move in moves), Fraction(0)))

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """A normal number."""
        return random.gaussian() * scale * wide


LAW: Final = GaussianLaw()
