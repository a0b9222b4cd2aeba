"""Logistic noise of scale b, density e^(−z)/(1+e^(−z))² in units of b; values move by t = |Δ|/b.

One value: with v = e^(−z) the loss is t + 2·ln((1+v)/(1+v·e^t)), which falls in v from t to −t.
With k = e^((ε−t)/2) it is above ε for v < (1−k)/(k·e^t − 1), and for −t ≤ ε ≤ t

    P[L > ε] = (1−k)/(1−e^(−t)),   Q[L > ε] = (1−k)/(k·(e^t−1)),   δ(ε) = (1−k)²/(1−e^(−t)).

*The Rényi divergences.* L has the density e^((l−t)/2)/(2(1−e^(−t))) under P, so that with
u = α − 1/2, Σ P^α·Q^(1−α) = E_P e^((α−1)L) = sinh(ut)/(2u·sinh(t/2)). D_α adds up over independent
values.

*The rate.* sup over α > 1 of D_α/α is the limit at α → 1, the Kullback–Leibler divergence
t·coth(t/2) − 2, summed over the values. Proof, as for Laplace noise: sinh(ut)/u is an entire
function of w = u² of order 1/2, whose zeros −(πn/t)² are real and negative, so its logarithm is
concave in w = α(α−1) + 1/4, and (α−1)·D_α, which vanishes at α(α−1) = 0, has a ratio to α(α−1) that
does not increase.

*The distance from normal laws*, for one value. A test beyond a threshold has the errors α = σ(a)
and β = σ(−a−t), σ(x) = 1/(1+e^(−x)), and needs μ = h(a+t) − h(a) with the odd function h = Φ⁻¹∘σ.
If h is concave above 0, the even function h' is largest at 0, and μ at a = −t/2, where it is
−2·Φ⁻¹(1/(1+e^(t/2))). *h is concave above 0*: with Φ, φ at h > 0, the sign of h'' is that of −g,
g = φ·(2Φ−1) − h·Φ·(1−Φ). g vanishes at 0 and ∞, and g' = 2φ² − Φ(1−Φ). Φ(1−Φ)/φ² rises: both parts
vanish at ∞, and the ratio of their derivatives, (2Φ−1)/(2hφ), rises: for h < 1 both of its parts
vanish at 0 and their derivatives have the ratio 1/(1−h²); for h ≥ 1 its logarithm has the
derivative 2φ/(2Φ−1) + h − 1/h > 0. So g' changes its sign once, from + to −, and g > 0.

*All neighbours.* The density is log-concave, so a law that moves less is a post-processing of one
that moves more. ln(sinh(ut)/sinh(t/2)) is convex in t, since x/sinh(xt) falls in x. P[|L| > ε] =
1 − sinh(ε/2)/sinh(t/2) rises with t. So does P[L > ε] = (1−k)/(1−e^(−t)): its logarithm has the
derivative k/(2(1−k)) − 1/(e^t−1), and k ≥ e^(−t/2) makes the first part at least
1/(2(e^(t/2)−1)) ≥ 1/(e^t−1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import Loss, Number, Real, Value, as_value, exp, ln, total
from dpverify.defs.pairs.contract import Pair

HALF: Final = Fraction(1, 2)


class LogisticShift(Pair):
    """Independent logistic noise on values that differ by t_i of their scales.

    Args: shares t_1, …, t_k > 0, rational, at least one.
    Source: the proofs above; that its loss is at most t is folklore.

    >>> pair = LogisticShift([Fraction(1)])
    >>> str(pair.largest_loss()), str(pair.rate()), str(pair.excess(Loss(0)))
    ('1', '(-3+exp(1))/(1-exp(1))', '(-1+exp(1/2))/(1+exp(1/2))')
    """

    kind = "logistic noise on several values"

    def __init__(self, shares: Sequence[Fraction]) -> None:
        self.shares = tuple(sorted(shares))

    def excess(self, eps: Loss | Real) -> Number:
        """(1−k)²/(1−e^(−t)) for ε < t."""
        t = self._only("δ(ε)")
        if eps >= Loss(t):
            return Value(0)
        above = Value(1) - self._k(eps, t)
        return above * above / (Value(1) - exp(-t))

    def largest_loss(self) -> Loss:
        """Σ t_i, approached far above."""
        return Loss(sum(self.shares, Fraction(0)))

    def loss_range(self) -> Loss:
        """2·Σ t_i: the losses at both ends."""
        return Loss(2 * sum(self.shares, Fraction(0)))

    def divergence(self, order: Fraction) -> Number:
        """Σ ln(sinh((α−1/2)·t_i)/((2α−1)·sinh(t_i/2)))/(α−1)."""
        logarithms: Loss | Real = Loss(0)
        for t in self.shares:
            high = exp((order - HALF) * t) - exp((HALF - order) * t)
            low = exp(HALF * t) - exp(-HALF * t)
            logarithms = logarithms + ln(high / low / (2 * order - 1))
        return logarithms / Value(order - 1)

    def rate(self) -> Number:
        """Σ (t_i·(e^t_i + 1)/(e^t_i − 1) − 2), approached as α → 1."""
        return total(as_value((exp(t) + 1) / (exp(t) - 1) * t) - 2 for t in self.shares)

    def beyond(self, eps: Loss | Real) -> Number:
        """(1−k)/(1−e^(−t)) for ε < t."""
        t = self._only("the law of the loss")
        if eps >= Loss(t):
            return Value(0)
        return (Value(1) - self._k(eps, t)) / (Value(1) - exp(-t))

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """1 − sinh(ε/2)/sinh(t/2) for ε < t."""
        t = self._only("the law of the absolute loss")
        if eps >= Loss(t):
            return Value(0)
        inner = exp(eps * HALF) - exp(-(eps * HALF))
        return Value(1) - inner / (exp(HALF * t) - exp(-HALF * t))

    def gaussian_distance(self) -> Number:
        """−2·Φ⁻¹(1/(1+e^(t/2)))."""
        t = self._only("the comparison with normal laws")
        return Real("quantile", 1 / (1 + exp(HALF * t))) * Value(-2)

    def _only(self, question: str) -> Fraction:
        if len(self.shares) > 1:
            self.refuse(question)
        return self.shares[0]

    @staticmethod
    def _k(eps: Loss | Real, share: Fraction) -> Number:
        return exp((eps - Loss(share)) * HALF)


class LogisticLaw(NoiseLaw):
    """Density e^(−z/b)/(b·(1+e^(−z/b))²)."""

    title = "logistic noise"
    example = (1,)
    convex = True

    def pair(self, moves: Sequence[Move]) -> Pair:
        """Independent values; the sign of a move does not matter, the law is symmetric."""
        return LogisticShift([abs(move.share) for move in moves])

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """The logarithm of the odds of a uniform number."""
        u = min(max(random.random(), 1e-300), 1 - 1e-16)
        return math.log(u / (1 - u)) * scale * wide


LAW: Final = LogisticLaw()
