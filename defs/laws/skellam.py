"""Skellam noise, P[z] = e^(−μ)·I_|z|(μ), the difference of two Poisson numbers of mean μ/2.

The scale of the law is μ, its variance. Values move by m ≥ 1: P[z] = s(z − m), Q[z] = s(z); the law
is symmetric, so the other direction is the same. Let r(ν) = I_(ν+1)(μ)/I_ν(μ), which falls with ν.

*The loss* L(z) rises with z (I_ν is log-concave in ν), has no bound, and L(m − z) = −L(z). So each
tail of the loss is one of z. For ν ≥ 0, with t = (ν+1)/μ,

    1/(t + √(1 + t²)) ≤ r(ν) ≤ μ/(2(ν+1))      (Amos 1974),

so that tails fall faster than a geometric series, and L(z) ≤ m·asinh(z/μ) for z ≥ 0, else L(z) ≤ 0.

*The Rényi divergences* are series. Their terms s(z−m)^α·s(z)^(1−α) have the ratio
r(z−m)^α·r(z)^(1−α) ≤ u·(u·(t + √(1 + t²)))^(α−1), u = μ/(2(z−m+1)), t = (z+1)/μ, which falls with
z ≥ m; for negative z they are less than s.

*The rate*, sup over α > 1 of D_α/α, is at least the limit at 1, E L. No proof is known here that it
is no more, so it is enclosed: `shows_rate` shows by cells that it is at most E L·(1 + 2^−w), with
w = 10, and 5 where μ > 500. With
f = (α−1)·D_α, convex and 0 at α = 1, f lies below its chord on a cell [a, b]; the chord over α(α−1)
is at most (p − w/(α−1))/α, with p its slope and −w ≤ 0 its value at 1, which is largest at
α − 1 = (w + √(w² + pw))/p. Beyond A, with k = m(α−1), x^k ≤ (2k/(eμ))^k·e^(μx/2) for x = 1 + 2z/μ
shows f ≤ ln 2 + max(0, k·ln(2k/(eμ)) + μ·(cosh 1 − 1/2) + m), and that over α(α−1) falls where
2k ≥ e³·μ and α ≥ 2.

*Gaussian DP.* With G(k) = P[z ≥ k] under Q, h(k) = −Φ⁻¹(G(k)) and u = −ln G, the corner at k needs
h(k) − h(k−m), a sum of m steps h(k+1) − h(k). They are even in k. `_steps_fall` shows by balls that
those with 0 ≤ k ≤ m/2 are no smaller than the others up to some K, and so the middle corner is
worst. From K on a step is at most N(k)/h(k), N = ln(1 + t + √(1+t²)): the derivative of h by u is
Mills' ratio, below 1/h, and G(k)/G(k+1) ≤ 1 + 1/r(k). Further h² ≥ u − ln 4, since
P[N(0,1) ≥ x] ≥ 2φ(x)/(x + √(x²+4)) ≥ e^(−x²)/4 (Komatsu 1955, and e^(x²/2) ≥ 1 + x²/2); u rises by
λ = ln(2(K+1)/μ) at least; N² by 2N(K)/(K+1) at most, where N(K) ≥ 1. So N(k)/h(k) ≤ d for all
k ≥ K where N(K)² ≤ d²·(u(K) − ln 4) and 2N(K)/(K+1) ≤ d²·λ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, sqrt
from typing import Final

from flint import arb, fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw, Random
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, exp, ln
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.pairs.contract import NO_WORST_TEST, Disjoint, Pair
from dpverify.defs.risk.enclosed import Enclosed

MOST_TERMS: Final = 400_000
"""Terms of a series."""
NARROW, WIDE = 10, 5
"""The rate is known up to a factor of 1 + 2^−NARROW, for large variances 1 + 2^−WIDE."""
MOST_NARROW: Final = 500
"""Largest variance whose rate is so well known."""
MOST_RATE_BITS: Final = 600
"""Bits beyond which bounds of the rate get no narrower in print."""
MOST_CELLS: Final = 20_000
MOST_STEPS: Final = 4_000
"""Steps between corners of the trade-off function that are compared with the middle one."""
RATE_BITS: Final = 64


class SkellamShift(Pair):
    """Independent Skellam noise of variances μ_i on values that differ by m_i ≥ 1.

    Args: means μ_i and steps m_i, at least one of each.
    Source: Agarwal, Kairouz, Liu 2021 (the mechanism); for the rest the proofs above.

    >>> pair = SkellamShift([Fraction(4)], [1])
    >>> round(pair.excess(Loss(0)).approx(), 9), str(pair.largest_loss())
    (0.207001921, 'inf')
    """

    kind = "Skellam noise"

    def __init__(self, means: Sequence[Fraction], steps: Sequence[int]) -> None:
        self.values = sorted(zip(means, steps, strict=True))

    def largest_loss(self) -> Loss:
        """Infinite."""
        return INFINITY

    loss_range = largest_loss

    def excess(self, eps: Loss | Real) -> Number:
        """P[z ≥ k] − e^ε·Q[z ≥ k], k the first place whose loss is above ε."""
        if eps == INFINITY:
            return Value(0)
        mean, steps = self._only("δ(ε)")
        first = _first(mean, steps, eps)
        return _from(mean, first - steps) - exp(eps) * _from(mean, first)

    def beyond(self, eps: Loss | Real) -> Number:
        """P[z ≥ k]."""
        if eps == INFINITY:
            return Value(0)
        mean, steps = self._only("the law of the loss")
        return _from(mean, _first(mean, steps, eps) - steps)

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """And Q[z ≥ k], by symmetry; only at z = m/2 the loss is 0."""
        if eps == INFINITY:
            return Value(0)
        mean, steps = self._only("the law of the absolute loss")
        return self.beyond(eps) + _from(mean, _first(mean, steps, eps))

    def divergence(self, order: Fraction) -> Number:
        """Σ ln Σ P^α·Q^(1−α)/(α−1)."""
        logarithms: Loss | Real = Loss(0)
        for mean, steps in self.values:
            moment = Enclosed(
                lambda bits, mean=mean, steps=steps: (  # type: ignore[misc]  # a lambda with defaults
                    _Shifted(mean, steps, bits).moment(_arb(order))
                ),
                f"the moment of order {order} of Skellam noise of variance {mean} moved by {steps}",
            )
            logarithms = logarithms + ln(moment)
        return logarithms / Value(order - 1)

    def rate(self) -> Number:
        """Between E L and E L·(1 + 2^−w), for each value."""
        found: Number = Value(0)
        for mean, steps in self.values:
            if not shows_rate(mean, steps):
                self.refuse("the divergences of all orders")
            found = found + Enclosed(
                lambda bits, mean=mean, steps=steps: _rate(mean, steps, bits),  # type: ignore[misc]  # as above
                f"sup D_a/a of Skellam noise of variance {mean} moved by {steps}",
            )
        return found

    def gaussian_distance(self) -> Number:
        """−Φ⁻¹(P[z ≥ j]) − Φ⁻¹(P[z ≥ m+1−j]) at the middle corner j = ⌊m/2⌋ + 1.

        Raises: Undecided("unsupported") for several values, and where `refuse_larger_step` does.
        """
        if len(self.values) > 1:
            self.refuse("the comparison of several values with normal laws", NO_WORST_TEST)
        ((mean, steps),) = self.values
        middle = steps // 2 + 1
        refuse_larger_step(mean, middle - 1)
        tails = [_from(mean, corner) for corner in (middle, steps + 1 - middle)]
        return -(Real("quantile", tails[0]) + Real("quantile", tails[1]))

    def _only(self, question: str) -> tuple[Fraction, int]:
        if len(self.values) > 1:
            raise Undecided(
                "unsupported", f"{question} is not known for several values with Skellam noise"
            )
        return self.values[0]


def _first(mean: Fraction, steps: int, eps: Loss | Real) -> int:
    """The first z with L(z) > ε, for ε ≥ 0."""
    low = steps // 2 + 1  # the first place whose loss is above 0
    if eps == Loss(0):
        return low

    def beyond(z: int) -> bool:
        ratio = Enclosed(
            lambda _: _bessel(mean, abs(z - steps)) / _bessel(mean, z),
            f"I_{abs(z - steps)}({mean})/I_{z}({mean})",
        )
        return bool(ratio > exp(eps))

    reach = 1
    while not beyond(low + reach):
        low, reach = low + reach + 1, 2 * reach
        if low > MOST_TERMS:
            raise Undecided("unsupported", "δ(ε) of Skellam noise is not known for so large an ε")
    high = low + reach
    while low < high:
        z = (low + high) // 2
        if beyond(z):
            high = z
        else:
            low = z + 1
    return low


def _from(mean: Fraction, first: int) -> Number:
    """P[z ≥ first]."""
    if first <= 0:
        return Value(1) - _from(mean, 1 - first)
    return Enclosed(
        lambda bits: _tail(mean, first, bits), f"P[z >= {first}], z Skellam with variance {mean}"
    )


def _bessel(mean: Fraction, order: int) -> arb:
    return _arb(mean).bessel_i(order, scaled=True)


def _masses(mean: Fraction, first: int) -> Iterator[tuple[int, arb]]:
    """s(first), s(first + 1), … for first ≥ 0; in lists that are made from above.

    I_(ν−1) = I_(ν+1) + (2ν/μ)·I_ν is a sum of positive numbers, so balls stay narrow.
    """
    factor, start, count = _arb(mean), first, 64
    while start - first < MOST_TERMS:
        upper, lower = (_bessel(mean, start + count + k) for k in (1, 0))
        found = []
        for order in range(start + count, start, -1):
            upper, lower = lower, upper + 2 * order * lower / factor
            found.append(lower)
        yield from zip(range(start, start + count), reversed(found), strict=True)
        start, count = start + count, 2 * count
    raise Undecided("bits", "a series of Skellam noise has too many terms")


def _tail(mean: Fraction, first: int, bits: int) -> arb:
    """Σ s(z) over z ≥ first ≥ 1."""
    result, factor = arb(0), _arb(mean)
    for z, mass in _masses(mean, first):
        ratio = factor / (2 * (z + 1))
        if ratio < 0.5 and mass < result * arb(2) ** (-bits):
            return result + mass / (1 - ratio) * arb(0.5, 0.5)
        result += mass
    return result


class _Shifted:
    """Masses and losses of a shift, computed once.

    Args: mean μ; steps m; bits of the balls, for which the caller sets the working precision.
    """

    def __init__(self, mean: Fraction, steps: int, bits: int) -> None:
        self.factor, self.steps, self.bits = _arb(mean), steps, bits
        self._masses, self._known = _masses(mean, 0), [arb(0)] * 0
        self._losses: dict[int, arb] = {}

    def mass(self, z: int) -> arb:
        """s(z)."""
        while len(self._known) <= abs(z):
            self._known.append(next(self._masses)[1])
        return self._known[abs(z)]

    def loss(self, z: int) -> arb:
        """L(z)."""
        found = self._losses.get(z)
        if found is None:
            found = self._losses[z] = (self.mass(z - self.steps) / self.mass(z)).log()
        return found

    def moment(self, order: arb) -> arb:
        """Σ s(z−m)^α·s(z)^(1−α) over all integers z, α > 1."""
        power, m, small = order - 1, self.steps, arb(2) ** (-self.bits)
        result, z = self.mass(-m) * (power * self.loss(0)).exp(), 1
        while True:  # the terms of z > 0
            term = self.mass(z - m) * (power * self.loss(z)).exp()
            if z >= m and term < result * small:
                u, t = self.factor / (2 * (z - m + 1)), (z + 1) / self.factor
                ratio = u * (u * (t + (1 + t * t).sqrt())) ** power
                if ratio < 0.5:
                    result += term / (1 - ratio) * arb(0.5, 0.5)
                    break
            result, z = result + term, z + 1
        z = -1
        while True:  # those of z < 0, less than s(|z| + m)
            bound, ratio = self.mass(z - m), self.factor / (2 * (m - z + 1))
            if ratio < 0.5 and bound < result * small:
                return result + bound / (1 - ratio) * arb(0.5, 0.5)
            result, z = result + bound * (power * self.loss(z)).exp(), z - 1

    def expected(self) -> arb:
        """E L = Σ s(y)·L(y + m), where |L(y + m)| ≤ m·(|y| + 2m)/μ."""
        m, small = self.steps, arb(2) ** (-self.bits)
        result, y = self.mass(0) * self.loss(m), 1
        while True:
            both = self.mass(y) * m * (y + 2 * m) / self.factor
            ratio = self.factor / (2 * (y + 1)) * (y + 1 + 2 * m) / (y + 2 * m)
            if ratio < 0.5 and both < small:
                return result + 2 * both / (1 - ratio) * arb(0, 1)
            result, y = result + self.mass(y) * (self.loss(m + y) + self.loss(m - y)), y + 1


def _rate(mean: Fraction, steps: int, bits: int) -> arb:
    """From E L to E L·(1 + 2^−w), once `shows_rate` says so.

    And a little more at both ends: the radius of a ball has some 30 bits, and whoever computes this
    again is to come to a ball inside.
    """
    if bits > MOST_RATE_BITS:
        raise Undecided("precision", "the rate of Skellam noise is known by bounds alone")
    least = _Shifted(mean, steps, bits).expected()
    more = arb(2) ** -24
    return (least * (1 - more)).union(least * (1 + arb(2) ** (-_width(mean)) + more))


def refuse_larger_step(mean: Fraction, inner: int) -> None:
    """Return if no step with k > `inner` is larger than one with 0 ≤ k ≤ inner.

    Raises: Undecided("unsupported") where that is not seen among MOST_STEPS steps.
    """
    last = inner + max(4, ceil(5 * mean))
    while last <= MOST_STEPS:
        for bits in (160, 640):
            with working_precision(bits):
                if _steps_fall(mean, inner, last, bits):
                    return
        last *= 2
    raise Undecided(
        "unsupported",
        "the smallest mu of Skellam noise is a supremum over the infinitely many corners of its"
        f" trade-off function; that the middle one needs most is not seen among the first"
        f" {MOST_STEPS}",
    )


def _steps_fall(mean: Fraction, inner: int, last: int, bits: int) -> bool:
    """Whether balls show that no step beyond `inner` is larger, beyond `last` by the bound."""
    masses, tail = list[arb](), arb(0)
    for z, mass in _masses(mean, 1):
        masses.append(mass)
        ratio = _arb(mean) / (2 * (z + 1))
        if z >= last and ratio < 0.5 and mass < masses[last - 1] * arb(2) ** (-bits):
            tail = mass * ratio / (1 - ratio) * arb(0.5, 0.5)
            break
    tails = [tail := tail + mass for mass in reversed(masses)][::-1][:last]
    h = [(2 * each).erfcinv() * arb(2).sqrt() for each in tails]
    steps = [after - before for before, after in pairwise([-h[0], *h])]
    least = steps[inner]
    inside = all(step >= least for step in steps[:inner])
    outside = all(step < least for step in steps[inner + 1 :])
    t = _arb(Fraction(last + 1) / mean)
    ratio, square = (1 + t + (1 + t * t).sqrt()).log(), least * least
    far = ratio >= 1 and ratio * ratio <= square * (-tails[last - 1].log() - arb(4).log())
    return inside and outside and far and bool(2 * ratio / (last + 1) <= square * (2 * t).log())


def _width(mean: Fraction) -> int:
    return NARROW if mean <= MOST_NARROW else WIDE


@dataclass(frozen=True)
class _Place:
    """An order with f = (α−1)·D_α there."""

    order: Fraction
    value: arb


@lru_cache(maxsize=64)
def shows_rate(mean: Fraction, steps: int) -> bool:
    """Whether cells show that D_α/α ≤ E L·(1 + 2^−w) for every α > 1."""
    width = _width(mean)
    with working_precision(RATE_BITS + 32):
        shifted = _Shifted(mean, steps, RATE_BITS)
        limit = shifted.expected() * (1 + arb(2) ** (-width))
        last = _enough(mean, steps, limit)
        here, step = _Place(Fraction(1), arb(0)), Fraction(1, 2**width)
        for _ in range(MOST_CELLS):
            if here.order >= last:
                return True
            order = here.order + step
            there = _Place(order, shifted.moment(_arb(order)).log())
            if _below(here, there, limit):
                here, step = there, step * 2
            elif step < Fraction(1, 2 ** (2 * width)):
                return False
            else:
                step /= 2
        return False


def _enough(mean: Fraction, steps: int, limit: arb) -> Fraction:
    """A power of two from which on D_α/α is at most a limit."""
    factor, order = _arb(mean), Fraction(2)
    while True:
        k, a = steps * (order - 1), _arb(order)
        scaled = 2 * _arb(k) / factor
        bulk = _arb(k) * (scaled.log() - 1) + factor * (arb(1).cosh() - arb(0.5)) + steps
        bound = arb(2).log() + bulk.max(arb(0))
        if scaled > arb(3).exp() and bound < limit * a * (a - 1):
            return order
        order *= 2


def _below(here: _Place, there: _Place, limit: arb) -> bool:
    """Whether f ≤ limit·α(α−1) on a cell, by the chord."""
    a, b = _arb(here.order), _arb(there.order)
    slope = (there.value - here.value) / (b - a)
    missing = (slope * (a - 1) - here.value).max(arb(0))  # minus the chord at 1
    best = (missing + (missing * (missing + slope)).sqrt()) / slope
    best = best.max(a - 1).min(b - 1)  # the bound rises up to `best`, then falls
    if here.order == 1:  # the chord is slope·(α−1)
        return bool(slope < limit)
    return bool((slope - missing / best) / (1 + best) < limit)


def _arb(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


class SkellamLaw(NoiseLaw):
    """P[z] = e^(−μ)·I_|z|(μ), μ the scale."""

    title = "Skellam noise"
    example = (4,)

    def pair(self, moves: Sequence[Move]) -> Pair:
        """Independent values; one that moves by no integer gives what is impossible before."""
        if any(move.distance.denominator > 1 for move in moves):
            return Disjoint()
        return SkellamShift(
            [move.scale for move in moves], [abs(int(move.distance)) for move in moves]
        )

    def sample(self, random: Random, scale: float, wide: float) -> float:
        """A normal number, to be rounded."""
        return random.gaussian() * sqrt(scale) * wide


LAW: Final = SkellamLaw()
