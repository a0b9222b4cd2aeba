"""Laplace noise: values with independent noise, the same on both inputs, whose places differ.

With t_i = |Δ_i|/b_i the loss is the sum of independent losses, each in [−t_i, t_i].

*The Rényi divergences.* For one value, Σ P^α·Q^(1−α) = e^(−t/2)·(cosh(ut) + sinh(ut)/(2u)) with
u = α − 1/2, by integrating over the three pieces. D_α adds up over independent values.

*The rate.* sup over α > 1 of D_α/α is the limit at α → 1, the Kullback–Leibler divergence
Σ (t_i + e^(−t_i) − 1). Proof: let K(α) = (α−1)·D_α = Σ −t_i/2 + ln F_i(u²), where
F(w) = cosh(√w·t) + sinh(√w·t)/(2√w) is an entire function of w of order 1/2. y(x) = cosh(√w·x) +
sinh(√w·x)/(2√w) solves y'' = w·y with y'(0) = y(0)/2, so a zero w of F is an eigenvalue of that
problem with y(t) = 0. It is self-adjoint, and −w·∫y² = y(0)²/2 + ∫y'² > 0, so all zeros are real
and negative. Then F(w) = F(0)·∏(1 + w/|w_n|) (Hadamard), ln F is concave in w = α(α−1) + 1/4, and
K, which vanishes at α(α−1) = 0, has a ratio K/(α(α−1)) = D_α/α that does not increase.

*The distance from normal laws*, for one value. Along α = c·e^s, β = c·e^(−s), c = e^(−t/2)/2,
|s| ≤ t/2, the trade-off function is met by μ(s) = g(ln c + s) + g(ln c − s), g(x) = −Φ⁻¹(e^x).
ln Φ is concave, so g is concave and μ is largest at s = 0. Further out, at α < e^(−t)/2, the
function is β = 1 − e^t·α and μ = g(ln α) − g(ln α + t) rises with α, because g is concave; by
symmetry so it is at the other end. So the largest is μ = −2Φ⁻¹(e^(−t/2)/2).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import Loss, Number, Real, Value, exp, ln, total
from dpverify.defs.pairs.contract import NO_WORST_TEST, Pair
from dpverify.defs.risk.laplace_vector import LaplaceVector


class LaplaceShift(Pair):
    """Independent Laplace noise on values that differ by t_i of their scales.

    Args: shares t_1, …, t_k > 0, rational, at least one.
    Source: Dwork, McSherry, Nissim, Smith 2006 (the mechanism); Mironov 2017, Proposition 6 (D_α
        of one value); for the rate and the distance the proofs above.

    >>> pair = LaplaceShift([Fraction(1)])
    >>> str(pair.rate()), str(pair.divergence(Fraction(2)))
    ('exp(-1)', 'ln(2/3*exp(1)+1/3*exp(-2))')
    """

    kind = "Laplace noise on several values"

    def __init__(self, shares: Sequence[Fraction]) -> None:
        self.shares = tuple(sorted(shares))

    @cached_property
    def _losses(self) -> LaplaceVector:
        return LaplaceVector(self.shares)  # takes long for many values, and few questions ask it

    def excess(self, eps: Loss | Real) -> Number:
        """E max(0, 1 − e^(ε−L)), by the law of the sum of the losses."""
        return self._losses.delta(eps)

    def largest_loss(self) -> Loss:
        """Σ t_i."""
        return Loss(sum(self.shares, Fraction(0)))

    def loss_range(self) -> Loss:
        """2·Σ t_i: the loss takes both ends, +Σ t_i and −Σ t_i."""
        return Loss(2 * sum(self.shares, Fraction(0)))

    def divergence(self, order: Fraction) -> Number:
        """Σ ln(α/(2α−1)·e^((α−1)t_i) + (α−1)/(2α−1)·e^(−α·t_i)) / (α−1)."""
        logarithms: Loss | Real = Loss(0)
        for share in self.shares:
            moment = exp((order - 1) * share) * (order / (2 * order - 1)) + exp(-order * share) * (
                (order - 1) / (2 * order - 1)
            )
            logarithms = logarithms + ln(moment)
        return logarithms / Value(order - 1)

    def rate(self) -> Number:
        """Σ (t_i + e^(−t_i) − 1), approached as α → 1."""
        return total(Value(share - 1) + exp(-share) for share in self.shares)

    def beyond(self, eps: Loss | Real) -> Number:
        """P[L > ε]."""
        return Value(1) - self._losses.at_most(eps)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """P[|L| > ε]."""
        return self._losses.risk(eps)

    def gaussian_distance(self) -> Number:
        """−2·Φ⁻¹(e^(−t/2)/2) for one value."""
        if len(self.shares) > 1:
            self.refuse("the comparison with normal laws", NO_WORST_TEST)
        half = exp(self.shares[0] * Fraction(-1, 2)) / 2
        return Real("quantile", half) * Value(-2)


class LaplaceLaw(NoiseLaw):
    """Density e^(−|z|/b)/(2b)."""

    title = "Laplace noise"
    example = (1,)
    symbolic = True
    convex = True

    def pair(self, moves: Sequence[Move]) -> Pair:
        """Independent values; the sign of a move does not matter, the law is symmetric."""
        return LaplaceShift([abs(move.share) for move in moves])

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """An exponential number with a random sign."""
        size = random.exponential() * scale * wide
        return -size if random.random() < 0.5 else size


LAW: Final = LaplaceLaw()
