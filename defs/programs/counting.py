"""The laws of counts that a program can draw from: binomial, Poisson and Skellam.

What must never change: as in `laws`, a probability is never rounded up. Those of binomial and
Poisson numbers are exact; those of Skellam numbers are lower bounds.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

from flint import arb, fmpq

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value, exp, number_text
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.programs.laws import (
    MAX_VARIANCE,
    Countable,
    Finite,
    positive,
    probability,
    remembered,
)
from dpverify.defs.validate import shown

MOST_TRIALS, MOST_IRRATIONAL = 2_000, 100
"""Coins of a binomial number, whose probabilities are all listed."""
BITS: Final = 200
"""Precision of the lower bounds of Skellam probabilities."""


@remembered
def binomial(n: Any, p: Any) -> Finite:
    """The number of heads of n coins, each with probability p."""
    count, heads = trials(n), probability(p, "p of binomial()")
    tails = 1 - heads
    name = f"binomial({count}, {number_text(heads)})"
    if not heads.is_rational and count > MOST_IRRATIONAL:
        raise ProgramError(
            f"n of binomial() is above {MOST_IRRATIONAL}, the limit where p is irrational; give a"
            " rational p"
        )
    weights = [comb(count, k) * heads**k * tails ** (count - k) for k in range(count + 1)]
    return Finite(name, range(count + 1), weights)


@remembered
def poisson(lam: Any) -> Countable:
    """An integer k ≥ 0 with probability e^{−λ}·λ^k/k!, likeliest first."""
    mean = _rational(lam, "lam of poisson()")
    factor, order = exp(Value(-mean)), _Outward(mean)
    return Countable(f"poisson({number_text(Value(mean))})", lambda n: order.term(n, factor))


@remembered
def skellam(mu: Any) -> Countable:
    """An integer k with probability e^{−μ}·I_|k|(μ), from below; likeliest first."""
    mean = _rational(mu, "mu of skellam()")

    def mass(k: int) -> Value:
        with working_precision(BITS):
            return Value(ball_bounds(arb(mean).bessel_i(k, scaled=True))[0])

    def term(n: int) -> tuple[int, Value]:
        k = (n + 1) // 2
        return (k if n % 2 else -k), mass(k)

    return Countable(f"skellam({number_text(Value(mean))})", term)


def trials(given: Any) -> int:
    """The number of coins of binomial noise.

    Raises: ProgramError for what is no integer from 0 to the limit here.
    """
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= MOST_TRIALS:
        raise ProgramError(
            f"n of binomial() is {shown(given)}; give an integer from 0 to {MOST_TRIALS}"
        )
    return given


class _Outward:
    """The numbers from a mode outward, likeliest first, with λ^k/k!."""

    def __init__(self, mean: fmpq) -> None:
        self.mean, mode = mean, int(mean)
        weight = fmpq(1)
        for k in range(1, mode + 1):
            weight = weight * mean / k
        self.found = [(mode, weight)]
        self._low = self._below(mode, weight)
        self._high = (mode + 1, weight * mean / (mode + 1))

    def term(self, n: int, factor: Any) -> tuple[int, Value]:
        """Number n with its probability; `factor` is e^{−λ}."""
        while len(self.found) <= n:
            if self._low is not None and self._low[1] >= self._high[1]:
                self.found.append(self._low)
                self._low = self._below(*self._low)
            else:
                k, weight = self._high
                self.found.append(self._high)
                self._high = (k + 1, weight * self.mean / (k + 1))
        k, weight = self.found[n]
        return k, Value(weight) * factor

    def _below(self, k: int, weight: fmpq) -> tuple[int, fmpq] | None:
        return (k - 1, weight * k / self.mean) if k else None


def _rational(given: Any, what: str) -> fmpq:
    mean = positive(given, what).as_rational()
    if mean is None:
        raise ProgramError(f"{what} is irrational; give a rational number")
    if mean > MAX_VARIANCE:
        raise ProgramError(f"{what} is above {MAX_VARIANCE}, the limit here")
    return mean
