"""Discrete Gaussian noise on an integer, with certified tails."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, exp
from dpverify.defs.risk.contract import LossLaw
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.parameters import (
    Eps,
    count,
    finite_eps,
    nonnegative_eps,
    positive_rational,
)


class DiscreteGaussian(LossLaw):
    """Noise with P[x] ∝ e^(−x²/(2s)) over the integers, on an integer that differs by d.

    The loss at x is (d² − 2dx)/(2s). Sums over infinitely many x are enclosed: with r = e^(−1/(2s))
    the terms from N on are at most r^(N²)/(1 − r^(2N+1)), a geometric series.

    Args:
        variance: s > 0 rational, the parameter σ² (not exactly the variance of the noise).
        distance: d, an integer from 1.

    Raises:
        DomainError: a parameter out of its range.

    Source:
        Canonne, Kamath, Steinke 2020, Definition 1 and Theorem 7.

    >>> law = DiscreteGaussian(1, 1)
    >>> law.confidence(1) < 1, law.delta(5) > 0, str(law.expected_loss())
    (True, True, '1/2')
    """

    def __init__(self, variance: Any, distance: Any = 1) -> None:
        self._s = positive_rational(variance, "σ²")
        self._d = count(distance, "the distance d")

    @property
    def largest(self) -> Number:
        return INFINITY

    def at_most(self, eps: Eps) -> Number:
        """P[x ≥ (d² − 2sε)/(2d)]."""
        return self.mass_from(self._first(finite_eps(eps)))

    def below(self, eps: Eps) -> Number:
        """P[x > (d² − 2sε)/(2d)]."""
        limit = finite_eps(eps)
        first = self._first(limit)
        return self.mass_from(first + (self._loss(first) == limit))

    def confidence(self, eps: Eps) -> Number:
        """P of the x with |d² − 2dx| ≤ 2sε, finitely many."""
        limit = nonnegative_eps(eps)
        # L(d − x) = −L(x): the good x lie symmetrically around d/2.
        first = self._first(limit)
        after = self._d - first + 1
        return Value(0) if first == after else self.mass_from(first) - self.mass_from(after)

    def delta(self, eps: Eps) -> Number:
        """P[x < a] − e^ε·P[x < a − d], a the first x whose loss is at most ε."""
        limit = nonnegative_eps(eps)
        first = self._first(limit)
        # P is symmetric: P[x < a] = P[x ≥ 1 − a], and Q is P moved by d.
        below = self.mass_from(1 - first)
        return below - exp(limit) * self.mass_from(1 - (first - self._d))

    def expected_loss(self) -> Value:
        """d²/(2s), for E[x] = 0."""
        return Value(fmpq(self._d * self._d) / (2 * self._s))

    def _first(self, limit: Loss | Real) -> int:
        """The smallest x with (d² − 2dx)/(2s) ≤ ε, decided by comparisons."""
        d, s = self._d, self._s
        guess = round(((Value(d * d) - limit * Value(2 * s)) * Value(fmpq(1, 2 * d))).approx())

        while limit >= self._loss(guess - 1):
            guess -= 1
        while not limit >= self._loss(guess):
            guess += 1
        return guess

    def _loss(self, x: int) -> Loss:
        return Loss(fmpq(self._d * self._d - 2 * self._d * x) / (2 * self._s))

    def mass_from(self, first: int) -> Enclosed:
        """P[x ≥ first] as an enclosure."""
        s = self._s

        def evaluate(bits: int) -> arb:
            right = _tail(s, max(first, 1), bits)
            if first >= 1:
                return right / _norm(s, bits)
            # All but x ≤ first − 1, that is x ≥ 1 − first on the other side.
            whole = _norm(s, bits)
            return (whole - _tail(s, 1 - first, bits)) / whole

        return Enclosed(evaluate, f"P[x >= {first}], x discrete Gaussian with variance {s}")


def _norm(s: fmpq, bits: int) -> arb:
    return 1 + 2 * _tail(s, 1, bits)


def _tail(s: fmpq, first: int, bits: int) -> arb:
    """Σ r^(x²) over x ≥ first ≥ 1: terms until they are small, then a ball for the rest."""
    rate = -1 / (2 * s)
    result, x = arb(0), first
    term = _power(rate, x)
    # Terms fall faster than a geometric series, so this ends.
    while not term < arb(2) ** (-bits) * (result + term):
        result += term
        x += 1
        term = _power(rate, x)
    rest = term / (1 - arb(rate * (2 * x + 1)).exp())
    return result + rest * arb(0.5, 0.5)


def _power(rate: fmpq, x: int) -> arb:
    return arb(rate * x * x).exp()
