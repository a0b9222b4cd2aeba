"""For the kernel: what Skellam noise says of two inputs whose released values it shifts.

Trusted, with `laws.py`; a copy of its own, which shares nothing with `defs/laws/`, where the proofs
stand. Of scale μ and shift m: P/Q = I_|z−m|(μ)/I_|z|(μ) rises along the integers, and L(m − z) =
−L(z). I_(ν+1)/I_ν is at most μ/(2(ν+1)), and at least 1/(t + √(1+t²)) with t = (ν+1)/μ (Amos 1974).

What must never change: a number that is returned is the true one, exactly or as a ball.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel.counting_laws import first_from
from dpverify.checkers.kernel.shifted import Shifted
from dpverify.checkers.kernel.skellam_corners import refuse_another_corner
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision

MOST_TERMS: Final = 400_000
"""Terms of a sum."""
NARROW, WIDE, MOST_NARROW = 10, 5, 500
"""The rate is stated up to a factor 1 + 2^−NARROW, above the variance MOST_NARROW 1 + 2^−WIDE."""
MOST_RATE_BITS: Final = 600
CELL_BITS: Final = 96
MOST_CELLS: Final = 20_000


class Skellam(Shifted):
    """Independent values, each of variance μ and shift m ≥ 1."""

    name = "Skellam noise"

    def __init__(self, values: Sequence[tuple[Fraction, int]]) -> None:
        self.values = values

    def largest_loss(self) -> Any:
        """Infinite."""
        return num.INFINITY

    loss_range = largest_loss

    def excess(self, eps: Any) -> Any:
        """P[z ≥ k] − e^ε·Q[z ≥ k]."""
        if eps == num.INFINITY:
            return num.Value(0)
        up, down = self._sides(eps)
        return up - num.exp(eps) * down

    def beyond(self, eps: Any) -> Any:
        """P[z ≥ k], k the first place whose loss is above ε."""
        return num.Value(0) if eps == num.INFINITY else self._sides(eps)[0]

    def beyond_either_way(self, eps: Any) -> Any:
        """P[L > ε] + P[L < −ε], the second Q[L > ε] by symmetry."""
        if eps == num.INFINITY:
            return num.Value(0)
        up, down = self._sides(eps)
        return up + down

    def divergence(self, order: Fraction) -> Any:
        """Σ ln Σ P^α·Q^(1−α)/(α−1)."""
        logarithms: Any = num.Loss(0)
        for mean, m in self.values:
            logarithms = logarithms + num.ln(SkellamMoment(mean, m, order))
        return logarithms / num.Value(order - 1)

    def rate(self) -> Any:
        """Σ of numbers between E L and E L·(1 + 2^−w), where cells show that."""
        rate: Any = num.Value(0)
        for mean, m in self.values:
            if not _cells_show(mean, m):
                raise self.unknown("the divergences of all orders")
            rate = rate + SkellamRate(mean, m)
        return rate

    def gaussian_distance(self) -> Any:
        """−Φ⁻¹(P[z ≥ j]) − Φ⁻¹(P[z ≥ m+1−j]) at the middle corner j, where it is largest."""
        if len(self.values) > 1:
            raise self.unknown("the comparison of several values with normal laws")
        ((mean, m),) = self.values
        refuse_another_corner(mean, m)
        middle = m // 2 + 1
        first, second = (SkellamTail(mean, j) for j in (middle, m + 1 - middle))
        return -(num.Real("quantile", first) + num.Real("quantile", second))

    def _sides(self, eps: Any) -> tuple[Any, Any]:
        """P[L > ε] and Q[L > ε] of one value."""
        if len(self.values) > 1:
            raise self.unknown("the law of the loss of several values")
        ((mean, m),) = self.values
        low = m // 2 + 1  # below, L ≤ 0

        def so(z: int) -> bool:
            return bool(BesselRatio(mean, abs(z - m), z) > num.exp(eps))

        if eps == num.Loss(0):
            k = low
        else:
            high = 2 * low
            while not so(high):
                high *= 2
                if high > MOST_TERMS:
                    raise self.unknown("so large an eps")
            k = first_from(so, low, high)
        return self._at_least(mean, k - m), self._at_least(mean, k)

    def _at_least(self, mean: Fraction, k: int) -> Any:
        return SkellamTail(mean, k) if k > 0 else num.Value(1) - SkellamTail(mean, 1 - k)


class BesselRatio(num.Real):
    """I_a(μ)/I_b(μ)."""

    __slots__ = ("_a", "_b", "_mean")

    def __init__(self, mean: Fraction, a: int, b: int) -> None:
        super().__init__("Bessel ratio")
        self._mean, self._a, self._b = mean, a, b

    def __str__(self) -> str:
        return f"I_{self._a}({self._mean})/I_{self._b}({self._mean})"

    def ball(self, bits: int) -> arb:
        """By the series of both."""
        with working_precision(bits + 32):
            return _bessel(self._mean, self._a, bits) / _bessel(self._mean, self._b, bits)


class SkellamTail(num.Real):
    """P[z ≥ first], first ≥ 1."""

    __slots__ = ("_first", "_mean")

    def __init__(self, mean: Fraction, first: int) -> None:
        super().__init__("Skellam tail")
        self._mean, self._first = mean, first

    def __str__(self) -> str:
        return f"Skellam tail({self._mean}, {self._first})"

    def ball(self, bits: int) -> arb:
        """The masses, and a geometric series of ratio μ/(2(z+1)) for the rest."""
        with working_precision(bits + 32):
            mean, total = _arb(self._mean), arb(0)
            for z, mass in _skellam_masses(self._mean, self._first, bits):
                ratio = mean / (2 * (z + 1))
                if ratio < 0.5 and mass < total * arb(2) ** (-bits):
                    return total + mass / (1 - ratio) * arb(0.5, 0.5)
                total += mass
        raise num.Undecided("unsupported", "a tail of Skellam noise has too many terms")


class SkellamMoment(num.Real):
    """Σ s(z−m)^α·s(z)^(1−α) over all integers."""

    __slots__ = ("_mean", "_order", "_steps")

    def __init__(self, mean: Fraction, steps: int, order: Fraction) -> None:
        super().__init__("Skellam moment")
        self._mean, self._steps, self._order = mean, steps, order

    def __str__(self) -> str:
        return f"Skellam moment({self._mean}, {self._steps}, {self._order})"

    def ball(self, bits: int) -> arb:
        """As `_Losses.moment`."""
        with working_precision(bits + 32):
            return _Losses(self._mean, self._steps, bits).moment(_arb(self._order))


class SkellamRate(num.Real):
    """sup over α > 1 of D_α/α, from E L to E L·(1 + 2^−w)."""

    __slots__ = ("_mean", "_steps")

    def __init__(self, mean: Fraction, steps: int) -> None:
        super().__init__("Skellam rate")
        self._mean, self._steps = mean, steps

    def __str__(self) -> str:
        return f"Skellam rate({self._mean}, {self._steps})"

    def ball(self, bits: int) -> arb:
        """No narrower for more bits."""
        if bits > MOST_RATE_BITS:
            raise num.Undecided("precision", "the rate of Skellam noise is known by bounds alone")
        with working_precision(bits + 32):
            least = _Losses(self._mean, self._steps, bits).expected()
            return least.union(least * (1 + arb(2) ** (-_width(self._mean))))


class _Losses:
    """Masses s(z) and losses L(z) = ln(s(z−m)/s(z)) of a shift, each computed once."""

    def __init__(self, mean: Fraction, m: int, bits: int) -> None:
        self.mu, self.m, self.small = _arb(mean), m, arb(2) ** (-bits)
        self._source, self._masses = _skellam_masses(mean, 0, bits), list[arb]()
        self._losses: dict[int, arb] = {}

    def mass(self, z: int) -> arb:
        """s(z)."""
        while len(self._masses) <= abs(z):
            self._masses.append(next(self._source)[1])
        return self._masses[abs(z)]

    def loss(self, z: int) -> arb:
        """L(z)."""
        if z not in self._losses:
            self._losses[z] = (self.mass(z - self.m) / self.mass(z)).log()
        return self._losses[z]

    def moment(self, order: arb) -> arb:
        """Σ s(z−m)·e^((α−1)·L(z)); the terms of z > N ≥ m, and those of z < −N, by a ball.

        The ratio of the next term to that of z is r(z−m)·(r(z−m)/r(z))^(α−1), r(ν) = I_(ν+1)/I_ν;
        with the bounds of r above that is at most u·(u·(t+√(1+t²)))^(α−1), u = μ/(2(z−m+1)),
        t = (z+1)/μ, which falls with z. For z < 0 the loss is negative, and the terms at most s.
        """
        k, m, z = order - 1, self.m, 0
        total = self.mass(m) * (k * self.loss(0)).exp()
        while z < MOST_TERMS:
            z += 1
            up = self.mass(z - m) * (k * self.loss(z)).exp()
            below = self.mass(z + m)
            total += up + below * (k * self.loss(-z)).exp()
            if z < m or not (up < total * self.small and below < total * self.small):
                continue
            u, t = self.mu / (2 * (z - m + 1)), (z + 1) / self.mu
            ratio = u * (u * (t + (1 + t * t).sqrt())) ** k
            its = self.mu / (2 * (z + m + 1))
            if ratio < 0.5 and its < 0.5:  # a series after its first term: less than that term
                return total + (up + below) * arb(0.5, 0.5)
        raise num.Undecided("unsupported", "a moment of Skellam noise has too many terms")

    def expected(self) -> arb:
        """Σ s(y)·L(y+m) over all y; |L(y+m)| ≤ m·(|y|+2m)/μ, since L(z) ≤ m·asinh(z/μ)."""
        m, y = self.m, 0
        total = self.mass(0) * self.loss(m)
        while y < MOST_TERMS:
            y += 1
            total += self.mass(y) * (self.loss(m + y) + self.loss(m - y))
            most = self.mass(y) * m * (y + 2 * m) / self.mu
            ratio = self.mu / (2 * (y + 1)) * (y + 1 + 2 * m) / (y + 2 * m)
            if ratio < 0.5 and most < self.small:  # both sides: less than two series
                return total + 2 * most * arb(0, 1)
        raise num.Undecided("unsupported", "a sum over Skellam noise has too many terms")


@lru_cache(maxsize=64)
def _cells_show(mean: Fraction, m: int) -> bool:
    """Whether D_α/α ≤ c = E L·(1 + 2^−w) for all α > 1, cell by cell.

    f = (α−1)·D_α is convex with f(1) = 0, so between a and b it lies below its chord, s·(α−1) − v
    with v ≥ 0. That is at most c·α·(α−1) for all α from a to b if c·x² + (c−s)·x + v ≥ 0 for
    x = α − 1: at both ends, and at the lowest point (s−c)/(2c) where that lies between.
    """
    with working_precision(CELL_BITS + 32):
        losses = _Losses(mean, m, CELL_BITS)
        c = losses.expected() * (1 + arb(2) ** (-_width(mean)))
        end = _far(_arb(mean), m, c)
        low, value, step = Fraction(0), arb(0), Fraction(1, 2 ** _width(mean))  # of x
        for _ in range(MOST_CELLS):
            if low + 1 >= end:
                return True
            high = low + step
            above = losses.moment(_arb(high + 1)).log()
            if _chord_fits(c, (_arb(low), value), (_arb(high), above)):
                low, value, step = high, above, step * 2
            elif step < Fraction(1, 2**30):
                return False
            else:
                step /= 2
    return False


def _chord_fits(c: arb, one: tuple[arb, arb], other: tuple[arb, arb]) -> bool:
    """Whether the chord lies below c·x·(x+1) between its ends."""
    (x, below), (y, above) = one, other
    s = (above - below) / (y - x)
    if x == 0:
        return bool(s <= c)  # s·x ≤ c·x·(x+1)
    v = s * x - below
    ends = all(c * z * z + (c - s) * z + v > 0 for z in (x, y))
    lowest = (s - c) / (2 * c)
    outside = bool(lowest < x) or bool(lowest > y)
    return ends and (outside or bool(v > c * lowest * lowest))


def _far(mu: arb, m: int, c: arb) -> Fraction:
    """A power of two from which on D_α/α ≤ c.

    e^L ≤ (1 + 2z/μ)^m for z ≥ 0, else at most 1; and x^k ≤ (2k/(eμ))^k·e^(μx/2) for k = m·(α−1). So
    f ≤ ln 2 + max(0, k·ln(2k/(eμ)) + μ·(cosh 1 − 1/2) + m). Over α·(α−1) that falls from α ≥ 2 and
    2k ≥ e³·μ on.
    """
    order = 2
    while True:
        k = arb(m * (order - 1))
        f = k * ((2 * k / mu).log() - 1) + mu * (arb(1).cosh() - arb(0.5)) + m
        if 2 * k > arb(3).exp() * mu and arb(2).log() + f.max(arb(0)) < c * order * (order - 1):
            return Fraction(order)
        order *= 2


def _width(mean: Fraction) -> int:
    return NARROW if mean <= MOST_NARROW else WIDE


def _skellam_masses(mean: Fraction, first: int, bits: int) -> Iterator[tuple[int, arb]]:
    """s(first), s(first+1), …, first ≥ 0: downward from two series, I_(ν−1) = I_(ν+1) + 2ν/μ·I_ν.

    Only positive numbers are added, so that balls stay narrow.
    """
    mu, count = _arb(mean), 128
    scale = (-mu).exp()
    while first < MOST_TERMS:
        upper, lower = (_bessel(mean, first + count + k, bits) * scale for k in (1, 0))
        block = []
        for order in range(first + count, first, -1):
            upper, lower = lower, upper + 2 * order * lower / mu
            block.append(lower)
        yield from ((first + k, mass) for k, mass in enumerate(reversed(block)))
        first, count = first + count, 2 * count
    raise num.Undecided("unsupported", "a sum over Skellam noise has too many terms")


def _bessel(mean: Fraction, order: int, bits: int) -> arb:
    """I_ν(μ) = Σ (μ/2)^(2k+ν)/(k!(k+ν)!), ν an integer ≥ 0: terms that fall ever faster."""
    half = _arb(mean) / 2
    square, term = half * half, half**order / arb(order + 1).gamma()
    total = arb(0)
    for k in range(MOST_TERMS):
        ratio = square / ((k + 1) * (k + 1 + order))
        if ratio < 0.5 and term < total * arb(2) ** (-bits - 32):
            return total + term / (1 - ratio) * arb(0.5, 0.5)
        total, term = total + term, term * ratio
    raise num.Undecided("unsupported", "a Bessel function of Skellam noise has too many terms")


def _arb(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
