"""For the kernel: what each law of noise says of two inputs whose released values it shifts.

Trusted; the kernel's own copy, which shares nothing with `defs/laws/`, where the proofs stand. P is
the law of the output on the first input, Q that on the second, L = ln(P/Q). A shift is the scale of
the noise and by how much the value is further along its noise on the first input, not 0. A method
that is missing is a question that is not answered here.

- Gaussian values, K their covariance, Δ their shift, μ² = Δᵀ·K⁻¹·Δ. The loss is N(μ²/2, μ²).
- Laplace, t_i = |Δ_i|/b_i: the loss is a sum of independent losses in [−t_i, t_i].
- Uniform values of half-width b: a share 1 − ∏(1 − |Δ_i|/(2b_i)) of P is impossible under Q, and
  elsewhere the loss is 0.
- One exponential value, t = |Δ|/b: with P higher the loss is t and Q can do what P cannot; with P
  lower a share 1 − e^(−t) of P is impossible under Q, and elsewhere the loss is −t. Geometric noise
  is the same with integers.
- One Gumbel value, E = e^(−z) standard exponential, s = 1 − e^(−t), c = e^t − 1: with P higher
  L = t − s·E under P and t − c·E under Q; with P lower L = c·E − t under P and s·E − t under Q.
- Discrete Laplace, r = e^(−1/b), shift m: L = (2z − m)/b, no less than −m/b and no more than m/b.
- Discrete Gaussian of parameter v = σ², shift m: L = (2mz − m²)/(2v).

Noise that is integer gives no number twice where its shift is no integer: P and Q are disjoint.

What must never change: a number that is returned is the true one, exactly or as a ball.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, prod
from typing import Any, Final

from flint import arb, fmpq

from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.functions import power

CONTINUOUS: Final = ("laplace", "exponential", "gaussian", "uniform", "gumbel")
"""Laws of the noise of real numbers."""
OF_INTEGERS: Final = ("laplace", "exponential", "discrete_gaussian")
"""Laws of the noise of integers, by the names that a program traced on integers has for them."""
CONVEX: Final = ("laplace",)
"""Laws of real numbers whose largest loss, range, divergences and rate are sums of convex functions
of the shifts."""
HALF: Final = Fraction(1, 2)
MOST_LOSSES: Final = 2_000
"""Values of the loss of several integers that are listed."""
MOST_TERMS: Final = 100_000
"""Terms of a sum over a lattice."""

Shift = tuple[Fraction, Fraction]
"""The scale of the noise, and by how much the value is further along it on the first input."""


class Shifted:
    """Two laws of the output, one shifted against the other; no question is answered by default."""

    name = "noise"

    def excess(self, eps: Any) -> Any:
        """δ(ε) = sup over events S of P(S) − e^ε·Q(S)."""
        raise self.unknown("delta")

    def largest_loss(self) -> Any:
        """sup L."""
        raise self.unknown("the largest loss")

    def loss_range(self) -> Any:
        """sup L − inf L."""
        raise self.unknown("the range of the loss")

    def divergence(self, order: Fraction) -> Any:
        """D_α(P‖Q)."""
        raise self.unknown("the Rényi divergence")

    def rate(self) -> Any:
        """sup over α > 1 of D_α(P‖Q)/α."""
        raise self.unknown("the divergences of all orders")

    def beyond(self, eps: Any) -> Any:
        """P[L > ε]."""
        raise self.unknown("the law of the loss")

    def beyond_either_way(self, eps: Any) -> Any:
        """P[|L| > ε]."""
        raise self.unknown("the law of the absolute loss")

    def gaussian_distance(self) -> Any:
        """The smallest μ at which N(0,1) and N(μ,1) are as easy to tell apart."""
        raise self.unknown("the comparison with normal laws")

    def unknown(self, question: str) -> num.Undecided:
        """The refusal of a question."""
        return num.Undecided("unsupported", f"{question} of {self.name} is not re-checked here")


def shifted(
    law: str, shifts: Sequence[Shift], square: Fraction, *, integers: bool
) -> Shifted:
    """The pair of laws of all values that move; `square` is μ² of the Gaussian ones.

    Raises: Undecided where the law, or so many values with it, is not known here.
    """
    if integers and any(distance.denominator > 1 for _, distance in shifts):
        return Missed(num.Value(1))
    steps = [(scale, abs(int(distance))) for scale, distance in shifts] if integers else []
    match law, integers:
        case "none", _:
            return Equal()
        case "gaussian", False:
            return Gaussian(square)
        case "laplace", False:
            return Laplace([abs(distance) / scale for scale, distance in shifts])
        case "uniform", False:
            both = prod(max(Fraction(0), 1 - abs(by) / scale / 2) for scale, by in shifts)
            return Missed(num.Value(1 - both))
        case "exponential", _:
            return _one_sided(law, shifts, ExponentialRise, ExponentialFall)
        case "gumbel", False:
            return _one_sided(law, shifts, GumbelRise, GumbelFall)
        case "laplace", True:
            return DiscreteLaplace(steps)
        case "discrete_gaussian", True:
            return DiscreteGaussian(steps)
        case _:
            raise num.Undecided("unsupported", f"nothing is known here about {law} noise")


def _one_sided(law: str, shifts: Sequence[Shift], rise: Any, fall: Any) -> Shifted:
    if len(shifts) > 1:
        text = f"several values that move with {law} noise are not re-checked here"
        raise num.Undecided("unsupported", text)
    ((scale, distance),) = shifts
    pair: Shifted = rise(distance / scale) if distance > 0 else fall(-distance / scale)
    return pair


class Equal(Shifted):
    """P = Q."""

    def excess(self, eps: Any) -> Any:
        """0."""
        del eps
        return num.Value(0)

    def largest_loss(self) -> Any:
        """0."""
        return num.Value(0)

    def divergence(self, order: Fraction) -> Any:
        """0."""
        del order
        return num.Value(0)

    loss_range = rate = gaussian_distance = largest_loss
    beyond = beyond_either_way = excess


class Missed(Shifted):
    """A share of P is impossible under Q, and elsewhere the loss is 0."""

    def __init__(self, share: Any) -> None:
        self.share = share

    def excess(self, eps: Any) -> Any:
        """That share."""
        del eps
        return self.share

    def largest_loss(self) -> Any:
        """Infinite."""
        return num.INFINITY

    def divergence(self, order: Fraction) -> Any:
        """Infinite."""
        del order
        return num.INFINITY

    loss_range = rate = gaussian_distance = largest_loss
    beyond = beyond_either_way = excess


class Gaussian(Shifted):
    """N(μ,1) against N(0,1)."""

    name = "Gaussian noise"

    def __init__(self, square: Fraction) -> None:
        self.square = square
        self.mu: Any = power(num.Value(square), num.Value(HALF))

    def excess(self, eps: Any) -> Any:
        """Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)."""
        if eps == 0:
            return num.Real("normal", self.mu / 2) * num.Value(2) - num.Value(1)
        return self.beyond(eps) - num.exp(eps) * self._below(eps)

    def largest_loss(self) -> Any:
        """Infinite."""
        return num.INFINITY

    loss_range = largest_loss

    def divergence(self, order: Fraction) -> Any:
        """α·μ²/2."""
        return num.Value(order * self.square / 2)

    def rate(self) -> Any:
        """μ²/2."""
        return num.Value(self.square / 2)

    def beyond(self, eps: Any) -> Any:
        """Φ(μ/2 − ε/μ)."""
        return num.Real("normal", self.mu / 2 - eps / self.mu)

    def beyond_either_way(self, eps: Any) -> Any:
        """Φ(μ/2 − ε/μ) + Φ(−μ/2 − ε/μ)."""
        return num.Value(1) if eps == 0 else self.beyond(eps) + self._below(eps)

    def _below(self, eps: Any) -> Any:
        """P[L < −ε], which is Q[L > ε]."""
        return num.Real("normal", -(self.mu / 2) - eps / self.mu)

    def gaussian_distance(self) -> Any:
        """μ."""
        return self.mu


class Laplace(Shifted):
    """Independent values, t_i = |Δ_i|/b_i."""

    name = "several values with Laplace noise"

    def __init__(self, shares: Sequence[Fraction]) -> None:
        self.shares = shares

    def _only(self, question: str) -> Fraction:
        if len(self.shares) > 1:
            raise self.unknown(question)
        return self.shares[0]

    def excess(self, eps: Any) -> Any:
        """1 − e^((ε−t)/2), or 0 from t on."""
        t = num.Loss(self._only("delta"))
        return num.Value(0) if eps >= t else num.Value(1) - num.exp((eps - t) * HALF)

    def largest_loss(self) -> Any:
        """Σ t_i."""
        return num.Loss(sum(self.shares))

    def loss_range(self) -> Any:
        """2·Σ t_i."""
        return num.Value(2 * sum(self.shares))

    def divergence(self, order: Fraction) -> Any:
        """Σ ln(α/(2α−1)·e^((α−1)t_i) + (α−1)/(2α−1)·e^(−α·t_i))/(α−1)."""
        up, down = order / (2 * order - 1), (order - 1) / (2 * order - 1)
        logarithms: Any = num.Loss(0)
        for t in self.shares:
            moment = num.exp((order - 1) * t) * up + num.exp(-order * t) * down
            logarithms = logarithms + num.ln(moment)
        return logarithms / num.Value(order - 1)

    def rate(self) -> Any:
        """Σ (t_i + e^(−t_i) − 1)."""
        return num.total(num.Value(t - 1) + num.exp(-t) for t in self.shares)

    def beyond(self, eps: Any) -> Any:
        """1 − e^((ε−t)/2)/2 below t."""
        t = num.Loss(self._only("the law of the loss"))
        return num.Value(0) if eps >= t else num.Value(1) - num.exp((eps - t) * HALF) / 2

    def beyond_either_way(self, eps: Any) -> Any:
        """1 − e^(−t/2)·sinh(ε/2) below t."""
        t = self._only("the law of the absolute loss")
        if eps >= num.Loss(t):
            return num.Value(0)
        spread = num.exp(eps * HALF) - num.exp(eps * -HALF)
        return num.Value(1) - num.exp(-t / 2) * spread / 2

    def gaussian_distance(self) -> Any:
        """−2Φ⁻¹(e^(−t/2)/2)."""
        t = self._only("the comparison with normal laws")
        return num.Real("quantile", num.exp(-t / 2) / 2) * num.Value(-2)


class ExponentialRise(Shifted):
    """P is the higher law: the loss is t, and Q can do what P cannot."""

    def __init__(self, share: Fraction) -> None:
        self.t, self.missed = num.Loss(share), num.Value(1) - num.exp(-share)

    def excess(self, eps: Any) -> Any:
        """1 − e^(ε−t) below t."""
        return num.Value(0) if eps >= self.t else num.Value(1) - num.exp(eps - self.t)

    def largest_loss(self) -> Any:
        """The loss of all that P can do."""
        return self.t

    def loss_range(self) -> Any:
        """Infinite."""
        return num.INFINITY

    def divergence(self, order: Fraction) -> Any:
        """The same for every order."""
        del order
        return self.t

    def beyond(self, eps: Any) -> Any:
        """1 or 0."""
        return num.Value(int(self.t > eps))

    beyond_either_way = beyond
    rate = largest_loss
    gaussian_distance = loss_range


class ExponentialFall(Missed):
    """P is the lower law: a share of it is impossible under Q, elsewhere the loss is −t."""

    def __init__(self, share: Fraction) -> None:
        super().__init__(num.Value(1) - num.exp(-share))
        self.t = num.Loss(share)

    def beyond_either_way(self, eps: Any) -> Any:
        """All of P, or what is impossible under Q."""
        return num.Value(1) if self.t > eps else self.share


class GumbelRise(Shifted):
    """P is the higher law: below t, and without a lower end."""

    def __init__(self, share: Fraction) -> None:
        self.share, self.t = share, num.Loss(share)
        self.s, self.c = num.Value(1) - num.exp(-share), num.exp(share) - 1

    def excess(self, eps: Any) -> Any:
        """P[L > ε] − e^ε·Q[L > ε]."""
        if eps >= self.t:
            return num.Value(0)
        if eps == 0:  # as with P lower, written as there
            return _tail(self.t / self.c) - _tail(self.t / self.s)
        return self.beyond(eps) - num.exp(eps) * (num.Value(1) - _tail((self.t - eps) / self.c))

    def largest_loss(self) -> Any:
        """The end that is approached."""
        return self.t

    def loss_range(self) -> Any:
        """Infinite."""
        return num.INFINITY

    gaussian_distance = loss_range

    def divergence(self, order: Fraction) -> Any:
        """E_Q e^(αL) = e^(αt)/(1 + α·c)."""
        logarithm = num.Loss(order * self.share) - num.ln(num.Value(1) + self.c * order)
        return logarithm / num.Value(order - 1)

    def rate(self) -> Any:
        """t − s."""
        return num.Value(self.share) - self.s

    def beyond(self, eps: Any) -> Any:
        """P[E < (t−ε)/s]."""
        if eps >= self.t:
            return num.Value(0)
        return num.Value(1) - _tail((self.t - eps) / self.s)

    def beyond_either_way(self, eps: Any) -> Any:
        """And P[E > (t+ε)/s]."""
        return self.beyond(eps) + _tail((self.t + eps) / self.s)


class GumbelFall(Shifted):
    """P is the lower law: above −t, and without an upper end."""

    def __init__(self, share: Fraction) -> None:
        self.share, self.t = share, num.Loss(share)
        self.s, self.c = num.Value(1) - num.exp(-share), num.exp(share) - 1

    def excess(self, eps: Any) -> Any:
        """P[L > ε] − e^ε·Q[L > ε]."""
        if eps == 0:
            return _tail(self.t / self.c) - _tail(self.t / self.s)
        return self.beyond(eps) - num.exp(eps) * _tail((self.t + eps) / self.s)

    def largest_loss(self) -> Any:
        """Infinite."""
        return num.INFINITY

    loss_range = rate = gaussian_distance = largest_loss

    def divergence(self, order: Fraction) -> Any:
        """E_Q e^(αL) = e^(−αt)/(1 − α·s) where α·s < 1."""
        left = num.Value(1) - self.s * order
        if left <= 0:
            return num.INFINITY
        return (num.Loss(-order * self.share) - num.ln(left)) / num.Value(order - 1)

    def beyond(self, eps: Any) -> Any:
        """P[E > (ε+t)/c]."""
        return _tail((self.t + eps) / self.c)

    def beyond_either_way(self, eps: Any) -> Any:
        """And P[E < (t−ε)/c]."""
        if eps >= self.t:
            return self.beyond(eps)
        return self.beyond(eps) + (num.Value(1) - _tail((self.t - eps) / self.c))


def _tail(place: Any) -> Any:
    """P[E > place] of a standard exponential variable, place ≥ 0."""
    return num.exp(-place)


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
        """Σ ln(Σ P^α·Q^(1−α))/(α−1): z ≤ 0 and z ≥ m are geometric series, as is what is between."""
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
        found = num.Value(order) * self.rate()
        for v, m in self.values:
            place = order * m % 1
            if place:
                theta = HalfLattice(place, v) + HalfLattice(1 - place, v)
                found = found + num.ln(theta / _whole(v)) / num.Value(order - 1)
        return found

    def excess(self, eps: Any) -> Any:
        """P[L > ε] − e^ε·Q[L > ε]."""
        up, down = self._sides(eps)
        return up - num.exp(eps) * down

    def beyond(self, eps: Any) -> Any:
        """P[L > ε]."""
        return self._sides(eps)[0]

    def beyond_either_way(self, eps: Any) -> Any:
        """P[L > ε] + P[L < −ε]; the second is Q[L > ε], by symmetry."""
        up, down = self._sides(eps)
        return up + down

    def _sides(self, eps: Any) -> tuple[Any, Any]:
        """P[z ≥ k] and Q[z ≥ k] for the first k with (2mk − m²)/(2v) > ε."""
        if len(self.values) > 1:
            raise self.unknown("the law of the loss of several values")
        ((v, m),) = self.values
        high = 1
        while not num.Loss((2 * m * high - m * m) / (2 * v)) > eps:
            high *= 2
            if high > MOST_TERMS:
                raise self.unknown("so large an eps")
        first = _first(eps, lambda k: num.Loss((2 * m * k - m * m) / (2 * v)), 1, high)
        whole = _whole(v)
        return (
            HalfLattice(Fraction((first or 1) - m), v) / whole,
            HalfLattice(Fraction(first or 1), v) / whole,
        )


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

        From y on the ratio of two terms is e^(−(2y+1)/(2v)) < e^(−y/v), so that they sum to less than
        e^(−y²/(2v))/(1 − e^(−y/v)).
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
