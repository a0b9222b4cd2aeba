"""Discrete Gaussian noise, P[z] ∝ e^(−z²/(2s)) over the integers: values that move by m.

The scale of the law is s = σ². The loss at z is (2mz − m²)/(2s), without an end either way.

*The Rényi divergences.* Completing the square, Σ P^α·Q^(1−α) = e^(α(α−1)m²/(2s))·θ(αm)/θ(0) with
θ(x) = Σ e^(−(z−x)²/(2s)) over all integers z. θ has the period 1, and is largest at integers (its
Fourier coefficients are positive). So D_α = α·m²/(2s) exactly where α·m is an integer, and less
elsewhere.

*The rate.* D_α/α is at most m²/(2s), and equal to it at α = 2. It adds up over independent values.

*Normal laws.* The trade-off function has a corner for every integer j. It lies on the curve of
N(0,1) and N(μ,1) for μ = h(j) − h(j−m), where h(j) = −Φ⁻¹(P[z ≥ j]): the sum of m neighbouring
steps d(k) = h(k+1) − h(k). As h(1−j) = −h(j), d(−k) = d(k). If no step beyond p = ⌊m/2⌋ is larger
than any up to it, the largest sum is that of the steps nearest to 0, at the middle corner. Up to
some k this is seen by balls, from there on by a bound, with the hazard rate λ of a normal law,
y < λ(y) < y + 1/y:

- Let 2s/k ≤ c ≤ k/2 and h(k) ≥ (k−c)/√s. Then h(j) ≥ (j−c)/√s for j ≥ k: P[z > j]/P[z ≥ j] is at
  most e^(−(2j+1)/(2s)), by log-concavity, and the tail of the normal law from (j−c)/√s to
  (j+1−c)/√s falls at most by e^(−(2(j−c)+1)/(2s))·(j−c)/(j−c+1), which is more as j−c ≥ s/c.
- h(j+1)² − h(j)² is at most twice ln(P[z ≥ j]/P[z > j]), and that at most (2j+1)/(2s) − ln(1−q),
  q = e^(−(2j+1)/(2s)), by a geometric series. Divided by h(j+1) + h(j) ≥ (2j+1−2c)/√s this bounds
  d(j), and falls as j grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, sqrt
from typing import Final

from flint import arb, fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, ln
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.pairs.contract import Disjoint, Pair
from dpverify.defs.risk.discrete_gaussian import DiscreteGaussian
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.several_gaussians import SeveralGaussians

SEVERAL: Final = (
    "the smallest mu of several values with discrete Gaussian noise is a supremum over the corners"
    " of a trade-off function whose losses are sums over a lattice of several dimensions; the root"
    " of the sum of the squares of their mu bounds it (Dong, Roth, Su 2022, Corollary 3.3) and is"
    " not attained"
)
MOST_STEPS: Final = 2_000
"""Steps between corners that are compared by balls."""


class DiscreteGaussianShift(Pair):
    """Independent discrete Gaussian noise of parameters s_i on values that differ by m_i ≥ 1.

    Args: variances s_i and steps m_i, at least one of each.
    Source: Canonne, Kamath, Steinke 2020, Theorems 4 (the rate) and 7 (δ(ε)).

    >>> pair = DiscreteGaussianShift([Fraction(1)], [1])
    >>> str(pair.rate()), str(pair.divergence(Fraction(3)))
    ('1/2', '3/2')
    """

    kind = "discrete Gaussian noise"

    def __init__(self, variances: Sequence[Fraction], steps: Sequence[int]) -> None:
        self.values = sorted(zip(variances, steps, strict=True))

    def excess(self, eps: Loss | Real) -> Number:
        """P[L > ε] − e^ε·Q[L > ε]."""
        return self._losses().delta(eps)

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
        return Value(1) - self._losses().at_most(eps)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """P[|L| > ε]."""
        return self._losses().risk(eps)

    def gaussian_distance(self) -> Number:
        """−Φ⁻¹(P[z ≥ j]) − Φ⁻¹(P[z ≥ m+1−j]) at the middle corner j = ⌊m/2⌋ + 1.

        Raises: Undecided("unsupported") for several values, and where `refuse_larger_step` does.
        """
        if len(self.values) > 1:
            raise Undecided("unsupported", SEVERAL)
        ((variance, steps),) = self.values
        middle = steps // 2 + 1
        refuse_larger_step(variance, middle - 1)
        tails = [_at_least(variance, corner) for corner in (middle, steps + 1 - middle)]
        return -(Real("quantile", tails[0]) + Real("quantile", tails[1]))

    def _losses(self) -> DiscreteGaussian | SeveralGaussians:
        if len(self.values) > 1:
            return SeveralGaussians(self.values)
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


def refuse_larger_step(variance: Fraction, inner: int) -> None:
    """Return if no step d(k) with k > p is larger than one with k ≤ p, for p = `inner`.

    Raises: Undecided("unsupported") where that is not seen among MOST_STEPS steps.
    """
    last = inner + max(2, ceil(8 * variance))
    while last <= MOST_STEPS:
        for bits in (160, 640):
            with working_precision(bits):
                if _steps_fall(variance, inner, last, bits):
                    return
        last *= 2
    raise Undecided(
        "unsupported",
        "the smallest mu of discrete Gaussian noise is a supremum over the infinitely many corners"
        " of its trade-off function; that the middle one needs most is not seen among the first"
        f" {MOST_STEPS}",
    )


def _steps_fall(variance: Fraction, inner: int, last: int, bits: int) -> bool:
    """Whether balls show that d(k) ≤ d(p) ≤ d(i) for i ≤ p < k, beyond `last` by the bound."""
    half = fmpq(variance.denominator, 2 * variance.numerator)
    s = 1 / (2 * arb(half))
    # From `last` on, terms fall at least by e^(−last/s): after so many the rest is small.
    end = last + ceil(variance * bits / last) + 1
    tail = _term(half, fmpq(end)) / (1 - arb(-2 * half * end).exp()) * arb(0.5, 0.5)
    tails = [tail := tail + _term(half, fmpq(z)) for z in range(end - 1, 0, -1)]
    whole = 1 + 2 * tails[-1]
    upper = [(2 * t / whole).erfcinv() * arb(2).sqrt() for t in reversed(tails[-last:])]
    h = [-upper[0], *upper]  # h(0), h(1), …, h(last)
    steps = [after - before for before, after in pairwise(h)]
    c = (last - s.sqrt() * h[last]).max(2 * s / last)
    if not c <= arb(last) / 2:
        return False
    rest = -(1 - arb(-half * (2 * last + 1)).exp()).log()
    bound = s.sqrt() * ((2 * last + 1) / s + 2 * rest) / (2 * last + 1 - 2 * c)
    least = steps[inner]
    return (
        all(step >= least for step in steps[:inner])
        and all(step < least for step in steps[inner + 1 :])
        and bool(bound < least)
    )


def _at_least(variance: Fraction, corner: int) -> Real:
    """P[z ≥ j], j ≥ 1."""
    law = DiscreteGaussian(fmpq(variance.numerator, variance.denominator), 1)
    return law.mass_from(corner)


def _term(half: fmpq, distance: fmpq) -> arb:
    return arb(-half * distance * distance).exp()


class DiscreteGaussianLaw(NoiseLaw):
    """P[z] ∝ e^(−z²/(2s)), s the scale."""

    title = "discrete Gaussian noise"
    example = (1,)

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
