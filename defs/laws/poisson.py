"""Poisson noise, P[z] = e^(−λ)·λ^z/z! for z ≥ 0: values that move by d. The scale of the law is λ.

Let p be its mass function and (z)_d = z·(z−1)…(z−d+1).

*Rise.* P[z] = p(z − d), Q[z] = p(z): the ratio P/Q = (z)_d/λ^d rises with z and has no bound, and Q
can give what P cannot.

*Fall.* P[z] = p(z), Q[z] = p(z − d): below d Q gives nothing, then P/Q = λ^d/(z)_d falls.

So each of {L > ε}, {L < −ε} is a tail. A sum of at most `MOST_EXACT` terms makes it an exact
number; else it is enclosed from its first term on, since the terms beyond j > λ fall at least as
fast as a geometric series of ratio λ/(j + 1).

*The Rényi divergences* of a rise: E_P (P/Q)^(α−1) is a series whose terms have the ratio
λ/(y+1)·((y+1+d)/(y+1))^(α−1), which falls with y = z − d.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import perm, sqrt
from typing import Final

from flint import arb, fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, exp, ln
from dpverify.defs.pairs.contract import Disjoint, Pair, Separated
from dpverify.defs.risk.enclosed import Enclosed

MOST_EXACT: Final = 1_000
"""Terms of a sum that is an exact number."""
MOST_TERMS: Final = 100_000
"""Terms of a sum that is enclosed."""


class _PoissonShift(Pair):
    """What both directions share.

    Args: mean λ > 0; steps d ≥ 1.
    """

    kind = "Poisson noise"

    def __init__(self, mean: Fraction, steps: int) -> None:
        self.mean, self.steps = mean, steps

    def largest_loss(self) -> Loss:
        """Infinite."""
        return INFINITY

    loss_range = gaussian_distance = largest_loss

    def _first(self, beyond: Callable[[Value, Value], bool]) -> int:
        """The first z ≥ d at which a condition of (z)_d and λ^d holds that is kept as z grows."""
        scale, d = self.mean**self.steps, self.steps

        def holds(z: int) -> bool:
            return beyond(Value(perm(z, d) * scale.denominator), Value(scale.numerator))

        low, reach = d, 1
        while not holds(d + reach):
            low, reach = d + reach + 1, 2 * reach
        high = d + reach
        while low < high:
            z = (low + high) // 2
            if holds(z):
                high = z
            else:
                low = z + 1
        return low

    def _above(self, eps: Loss | Real) -> int:
        """The first z with (z)_d/λ^d > e^ε."""
        odds = exp(eps)
        return self._first(lambda falling, scale: falling > odds * scale)

    def _not_below(self, eps: Loss | Real) -> int:
        """The first z ≥ d with (z)_d/λ^d ≥ e^(−ε)."""
        odds = exp(eps)
        return self._first(lambda falling, scale: odds * falling >= scale)

    def _from(self, first: int) -> Number:
        """The chance of at least so much noise."""
        if first <= 0:
            return Value(1)
        if first <= MOST_EXACT:
            return 1 - _below(self.mean, first)
        return Enclosed(
            lambda bits: _tail(self.mean, first, bits),
            f"P[x >= {first}], x Poisson with mean {self.mean}",
        )


class PoissonRise(_PoissonShift):
    """P is the higher law.

    >>> pair = PoissonRise(Fraction(1), 1)
    >>> str(pair.excess(Loss(0))), str(pair.largest_loss())
    ('exp(-1)', 'inf')
    """

    def excess(self, eps: Loss | Real) -> Number:
        """P[z ≥ k] − e^ε·Q[z ≥ k]."""
        if eps == INFINITY:
            return Value(0)
        first = self._above(eps)
        return self._from(first - self.steps) - exp(eps) * self._from(first)

    def beyond(self, eps: Loss | Real) -> Number:
        """P[z ≥ k]."""
        return Value(0) if eps == INFINITY else self._from(self._above(eps) - self.steps)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """And P[z < j], for the first j whose loss is at least −ε."""
        if eps == INFINITY:
            return Value(0)
        return self.beyond(eps) + 1 - self._from(self._not_below(eps) - self.steps)

    def divergence(self, order: Fraction) -> Number:
        """ln E_P (P/Q)^(α−1)/(α−1)."""
        mean, steps = self.mean, self.steps
        moment = Enclosed(
            lambda bits: _moment(mean, steps, order - 1, bits),
            f"E ((x+{steps})_{steps}/{mean}^{steps})^{order - 1}, x Poisson with mean {mean}",
        )
        return ln(moment) / Value(order - 1)


class PoissonFall(_PoissonShift, Separated):
    """P is the lower law: what is below d is impossible under Q.

    >>> pair = PoissonFall(Fraction(1), 1)
    >>> str(pair.excess(Loss(0))), str(pair.divergence(Fraction(2)))
    ('exp(-1)', 'inf')
    """

    def excess(self, eps: Loss | Real) -> Number:
        """P[z < k] − e^ε·Q[z < k] for the first k whose loss is at most ε."""
        if eps == INFINITY:
            return 1 - self._from(self.steps)
        first = self._not_below(eps)
        return 1 - self._from(first) - exp(eps) * (1 - self._from(first - self.steps))

    def beyond(self, eps: Loss | Real) -> Number:
        """P[z < k]."""
        return 1 - self._from(self.steps if eps == INFINITY else self._not_below(eps))

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """And P[z ≥ j], for the first j whose loss is below −ε."""
        return (
            self.beyond(eps) if eps == INFINITY else self.beyond(eps) + self._from(self._above(eps))
        )


class EndlessPoisson(Pair):
    """Several values: the loss has no bound; divergences are infinite in one direction at least."""

    kind = "several values that move with Poisson noise"

    def largest_loss(self) -> Loss:
        """Infinite."""
        return INFINITY

    loss_range = gaussian_distance = largest_loss


def _below(mean: Fraction, first: int) -> Value:
    """The chance of less noise, exactly: e^(−λ)·Σ λ^j/j! over j < first, by Horner's rule."""
    total, factor = fmpq(0), fmpq(mean.numerator, mean.denominator)
    for j in range(first - 1, 0, -1):
        total = (total + 1) * factor / j
    return Value(total + 1) * exp(-mean)


def _tail(mean: Fraction, first: int, bits: int) -> arb:
    """The chance of at least so much noise."""
    return _series(mean, first, lambda _: arb(1), lambda _: arb(1), bits)


def _moment(mean: Fraction, steps: int, power: Fraction, bits: int) -> arb:
    """E ((y+d)_d/λ^d)^k."""
    exponent = arb(fmpq(power.numerator, power.denominator))
    scale = arb(fmpq(mean.numerator, mean.denominator)) ** steps
    return _series(
        mean,
        0,
        lambda y: (arb(perm(y + steps, steps)) / scale) ** exponent,
        lambda y: (arb(fmpq(y + 1 + steps, y + 1))) ** exponent,
        bits,
    )


def _series(
    mean: Fraction,
    first: int,
    weight: Callable[[int], arb],
    growth: Callable[[int], arb],
    bits: int,
) -> arb:
    """Σ e^(−λ)·λ^y/y!·weight(y) from y = first on, and a ball for the rest.

    Args: growth weight(y+1)/weight(y), which falls with y, so that the rest is less than a
        geometric series.
    """
    factor = arb(fmpq(mean.numerator, mean.denominator))
    mass = (factor.log() * first - factor - arb(first + 1).lgamma()).exp()
    total, y = arb(0), first
    while True:
        term = mass * weight(y)
        ratio = factor / (y + 1) * growth(y)
        if ratio < 0.5 and term < total * arb(2) ** (-bits):
            return total + term / (1 - ratio) * arb(0.5, 0.5)
        if y - first > MOST_TERMS:
            raise Undecided("bits", "a sum over Poisson noise has too many terms")
        total, mass, y = total + term, mass * factor / (y + 1), y + 1


class PoissonLaw(NoiseLaw):
    """P[z] = e^(−λ)·λ^z/z!, λ the scale."""

    title = "Poisson noise"
    example = (1,)

    def pair(self, moves: Sequence[Move]) -> Pair:
        """One value, by its direction; of several no more than that their loss has no bound."""
        if any(move.distance.denominator > 1 for move in moves):
            return Disjoint()
        if len(moves) > 1:
            return EndlessPoisson()
        (move,) = moves
        kind = PoissonRise if move.distance > 0 else PoissonFall
        return kind(move.scale, abs(int(move.distance)))

    def support(self, scale: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """Numbers of at least 0."""
        del scale
        return Fraction(0), None

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """Arrivals in a time of `scale`; where they are too many, a normal number."""
        if scale * wide > 100:
            return max(0.0, (scale + random.gaussian() * sqrt(scale)) * wide)
        count, clock = -1, 0.0
        while clock <= scale * wide:
            count, clock = count + 1, clock + random.exponential()
        return float(count)


LAW: Final = PoissonLaw()
