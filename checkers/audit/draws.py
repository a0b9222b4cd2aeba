"""Draws in doubles from a seed, written down anew: nothing of `defs/programs/laws.py` is used.

What must never change: no law is looked up, so that a mistake in the exact laws shows as a
disagreement. Probabilities are rounded to doubles, an error far below what samples can see.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import as_number
from dpverify.defs.programs.draw import Draw


def double(number: Any) -> float:
    """A number or its text as a double."""
    return float(number) if isinstance(number, (int, float, Fraction)) else _approx(number)


@lru_cache(maxsize=1000)
def _approx(number: Any) -> float:
    return as_number(number).approx()


class Doubles(Draw):
    """Noise as doubles, and finite choices by comparing one uniform double."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)  # noqa: S311  an audit, no secret

    def laplace(self, scale: Any) -> Any:
        """Two exponentials' difference."""
        return double(scale) * (self._rng.expovariate(1) - self._rng.expovariate(1))

    def exponential(self, scale: Any) -> Any:
        return double(scale) * self._rng.expovariate(1)

    def gumbel(self, scale: Any) -> float:
        """Minus the logarithm of a standard exponential, times the scale."""
        return -double(scale) * math.log(self._rng.expovariate(1))

    def logistic(self, scale: Any) -> float:
        """The logarithm of a quotient of two standard exponentials, times the scale."""
        odds = self._rng.expovariate(1) / self._rng.expovariate(1)
        return double(scale) * math.log(odds)

    def flip(self, p: Any) -> bool:
        return self._rng.random() < double(p)

    def gaussian(self, sigma: Any) -> Any:
        """Normal noise."""
        return double(sigma) * self._rng.gauss()

    def uniform(self, values: Any, high: Any = None) -> Any:
        """One of a list, or between two numbers."""
        if high is None:
            return values[self._rng.randrange(len(values))]
        return self._rng.uniform(double(values), double(high))

    def choice(self, table: Mapping[Any, Any]) -> Any:
        left = self._rng.random()
        for value, p in table.items():
            left -= double(p)
            if left < 0:
                return value
        return value  # the sum of the doubles fell short of 1 by a rounding

    def geometric(self, ratio: Any, *, most: int | None = None) -> int:
        """⌊X/ln(1/ratio)⌋ for a standard exponential X."""
        r = double(ratio)
        k = math.floor(self._rng.expovariate(1) / -math.log(r)) if r else 0
        return k if most is None else min(k, most)

    def discrete_laplace(
        self,
        scale: Any = None,
        *,
        ratio: Any = None,
        low: int | None = None,
        high: int | None = None,
    ) -> int:
        """Two geometric numbers' difference, clamped."""
        r = math.exp(-1 / double(scale)) if ratio is None else double(ratio)
        noise = self.geometric(r) - self.geometric(r)
        if low is None or high is None:
            return noise
        return min(max(noise, low), high)

    def discrete_gaussian(self, sigma2: Any) -> int:
        """A rounded uniform of a wide range, kept with its weight."""
        variance = double(sigma2)
        reach = math.ceil(12 * math.sqrt(variance)) + 1  # beyond it less than 10⁻³⁰
        while True:
            k = self._rng.randint(-reach, reach)
            if self._rng.random() < math.exp(-k * k / (2 * variance)):
                return k

    def poisson(self, lam: Any) -> int:
        """Arrivals of a process of rate 1 in a time of `lam`."""
        count, clock = -1, 0.0
        while clock <= double(lam):
            count, clock = count + 1, clock + self._rng.expovariate(1)
        return count

    def skellam(self, mu: Any) -> int:
        """Two Poisson numbers' difference."""
        return self.poisson(double(mu) / 2) - self.poisson(double(mu) / 2)

    def binomial(self, n: int, p: Any) -> int:
        """Heads, one coin after the other."""
        return sum(self.flip(p) for _ in range(n))

    def _take(self, law: Any) -> Any:
        raise Undecided("unsupported", f"the audit has no sampler for {law.name}")
