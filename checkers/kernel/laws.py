"""For the kernel: what each law of noise says of two inputs whose released values it shifts.

Trusted; the kernel's own copy, which shares nothing with `defs/laws/`, where the proofs stand. P is
the law of the output on the first input, Q that on the second, L = ln(P/Q). A shift is the scale of
the noise and by how much the value is further along its noise on the first input, not 0.

- Gaussian values, K their covariance, Δ their shift, μ² = Δᵀ·K⁻¹·Δ. The loss is N(μ²/2, μ²).
- Laplace, t_i = |Δ_i|/b_i: the loss is a sum of independent losses in [−t_i, t_i].
- Uniform values of half-width b: a share 1 − ∏(1 − |Δ_i|/(2b_i)) of P is impossible under Q, and
  elsewhere the loss is 0.
- One exponential value, t = |Δ|/b: with P higher the loss is t and Q can do what P cannot; with P
  lower a share 1 − e^(−t) of P is impossible under Q, and elsewhere the loss is −t. Geometric noise
  is the same with integers.
- One Gumbel value, E = e^(−z) standard exponential, s = 1 − e^(−t), c = e^t − 1: with P higher
  L = t − s·E under P and t − c·E under Q; with P lower L = c·E − t under P and s·E − t under Q.
- Logistic, t_i = |Δ_i|/b_i: the loss is a sum of independent losses in [−t_i, t_i]; that of one
  value is above ε with probability (1 − e^((ε−t)/2))/(1 − e^(−t)) under P.
- Integer noise: `integer_laws.py`, `counting_laws.py`, `skellam.py`, each loaded where a document
  has such noise.

What must never change: a number that is returned is the true one, exactly or as a ball.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, Final

from dpverify.checkers.kernel.shifted import Equal, Missed, Shifted
from dpverify.checkers.kernel.supports import (
    Support,
    above_zero,
    everywhere,
    to_trials,
    within_scale,
)
from dpverify.defs import numbers as num
from dpverify.defs.numbers.functions import power

HALF: Final = Fraction(1, 2)

Shift = tuple[Fraction, Fraction]
"""The scale of the noise, and by how much the value is further along it on the first input."""


@dataclass(frozen=True)
class Law:
    """What is known of a law.

    Args: pair the laws of independent values that are shifted, at least one; support the ends
        between which the noise lies; convex whether largest loss, range, divergences and rate of
        several values are sums of convex functions of the shifts, for noise of real numbers.
    """

    pair: Callable[[Sequence[Shift]], Shifted]
    support: Support
    convex: bool


def shifted(law: str, shifts: Sequence[Shift], square: Fraction, *, integers: bool) -> Shifted:
    """The pair of laws of all values that move; `square` is μ² of the Gaussian ones.

    Raises: Undecided where the law, or so many values with it, is not known here.
    """
    if law == "none":
        return Equal()
    if law == "gaussian" and not integers:  # these may share noise, so they are looked at together
        return Gaussian(square)
    if integers and any(distance.denominator > 1 for _, distance in shifts):
        return Missed(num.Value(1))
    table = OF_INTEGERS if integers else CONTINUOUS
    if law not in table:
        raise num.Undecided("unsupported", f"nothing is known here about {law} noise")
    return table[law].pair(shifts)


def supports(table: Mapping[str, Law]) -> Mapping[str, Support]:
    """The support of each law of a table."""
    return {name: law.support for name, law in table.items()}


def _one_sided(name: str, rise: Any, fall: Any) -> Callable[[Sequence[Shift]], Shifted]:
    """The pair of one value, by whether the first input has the higher law or the lower one."""

    def pair(shifts: Sequence[Shift]) -> Shifted:
        if len(shifts) > 1:
            text = f"several values that move with {name} noise are not re-checked here"
            raise num.Undecided("unsupported", text)
        ((scale, distance),) = shifts
        moved: Shifted = rise(distance / scale) if distance > 0 else fall(-distance / scale)
        return moved

    return pair


def _uniform(shifts: Sequence[Shift]) -> Shifted:
    both = prod(max(Fraction(0), 1 - abs(by) / scale / 2) for scale, by in shifts)
    return Missed(num.Value(1 - both))


def _steps(shifts: Sequence[Shift]) -> list[tuple[Fraction, int]]:
    """The scales of integer noise, and by how many integers the values are apart."""
    return [(scale, abs(int(distance))) for scale, distance in shifts]


def _discrete_laplace(shifts: Sequence[Shift]) -> Shifted:
    from dpverify.checkers.kernel.integer_laws import DiscreteLaplace

    return DiscreteLaplace(_steps(shifts))


def _discrete_gaussian(shifts: Sequence[Shift]) -> Shifted:
    from dpverify.checkers.kernel.integer_laws import DiscreteGaussian

    return DiscreteGaussian(_steps(shifts))


def _skellam(shifts: Sequence[Shift]) -> Shifted:
    from dpverify.checkers.kernel.skellam import Skellam

    return Skellam(_steps(shifts))


def _poisson(shifts: Sequence[Shift]) -> Shifted:
    from dpverify.checkers.kernel.counting_laws import poisson

    return poisson(shifts)


def _binomial(shifts: Sequence[Shift]) -> Shifted:
    from dpverify.checkers.kernel.counting_laws import binomial

    return binomial(shifts)


class Gaussian(Shifted):
    """N(μ,1) against N(0,1)."""

    name = "Gaussian noise"

    def __init__(self, square: Fraction) -> None:
        self.square = square
        self.mu: Any = power(num.Value(square), num.Value(HALF))

    def excess(self, eps: Any) -> Any:
        """Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)."""
        if eps == 0:
            return num.Real("Phi", self.mu / 2) * num.Value(2) - num.Value(1)
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
        return num.Real("Phi", self.mu / 2 - eps / self.mu)

    def beyond_either_way(self, eps: Any) -> Any:
        """Φ(μ/2 − ε/μ) + Φ(−μ/2 − ε/μ)."""
        return num.Value(1) if eps == 0 else self.beyond(eps) + self._below(eps)

    def _below(self, eps: Any) -> Any:
        """P[L < −ε], which is Q[L > ε]."""
        return num.Real("Phi", -(self.mu / 2) - eps / self.mu)

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


class Logistic(Shifted):
    """Independent values, t_i = |Δ_i|/b_i."""

    name = "several values with logistic noise"

    def __init__(self, shares: Sequence[Fraction]) -> None:
        self.shares = shares

    def _above(self, eps: Any, question: str) -> tuple[Any, Any]:
        """P[L > ε] and Q[L > ε] of one value: the odds of being above a threshold differ by e^t."""
        if len(self.shares) > 1:
            raise self.unknown(question)
        (t,) = self.shares
        if eps >= num.Loss(t):
            return num.Value(0), num.Value(0)
        k = num.exp((eps - num.Loss(t)) * HALF)
        up = (num.Value(1) - k) / (num.Value(1) - num.exp(-t))
        return up, (num.Value(1) - k) / k / (num.exp(t) - 1)

    def excess(self, eps: Any) -> Any:
        """P[L > ε] − e^ε·Q[L > ε]."""
        up, down = self._above(eps, "the law of the loss")
        return up - num.exp(eps) * down

    def largest_loss(self) -> Any:
        """Σ t_i."""
        return num.Loss(sum(self.shares))

    def loss_range(self) -> Any:
        """2·Σ t_i."""
        return num.Value(2 * sum(self.shares))

    def divergence(self, order: Fraction) -> Any:
        """Σ ln E e^((α−1)·L_i)/(α−1): L_i has a density in proportion to e^(l/2) on [−t_i, t_i]."""
        power = order - HALF
        logarithms: Any = num.Loss(0)
        for t in self.shares:
            mean = (num.exp(power * t) - num.exp(-power * t)) / power
            whole = (num.exp(t / 2) - num.exp(-t / 2)) / HALF
            logarithms = logarithms + num.ln(mean / whole)
        return logarithms / num.Value(order - 1)

    def rate(self) -> Any:
        """Σ E L_i, the limit at order 1: t·(e^t + 1)/(e^t − 1) − 2."""
        return num.total(
            num.Value(t) * (num.exp(t) + 1) / (num.exp(t) - 1) - 2 for t in self.shares
        )

    def beyond(self, eps: Any) -> Any:
        """P[L > ε]."""
        return self._above(eps, "the law of the loss")[0]

    def beyond_either_way(self, eps: Any) -> Any:
        """P[L > ε] + P[L < −ε]; the second is Q[L > ε], by symmetry."""
        up, down = self._above(eps, "the law of the absolute loss")
        return up + down

    def gaussian_distance(self) -> Any:
        """−2Φ⁻¹ of the error of the symmetric test, 1/(1 + e^(t/2))."""
        if len(self.shares) > 1:
            raise self.unknown("the comparison with normal laws")
        return num.Real("quantile", 1 / (1 + num.exp(self.shares[0] / 2))) * num.Value(-2)


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


_EXPONENTIAL: Final = Law(
    _one_sided("exponential", ExponentialRise, ExponentialFall), above_zero, convex=False
)
CONTINUOUS: Final[Mapping[str, Law]] = {
    "laplace": Law(
        lambda shifts: Laplace([abs(by) / b for b, by in shifts]), everywhere, convex=True
    ),
    "exponential": _EXPONENTIAL,
    "gaussian": Law(
        lambda shifts: Gaussian(sum(((by / s) ** 2 for s, by in shifts), Fraction(0))),
        everywhere,
        convex=False,
    ),
    "uniform": Law(_uniform, within_scale, convex=False),
    "gumbel": Law(_one_sided("gumbel", GumbelRise, GumbelFall), everywhere, convex=False),
    "logistic": Law(
        lambda shifts: Logistic([abs(by) / b for b, by in shifts]), everywhere, convex=True
    ),
}
"""Laws of the noise of real numbers."""
OF_INTEGERS: Final[Mapping[str, Law]] = {
    "laplace": Law(_discrete_laplace, everywhere, convex=False),
    "exponential": _EXPONENTIAL,
    "discrete_gaussian": Law(_discrete_gaussian, everywhere, convex=False),
    "skellam": Law(_skellam, everywhere, convex=False),
    "poisson": Law(_poisson, above_zero, convex=False),
    "binomial": Law(_binomial, to_trials, convex=False),
}
"""Laws of the noise of integers, by the names that a program traced on integers has for them."""
