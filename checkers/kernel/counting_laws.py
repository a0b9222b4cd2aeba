"""For the kernel: what binomial and Poisson noise says of two inputs whose values it shifts.

Trusted, with `laws.py`; a copy of its own, which shares nothing with `defs/laws/`, where the proofs
stand. Both mass functions are log-concave, so that the loss rises or falls along the integers
and each tail of it is a tail of the noise.

- Binomial, of scale n + p: where the first input is higher by d, P gives n + 1, …, n + d, which Q
  does not. Where it is lower, n − z is binomial noise with 1 − p, and it is higher.
- Poisson, of scale λ: where the first input is higher, P/Q = z·(z−1)…(z−d+1)/λ^d from d on; where
  it is lower, Q gives nothing below d, and P/Q is the inverse from there on.

What must never change: a number that is returned is the true one, exactly or as a ball.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel.shifted import Missed, Shifted
from dpverify.checkers.kernel.supports import trials_of
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision

MOST_TERMS: Final = 400_000
"""Terms of a sum."""
MOST_EXACT: Final = 1_000
"""Terms of a sum over Poisson noise that is an exact number."""

Shift = tuple[Fraction, Fraction]


# ------------------------------------------------------------ binomial noise


def binomial(shifts: Sequence[Shift]) -> Shifted:
    """The laws of values with binomial noise; of several no more than that no bound is finite."""
    apart = [(*trials_of(scale), int(by)) for scale, by in shifts]
    if any(abs(by) > n for n, _, by in apart):
        return Missed(num.Value(1))
    if len(apart) > 1:
        return Boundless("several values with binomial noise")
    ((n, p, by),) = apart
    return Binomial(n, p if by > 0 else 1 - p, abs(by))


class Boundless(Shifted):
    """Laws with a loss without bound, of which no more is known here."""

    def __init__(self, name: str) -> None:
        self.name = name

    def largest_loss(self) -> Any:
        """Infinite."""
        return num.INFINITY

    loss_range = gaussian_distance = largest_loss


class Binomial(Shifted):
    """P is binomial noise of n trials of chance p that is d higher than Q."""

    def __init__(self, n: int, p: Fraction, d: int) -> None:
        self.d, self.end, mass = d, n, (1 - p) ** n
        masses = [mass]
        for j in range(n):
            mass = mass * (n - j) * p / ((j + 1) * (1 - p))
            masses.append(mass)
        self.masses = masses
        self.from_: list[Fraction] = [Fraction(0)]  # of k: the chance of at least n + 1 − k
        for mass in reversed(masses):
            self.from_.append(self.from_[-1] + mass)

    def largest_loss(self) -> Any:
        """Infinite: P gives n + d."""
        return num.INFINITY

    loss_range = rate = gaussian_distance = largest_loss

    def divergence(self, order: Fraction) -> Any:
        """Infinite."""
        del order
        return num.INFINITY

    def excess(self, eps: Any) -> Any:
        """P[z ≥ k] − e^ε·Q[z ≥ k], k the first place whose loss is above ε."""
        k = self._first_beyond(eps)
        missed = self._at_least(k - self.d)
        return missed if eps == num.INFINITY else missed - num.exp(eps) * self._at_least(k)

    def beyond(self, eps: Any) -> Any:
        """P[z ≥ k]."""
        return self._at_least(self._first_beyond(eps) - self.d)

    def beyond_either_way(self, eps: Any) -> Any:
        """And P[z < j], j the first place whose loss is at least −ε."""
        if eps == num.INFINITY:
            return self.beyond(eps)
        odds = num.exp(eps)
        j = self._first(lambda p, q: odds * p >= q)
        return self.beyond(eps) + 1 - self._at_least(j - self.d)

    def _first_beyond(self, eps: Any) -> int:
        if eps == num.INFINITY:
            return self.end + 1
        odds = num.exp(eps)
        return self._first(lambda p, q: p > odds * q)

    def _first(self, holds: Callable[[Any, Any], bool]) -> int:
        """The first z from d to n + 1 where P and Q are so; by halving, the ratio rises."""

        def so(z: int) -> bool:
            return z > self.end or holds(
                num.Value(self.masses[z - self.d]), num.Value(self.masses[z])
            )

        return first_from(so, self.d, self.end + 1)

    def _at_least(self, k: int) -> Any:
        return num.Value(self.from_[min(max(self.end + 1 - k, 0), self.end + 1)])


# ------------------------------------------------------------ Poisson noise


def poisson(shifts: Sequence[Shift]) -> Shifted:
    """The laws of values with Poisson noise; of several no more than that no loss is bounded."""
    if len(shifts) > 1:
        return Boundless("several values with Poisson noise")
    ((mean, by),) = shifts
    return Poisson(mean, int(by))


class Poisson(Shifted):
    """P is Poisson noise of mean λ that is d higher than Q, lower where d < 0."""

    name = "Poisson noise"

    def __init__(self, mean: Fraction, by: int) -> None:
        self.mean, self.by, self.d = mean, by, abs(by)

    def largest_loss(self) -> Any:
        """Infinite."""
        return num.INFINITY

    loss_range = gaussian_distance = largest_loss

    def rate(self) -> Any:
        """Infinite where P gives what Q cannot."""
        return super().rate() if self.by > 0 else num.INFINITY

    def divergence(self, order: Fraction) -> Any:
        """ln E ((x+d)…(x+1)/λ^d)^(α−1)/(α−1), x the noise, for the higher law."""
        if self.by < 0:
            return num.INFINITY
        return num.ln(PoissonMoment(self.mean, self.d, order - 1)) / num.Value(order - 1)

    def excess(self, eps: Any) -> Any:
        """P[L > ε] − e^ε·Q[L > ε]."""
        if eps == num.INFINITY:
            return self.beyond(eps)
        if self.by > 0:
            k = self._above(eps)
            return self._at_least(k - self.d) - num.exp(eps) * self._at_least(k)
        k = self._not_below(eps)
        return self._less(k) - num.exp(eps) * self._less(k - self.d)

    def beyond(self, eps: Any) -> Any:
        """P[L > ε]."""
        if eps == num.INFINITY:
            return num.Value(0) if self.by > 0 else self._less(self.d)
        if self.by > 0:
            return self._at_least(self._above(eps) - self.d)
        return self._less(self._not_below(eps))

    def beyond_either_way(self, eps: Any) -> Any:
        """And P[L < −ε]."""
        if eps == num.INFINITY:
            return self.beyond(eps)
        if self.by > 0:
            return self.beyond(eps) + self._less(self._not_below(eps) - self.d)
        return self.beyond(eps) + self._at_least(self._above(eps))

    def _above(self, eps: Any) -> int:
        """The first z from d on with z…(z−d+1) > e^ε·λ^d."""
        limit = num.exp(eps) * num.Value(self.mean**self.d)
        return self._first(lambda product: product > limit)

    def _not_below(self, eps: Any) -> int:
        """The first z from d on with e^ε·z…(z−d+1) ≥ λ^d."""
        odds, limit = num.exp(eps), num.Value(self.mean**self.d)
        return self._first(lambda product: odds * product >= limit)

    def _first(self, holds: Callable[[Any], bool]) -> int:
        def so(z: int) -> bool:
            product = 1
            for k in range(self.d):
                product *= z - k
            return holds(num.Value(product))

        high = 2 * self.d
        while not so(high):
            high *= 2
        return first_from(so, self.d, high)

    def _less(self, k: int) -> Any:
        """P of less noise than k."""
        if k <= 0:
            return num.Value(0)
        if k > MOST_EXACT:
            return num.Value(1) - PoissonTail(self.mean, k)
        term = total = Fraction(1)
        for j in range(1, k):
            term = term * self.mean / j
            total += term
        return num.Value(total) * num.exp(-self.mean)

    def _at_least(self, k: int) -> Any:
        return PoissonTail(self.mean, k) if k > MOST_EXACT else num.Value(1) - self._less(k)


class _PoissonSum(num.Real):
    """Σ over y ≥ first of e^(−λ)·λ^y/y!·((y+d)…(y+1)/λ^d)^k."""

    __slots__ = ("_d", "_first", "_mean", "_power")

    def __init__(self, mean: Fraction, first: int, d: int, power: Fraction) -> None:
        super().__init__("Poisson sum")
        self._mean, self._first, self._d, self._power = mean, first, d, power

    def __str__(self) -> str:
        return f"Poisson sum({self._mean}, {self._first}, {self._d}, {self._power})"

    def ball(self, bits: int) -> arb:
        """Term by term, by their ratio λ/(y+1)·((y+1+d)/(y+1))^k, which falls with y."""
        with working_precision(bits + 64):
            mean, power = _arb(self._mean), _arb(self._power)
            term = (-mean).exp()
            for y in range(1, self._first + 1):
                term = term * mean / y
            for k in range(1, self._d + 1):
                term *= (arb(self._first + k) / mean) ** power
            total = arb(0)
            for y in range(self._first, self._first + MOST_TERMS):
                ratio = mean / (y + 1) * (arb(fmpq(y + 1 + self._d, y + 1))) ** power
                if ratio < 0.5 and term < total * arb(2) ** (-bits):
                    return total + term / (1 - ratio) * arb(0.5, 0.5)
                total, term = total + term, term * ratio
        raise num.Undecided("unsupported", "a sum over Poisson noise has too many terms")


class PoissonTail(_PoissonSum):
    """P[x ≥ first]."""

    __slots__ = ()

    def __init__(self, mean: Fraction, first: int) -> None:
        if first > MOST_TERMS:
            raise num.Undecided("unsupported", "a tail of Poisson noise so far out")
        super().__init__(mean, first, 0, Fraction(0))


class PoissonMoment(_PoissonSum):
    """E ((x+d)…(x+1)/λ^d)^k."""

    __slots__ = ()

    def __init__(self, mean: Fraction, d: int, power: Fraction) -> None:
        super().__init__(mean, 0, d, power)


# ------------------------------------------------------------ all


def first_from(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The first number from low to high of which something holds that holds of high and beyond."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _arb(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
