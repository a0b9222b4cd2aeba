"""Discrete Laplace noise, P[z] ∝ r^|z| over the integers with r = e^(−1/b): values that move by m.

One value: the loss is m/b on z ≥ m, −m/b on z ≤ 0 and (2z − m)/b between, so it takes m + 1
values, and those of several independent values add up.

*The Rényi divergences.* With u = α − 1/2, Σ P^α·Q^(1−α) = r^(m/2)·(1−r)/(1+r)·G(u), where G(u) =
2·cosh(u·m/b)/(1−r) + Σ cosh(u·(m−2k)/b) over 0 < k < m; its sum over k is geometric. D_α adds up
over independent values.

*The rate.* sup over α > 1 of D_α/α is the limit at α → 1, the Kullback–Leibler divergence m/b −
2r·(1 − r^m)/(b·(1 − r²)). Proof, as for continuous noise: G is an entire function of w = u² of
order 1/2; if all its zeros are real and negative, ln G is concave in w (Hadamard), and D_α/α does
not increase. With z = e^(2u/b) the zeros are those of p(z) = A·z^m + z^(m−1) + … + z + A, where
A = 1/(1−r) > 1. On the unit circle, z = e^(2iφ), p has the size of sin((m+1)φ)/sin φ +
2(A−1)·cos(mφ), whose sign is that of (−1)^j at φ = jπ/m for j = 0, …, m (at 0 and π in the limit).
So it has m zeros there, which are all of p; there u is imaginary and w negative, and w = 0 is none,
since p(1) > 0.

*The distance from normal laws* of one value. The corners of the trade-off function are α =
r^j/(1+r), β = r^(m+1−j)/(1+r), j = 1, …, m; between them it is linear, and a convex function that
is below it at the corners is below it between. −Φ⁻¹(e^x) is concave, so −Φ⁻¹(α) − Φ⁻¹(β), whose α·β
is the same at all corners, is largest at the middle one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, Final

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import Loss, Number, Real, Value, exp, ln, total
from dpverify.defs.pairs.contract import NO_WORST_TEST, Disjoint, Pair
from dpverify.defs.risk.finite_law import FiniteLaw

MOST_LOSSES: Final = 2_000
"""Combinations of losses of several values; more are not listed."""


class DiscreteLaplaceShift(Pair):
    """Independent discrete Laplace noise of scales b_i on values that differ by m_i ≥ 1.

    Args: scales and steps, at least one of each.
    Source: Ghosh, Roughgarden, Sundararajan 2009 (the mechanism); for the rest the proofs above.

    >>> pair = DiscreteLaplaceShift([Fraction(1)], [1])
    >>> str(pair.largest_loss()), str(pair.excess(Loss(0)))
    ('1', '(-1+exp(1))/(1+exp(1))')
    """

    kind = "discrete Laplace noise on several values"

    def __init__(self, scales: Sequence[Fraction], steps: Sequence[int]) -> None:
        self.values = sorted(zip(scales, steps, strict=True))

    @cached_property
    def _losses(self) -> FiniteLaw:
        """The law of the loss under P.

        Raises: Undecided("unsupported") where it has too many values.
        """
        if prod(steps + 1 for _, steps in self.values) > MOST_LOSSES:
            raise Undecided(
                "unsupported",
                f"discrete Laplace noise whose loss has more than {MOST_LOSSES:,} values: δ(ε) and"
                " the law of the loss are sums over all of them",
            )
        masses: dict[Fraction, Value] = {}
        for points in product(*(_points(*value) for value in self.values)):
            loss = sum((loss for loss, _ in points), Fraction(0))
            mass = prod((mass for _, mass in points), start=Value(1))
            masses[loss] = masses.get(loss, Value(0)) + mass
        return FiniteLaw([(Loss(loss), mass) for loss, mass in masses.items()])

    def excess(self, eps: Loss | Real) -> Number:
        """E max(0, 1 − e^(ε−L))."""
        return self._losses.delta(eps)

    def largest_loss(self) -> Loss:
        """Σ m_i/b_i."""
        return Loss(sum((steps / scale for scale, steps in self.values), Fraction(0)))

    def loss_range(self) -> Loss:
        """Twice the largest loss: −L is taken too."""
        return Loss(2 * sum((steps / scale for scale, steps in self.values), Fraction(0)))

    def divergence(self, order: Fraction) -> Number:
        """Σ ln(Σ P^α·Q^(1−α))/(α − 1)."""
        logarithms: Loss | Real = Loss(0)
        for scale, steps in self.values:
            logarithms = logarithms + ln(_moment(scale, steps, order))
        return logarithms / Value(order - 1)

    def rate(self) -> Number:
        """The Kullback–Leibler divergence."""
        return total(_expected(scale, steps) for scale, steps in self.values)

    def beyond(self, eps: Loss | Real) -> Number:
        """P[L > ε]."""
        return Value(1) - self._losses.at_most(eps)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """P[|L| > ε]."""
        return self._losses.risk(eps)

    def gaussian_distance(self) -> Number:
        """−Φ⁻¹(α) − Φ⁻¹(β) at the middle corner, for one value."""
        if len(self.values) > 1:
            self.refuse("the comparison with normal laws", NO_WORST_TEST)
        ((scale, steps),) = self.values
        ratio, middle = exp(-1 / scale), (steps + 1) // 2
        first, second = (
            Real("quantile", ratio**j / (1 + ratio)) for j in (middle, steps + 1 - middle)
        )
        return -(first + second)


def _points(scale: Fraction, steps: int) -> list[tuple[Fraction, Any]]:
    """The losses of one value with their probabilities under P.

    Raises: Undecided("unsupported") where they are too many to be listed.
    """
    ratio: Any = exp(-1 / scale)
    end = 1 / (1 + ratio)
    inner = [
        (Fraction(2 * z - steps) / scale, (1 - ratio) * end * ratio ** (steps - z))
        for z in range(1, steps)
    ]
    return [(-steps / scale, end * ratio**steps), *inner, (steps / scale, end)]


def _moment(scale: Fraction, steps: int, order: Fraction) -> Value:
    """Σ P^α·Q^(1−α): outside, r^(αm) + r^((1−α)m) over 1 + r; between, a geometric sum."""
    ratio: Any = exp(-1 / scale)
    growth: Any = exp((2 * order - 1) / scale)
    far: Any = exp(-order * steps / scale)
    outside = (far + exp((order - 1) * steps / scale)) / (1 + ratio)
    between = (growth**steps - growth) / (growth - 1)
    moment: Value = outside + (1 - ratio) / (1 + ratio) * far * between
    return moment


def _expected(scale: Fraction, steps: int) -> Value:
    """E L = m/b − 2r·(1 − r^m)/(b·(1 − r²))."""
    ratio: Any = exp(-1 / scale)
    mean: Value = Value(steps / scale) - 2 * ratio * (1 - ratio**steps) / (scale * (1 - ratio**2))
    return mean


class DiscreteLaplaceLaw(NoiseLaw):
    """P[z] ∝ e^(−|z|/b)."""

    title = "discrete Laplace noise"
    example = (1,)
    symbolic = True

    def pair(self, moves: Sequence[Move]) -> Pair:
        """Independent values; one that moves by no integer gives what is impossible before."""
        if any(move.distance.denominator > 1 for move in moves):
            return Disjoint()
        return DiscreteLaplaceShift(
            [move.scale for move in moves], [abs(int(move.distance)) for move in moves]
        )

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """An exponential number with a random sign, to be rounded."""
        size = random.exponential() * scale * wide
        return -size if random.random() < 0.5 else size


LAW: Final = DiscreteLaplaceLaw()
