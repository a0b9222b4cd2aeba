"""For the kernel: what integer noise says of two inputs whose released values it shifts.

Trusted, with `laws.py`; a copy of its own, which shares nothing with `defs/laws/`, where the proofs
stand.

- Discrete Laplace, r = e^(−1/b), shift m: L = (2z − m)/b, no less than −m/b and no more than m/b.
- Discrete Gaussian of parameter v = σ², shift m: L = (2mz − m²)/(2v).

Noise that is integer gives no number twice where its shift is no integer: P and Q are disjoint.

What must never change: a number that is returned is the true one, exactly or as a ball.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, gcd, isqrt, lcm, prod
from typing import Any, Final

from flint import arb, arb_poly, fmpq

from dpverify.checkers.kernel.gaussian_corners import refuse_another_corner
from dpverify.checkers.kernel.shifted import Shifted
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision

MOST_LOSSES: Final = 2_000
"""Values of the loss of several integers that are listed."""
MOST_TERMS: Final = 100_000
"""Terms of a sum over a lattice."""


class DiscreteLaplace(Shifted):
    """Independent values, each of scale b and shift m ≥ 1."""

    name = "several values with discrete Laplace noise"

    def __init__(self, values: Sequence[tuple[Fraction, int]]) -> None:
        self.values = values

    def largest_loss(self) -> Any:
        """Σ m/b."""
        return num.Loss(sum(m / b for b, m in self.values))

    def loss_range(self) -> Any:
        """2·Σ m/b."""
        return num.Value(2 * sum(m / b for b, m in self.values))

    def excess(self, eps: Any) -> Any:
        """Σ P·(1 − e^(ε−L)) over L > ε."""
        if len(self.values) > 1:
            return num.total(
                mass * (num.Value(1) - num.exp(eps - num.Loss(loss)))
                for loss, mass in self._losses().items()
                if eps < num.Loss(loss)
            )
        up, down = self._sides(eps)
        if up == 0 and down == 0:  # no loss is beyond ε: exactly 0, whatever is known of e^ε
            return num.Value(0)
        return up - num.exp(eps) * down

    def beyond(self, eps: Any) -> Any:
        """P[L > ε]."""
        if len(self.values) > 1:
            return num.total(m for x, m in self._losses().items() if eps < num.Loss(x))
        return self._sides(eps)[0]

    def beyond_either_way(self, eps: Any) -> Any:
        """P[L > ε] + P[L < −ε]; for one value the second is Q[L > ε], by symmetry."""
        if len(self.values) > 1:
            return num.total(m for x, m in self._losses().items() if eps < num.Loss(abs(x)))
        up, down = self._sides(eps)
        return up + down

    def _sides(self, eps: Any) -> tuple[Any, Any]:
        """P[L > ε] and Q[L > ε] of one value: z ≥ k for the first k with (2k − m)/b > ε.

        P[z ≥ k] = 1 − r^(m−k+1)/(1+r) and Q[z ≥ k] = r^k/(1+r) for 1 ≤ k ≤ m.
        """
        ((b, m),) = self.values
        first = _first(eps, lambda k: num.Loss((2 * k - m) / b), 1, m)
        if first is None:
            return num.Value(0), num.Value(0)
        r = num.exp(-1 / b)
        return num.Value(1) - r ** (m - first + 1) / (1 + r), r**first / (1 + r)

    def _losses(self) -> Mapping[Fraction, Any]:
        """The law of the sum of the losses under P."""
        if prod(m + 1 for _, m in self.values) > MOST_LOSSES:
            raise self.unknown("a loss that takes so many values")
        masses: dict[Fraction, Any] = {}
        for outputs in product(*(range(m + 1) for _, m in self.values)):
            loss, mass = Fraction(0), num.Value(1)
            for z, (b, m) in zip(outputs, self.values, strict=True):
                r = num.exp(-1 / b)
                inside = 1 - r if 0 < z < m else num.Value(1)  # all z ≤ 0, and all z ≥ m, as one
                loss, mass = loss + (2 * z - m) / b, mass * inside * r ** (m - z) / (1 + r)
            masses[loss] = masses.get(loss, num.Value(0)) + mass
        return masses

    def divergence(self, order: Fraction) -> Any:
        """Σ ln(Σ P^α·Q^(1−α))/(α−1): z ≤ 0, what is between and z ≥ m are geometric series."""
        logarithms: Any = num.Loss(0)
        for b, m in self.values:
            r, growth = num.exp(-1 / b), num.exp((2 * order - 1) / b)
            far, near = num.exp(-order * m / b), num.exp((order - 1) * m / b)
            between = (growth**m - growth) / (growth - 1)
            logarithms = logarithms + num.ln((far + near + (1 - r) * far * between) / (1 + r))
        return logarithms / num.Value(order - 1)

    def rate(self) -> Any:
        """Σ m/b − 2r·(1 − r^m)/(b·(1 − r²)), the limit at order 1."""
        parts = []
        for b, m in self.values:
            r = num.exp(-1 / b)
            parts.append(num.Value(m / b) - 2 * r * (1 - r**m) / (b * (1 - r**2)))
        return num.total(parts)

    def gaussian_distance(self) -> Any:
        """−Φ⁻¹(r^j/(1+r)) − Φ⁻¹(r^(m+1−j)/(1+r)) at the middle corner j."""
        if len(self.values) > 1:
            raise self.unknown("the comparison with normal laws")
        ((b, m),) = self.values
        r, j = num.exp(-1 / b), (m + 1) // 2
        first, second = r**j / (1 + r), r ** (m + 1 - j) / (1 + r)
        return -(num.Real("quantile", first) + num.Real("quantile", second))


class DiscreteGaussian(Shifted):
    """Independent values, each of parameter v and shift m ≥ 1."""

    name = "discrete Gaussian noise"

    def __init__(self, values: Sequence[tuple[Fraction, int]]) -> None:
        self.values = values

    def largest_loss(self) -> Any:
        """Infinite."""
        return num.INFINITY

    loss_range = largest_loss

    def rate(self) -> Any:
        """Σ m²/(2v): D_α/α is no larger, and as large at α = 2."""
        return num.Value(sum(Fraction(m * m) / (2 * v) for v, m in self.values))

    def divergence(self, order: Fraction) -> Any:
        """Σ α·m²/(2v) + ln(θ(αm)/θ(0))/(α−1), θ(x) = Σ e^(−(z−x)²/(2v)) of period 1."""
        divergence = num.Value(order) * self.rate()
        for v, m in self.values:
            place = order * m % 1
            if place:
                theta = HalfLattice(place, v) + HalfLattice(1 - place, v)
                divergence = divergence + num.ln(theta / _whole(v)) / num.Value(order - 1)
        return divergence

    def excess(self, eps: Any) -> Any:
        """P[L > ε] − e^ε·Q[L > ε]."""
        up, down = self._sides(eps)
        return up - num.exp(eps) * down

    def beyond(self, eps: Any) -> Any:
        """P[L > ε]."""
        return self._sides(eps)[0]

    def beyond_either_way(self, eps: Any) -> Any:
        """P[L > ε] + P[L < −ε], the second Q[L > ε] by symmetry; 1 where no loss lies between."""
        first = self._first_beyond(eps, self.half)
        if num.Loss(-(self.half + (first - 1) * self.step)) > eps:
            return num.Value(1)
        up, down = self._sides(eps)
        return up + down

    def gaussian_distance(self) -> Any:
        """−Φ⁻¹(P[z ≥ j]) − Φ⁻¹(P[z ≥ m+1−j]) at the middle corner j, where it is largest."""
        if len(self.values) > 1:
            raise self.unknown("the comparison of several values with normal laws")
        ((v, m),) = self.values
        refuse_another_corner(v, m)
        middle = m // 2 + 1
        first, second = (HalfLattice(Fraction(j), v) / _whole(v) for j in (middle, m + 1 - middle))
        return -(num.Real("quantile", first) + num.Real("quantile", second))

    def _sides(self, eps: Any) -> tuple[Any, Any]:
        """P[L > ε] and Q[L > ε].

        With u the noise itself, L = Σ m·u/v + c under P and Σ m·u/v − c under Q, c = Σ m²/(2v).
        Σ m·u/v takes all multiples of one step and no other values: m/v = n·step with integers n
        that have no common divisor.
        """
        weights = [(v, int(m / v / self.step)) for v, m in self.values]
        up, down = (
            SumFrom(weights, self._first_beyond(eps, middle)) for middle in (self.half, -self.half)
        )
        return up, down

    @property
    def half(self) -> Fraction:
        """The c of `_sides`."""
        return sum((Fraction(m * m) / (2 * v) for v, m in self.values), Fraction(0))

    @property
    def step(self) -> Fraction:
        """The step of the losses."""
        below = lcm(*((m / v).denominator for v, m in self.values))
        return Fraction(gcd(*(int(m / v * below) for v, m in self.values)), below)

    def _first_beyond(self, eps: Any, middle: Fraction) -> int:
        """The first k with middle + k·step > ε."""

        def loss(k: int) -> Any:
            return num.Loss(middle + k * self.step)

        reach = 1
        while loss(-reach) > eps or not loss(reach) > eps:
            reach *= 2
            if reach > MOST_TERMS:
                raise self.unknown("so large an eps")
        first = _first(eps, loss, -reach, reach)
        return reach if first is None else first


def _first(eps: Any, loss: Any, low: int, high: int) -> int | None:
    """The first k between low and high whose loss is above ε, by halving; the loss rises with k."""
    if not loss(high) > eps:
        return None
    while low < high:
        middle = (low + high) // 2
        if loss(middle) > eps:
            high = middle
        else:
            low = middle + 1
    return low


def _whole(variance: Fraction) -> Any:
    """Σ e^(−z²/(2v)) over all integers."""
    return HalfLattice(Fraction(0), variance) + HalfLattice(Fraction(1), variance)


class SumFrom(num.Real):
    """P[Σ n·u ≥ k], u independent with P[u] ∝ e^(−u²/(2v)), for pairs (v, n ≥ 1), k an integer."""

    __slots__ = ("_first", "_weights")

    def __init__(self, weights: Sequence[tuple[Fraction, int]], first: int) -> None:
        super().__init__("lattice sum")
        self._weights, self._first = sorted(weights), first

    def __str__(self) -> str:
        return f"lattice sum({self._weights}, {self._first})"

    def ball(self, bits: int) -> arb:
        """By a product of polynomials Σ P[u]·x^(n·u), whose tails are cut off and added as a ball.

        From r on, r² ≥ 2v·bits, the terms sum to less than e^(−r²/(2v))/(1 − e^(−r/v)).
        """
        with working_precision(bits + 32):
            product_, lowest, missing = arb_poly([1]), 0, arb(0)
            for v, n in self._weights:
                r = isqrt(ceil(2 * v * bits)) + 1
                lowest -= n * r
                if (product_.degree() + 2 * n * r) > MOST_TERMS:
                    raise num.Undecided("unsupported", "a loss that takes so many values")
                rate = fmpq(-v.denominator, 2 * v.numerator)
                terms = [arb(rate * u * u).exp() for u in range(r + 1)]
                rest = 2 * terms[-1] / (1 - arb(2 * rate * r).exp()) * arb(0.5, 0.5)
                whole = 1 + 2 * sum(terms[1:-1], arb(0)) + rest
                coefficients = [arb(0)] * (2 * n * r + 1)
                for u in range(1 - r, r):
                    coefficients[n * (u + r)] = terms[abs(u)] / whole
                product_ *= arb_poly(coefficients)
                missing += rest / whole
            masses = product_.coeffs()
            return sum(masses[max(0, self._first - lowest) :], arb(0)) + missing * arb(0.5, 0.5)


class HalfLattice(num.Real):
    """Σ e^(−(k+x)²/(2v)) over the integers k ≥ 0, for a rational x and v > 0."""

    __slots__ = ("_place", "_variance")

    def __init__(self, place: Fraction, variance: Fraction) -> None:
        super().__init__("lattice")
        self._place, self._variance = place, variance

    def __str__(self) -> str:
        return f"lattice({self._place}, {self._variance})"

    def ball(self, bits: int) -> arb:
        """The terms up to the first y = k + x ≥ 1 with y² ≥ 2v·bits, and a ball for the rest.

        From y on the ratio of two terms is e^(−(2y+1)/(2v)) < e^(−y/v), so that they sum to less
        than e^(−y²/(2v))/(1 − e^(−y/v)).
        """
        last = 1
        while last * last < 2 * self._variance * bits:
            last += 1 + last // 8
        count = max(0, ceil(last - self._place))
        if count > MOST_TERMS:
            raise num.Undecided("bits", "a sum over a lattice has too many terms")
        rate = fmpq(-self._variance.denominator, 2 * self._variance.numerator)
        x = fmpq(self._place.numerator, self._place.denominator)
        with working_precision(bits + 32):
            total = arb(0)
            for k in range(count):
                total += arb(rate * (x + k) * (x + k)).exp()
            y = x + count
            rest = arb(rate * y * y).exp() / (1 - arb(2 * rate * y).exp())
            return total + rest * arb(0.5, 0.5)
