"""Gumbel noise of scale b, density e^(−z−e^(−z)) in units of b: one value that moves by t = |Δ|/b.

e^(−z) is a standard exponential variable E. Let s = 1 − e^(−t) and c = e^t − 1.

- Where P is the higher law, L = t − s·E under P and t − c·E under Q: below t, without a lower end.
- Where P is the lower law, L = c·E − t under P and s·E − t under Q: above −t, without an upper end.

*Rényi.* With P higher ∫ P^α·Q^(1−α) = E_Q e^(αL) = e^(αt)/(1 + α·c). With P lower it is
e^(−αt)/(1 − α·s), infinite from α = 1/s on; so the rate is infinite there.

*The rate with P higher* is the limit t − s at α → 1. Proof: K(α) = α·t − ln(1 + α·c) vanishes at 0
and 1, so D_α/α = K(α)/(α(α−1)) is the divided difference K[0, 1, α]; its derivative in α is a third
divided difference, K'''/6 somewhere, and K''' = −2c³/(1+αc)³ is negative.

*Normal laws.* The test that rejects Q above a threshold has the errors α and β = (1−α)^(e^t). As
α → 1, Φ⁻¹(1−β) − Φ⁻¹(α) grows like (e^(t/2) − 1)·√(−2·ln(1−α)): no μ is large enough, and the
trade-off function of (Q, P) is the inverse one.

*All neighbours.* The density is log-concave, so a law that moves less is a post-processing of one
that moves more. P[L > ε] and P[|L| > ε] are not functions that this bounds. P[L > ε] rises with t,
either way, by its derivative. So does R = P[|L| > ε] with P lower: for t > ε, 1 − R =
2·e^(−t/c)·sinh(ε/c), whose logarithm has a derivative of at most (1 + t·e^t − e^(2t))/c² < 0. With
P higher it is never larger than with P lower: 1 − R = 2·e^(−t/s)·sinh(ε/s) there, 1/s = 1 + 1/c,
and u·e^(−tu) is the same at u = 1/s and 1/c while sinh(εu)/u rises.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, exp, ln
from dpverify.defs.pairs.contract import Pair


class GumbelRise(Pair):
    """P is the higher law.

    Args: share t > 0, rational.

    >>> pair = GumbelRise(Fraction(1))
    >>> str(pair.largest_loss()), str(pair.rate()), str(pair.gaussian_distance())
    ('1', 'exp(-1)', 'inf')
    """

    kind = "Gumbel noise"

    def __init__(self, share: Fraction) -> None:
        self.share = share
        self._s, self._c = Value(1) - exp(-share), exp(share) - 1

    def excess(self, eps: Loss | Real) -> Number:
        """P[L > ε] − e^ε·Q[L > ε] = (1 − e^(−(t−ε)/s)) − e^ε·(1 − e^(−(t−ε)/c)) for ε < t."""
        left = Loss(self.share) - eps
        if left <= 0:
            return Value(0)
        if eps == 0:
            return _distance(self.share)
        return self._below(left / self._s) - exp(eps) * self._below(left / self._c)

    def largest_loss(self) -> Loss:
        """t, approached far above."""
        return Loss(self.share)

    def loss_range(self) -> Loss:
        """Infinite: the loss has no lower end."""
        return INFINITY

    def divergence(self, order: Fraction) -> Number:
        """(α·t − ln(1 + α·c))/(α − 1)."""
        logarithm = Loss(order * self.share) - ln(Value(1) + self._c * order)
        return logarithm / Value(order - 1)

    def rate(self) -> Number:
        """The limit t − s of D_α/α at α → 1."""
        return Value(self.share) - self._s

    def gaussian_distance(self) -> Loss:
        """Infinite."""
        return INFINITY

    def beyond(self, eps: Loss | Real) -> Number:
        """1 − e^(−(t−ε)/s) for ε < t."""
        left = Loss(self.share) - eps
        return Value(0) if left <= 0 else self._below(left / self._s)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """P[L > ε] + e^(−(t+ε)/s)."""
        return self.beyond(eps) + exp(-((Loss(self.share) + eps) / self._s))

    @staticmethod
    def _below(most: Number) -> Number:
        """P[E < most]."""
        return Value(1) - exp(-most)


class GumbelFall(Pair):
    """P is the lower law.

    Args: share t > 0, rational.
    """

    kind = "Gumbel noise"

    def __init__(self, share: Fraction) -> None:
        self.share = share
        self._s, self._c = Value(1) - exp(-share), exp(share) - 1

    def excess(self, eps: Loss | Real) -> Number:
        """P[L > ε] − e^ε·Q[L > ε] = e^(−(ε+t)/c) − e^(ε−(ε+t)/s)."""
        if eps == 0:
            return _distance(self.share)
        far = Loss(self.share) + eps
        return exp(-(far / self._c)) - exp(eps) * exp(-(far / self._s))

    def largest_loss(self) -> Loss:
        """Infinite: the loss has no upper end."""
        return INFINITY

    loss_range = rate = gaussian_distance = largest_loss

    def divergence(self, order: Fraction) -> Number:
        """(−α·t − ln(1 − α·s))/(α − 1), infinite where α·s ≥ 1."""
        left = Value(1) - self._s * order
        if left <= 0:
            return INFINITY
        return (Loss(-order * self.share) - ln(left)) / Value(order - 1)

    def beyond(self, eps: Loss | Real) -> Number:
        """e^(−(ε+t)/c)."""
        return exp(-((Loss(self.share) + eps) / self._c))

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """P[L > ε], and for ε < t P[L < −ε] = 1 − e^(−(t−ε)/c)."""
        left = Loss(self.share) - eps
        if left <= 0:
            return self.beyond(eps)
        return self.beyond(eps) + (Value(1) - exp(-(left / self._c)))


def _distance(share: Fraction) -> Number:
    """The total variation e^(−t/c) − e^(−t/s), the same either way and so written the same."""
    s, c = Value(1) - exp(-share), exp(share) - 1
    return exp(-(Loss(share) / c)) - exp(-(Loss(share) / s))


class GumbelLaw(NoiseLaw):
    """Density e^(−z/b − e^(−z/b))/b."""

    title = "Gumbel noise"
    example = (1,)

    def pair(self, moves: Sequence[Move]) -> Pair:
        """The pair of one value."""
        if len(moves) > 1:
            raise Undecided(
                "unsupported",
                "several values that move, each with Gumbel noise: their losses are exponential"
                " variables of different rates, whose sum has no closed form here",
            )
        share = moves[0].share
        return GumbelRise(share) if share > 0 else GumbelFall(-share)

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """Minus the logarithm of an exponential number."""
        return -math.log(max(random.exponential(), 1e-300)) * scale * wide


LAW: Final = GumbelLaw()
