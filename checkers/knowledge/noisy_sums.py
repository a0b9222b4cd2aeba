"""The law of a sum with integer noise whose tails are powers of r, for every value of the target.

Discrete Laplace noise has P(N = k) = (1−r)/(1+r)·r^|k|, geometric noise (1−r)·r^k for k ≥ 0. With

    F(w) = Σ_{s ≤ w} P(S = s)·r^(w−s)        D(w) = Σ_{s ≥ w} P(S = s)·r^(s−w)

the sum S + N has P(S + N = w) = (1−r)/(1+r)·(F(w) + r·D(w+1)), and P(S + N ≥ w) follows from both
as well. F at a number is r^gap·F at the number before, plus its probability: each of them is one
multiplication, where term by term it would be a sum over all numbers. What a target and known
records add moves w alone, so that all their laws share these numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, floor
from typing import Any

from dpverify.defs.knowledge.noise import Noise
from dpverify.defs.numbers import Value, total


class _Numbers:
    """Numbers that lie a whole number apart, with F and D at each of them."""

    def __init__(self, chances: dict[Fraction, Value], ratio: Value) -> None:
        self.places = sorted(chances)
        self._chances, self._ratio = [chances[s] for s in self.places], ratio
        self._at_least = _running(reversed(self._chances), lambda so_far, p: so_far + p)
        self.sum = self._at_least[-1]

    @cached_property
    def _forward(self) -> list[Value]:
        return self._powers(self.places, self._chances)

    @cached_property
    def _backward(self) -> list[Value]:
        mirrored = [-s for s in reversed(self.places)]
        return self._powers(mirrored, self._chances[::-1])

    def _powers(self, places: list[Fraction], chances: list[Value]) -> list[Value]:
        gaps = [1, *(int(b - a) for a, b in pairwise(places))]
        steps = zip(gaps, chances, strict=True)
        return _running(steps, lambda so_far, step: so_far * self._ratio ** step[0] + step[1])

    def forward(self, w: Fraction) -> Value:
        """F(w)."""
        below = bisect_left(self.places, w + 1)
        if below == 0:
            return Value(0)
        return self._forward[below - 1] * self._ratio ** int(w - self.places[below - 1])

    def backward(self, w: Fraction) -> Value:
        """D(w)."""
        left = len(self.places) - bisect_left(self.places, w)
        if left == 0:
            return Value(0)
        return self._backward[left - 1] * self._ratio ** int(self.places[-left] - w)

    def at_least(self, w: Fraction) -> Value:
        """P(S ≥ w)."""
        left = len(self.places) - bisect_left(self.places, w)
        return self._at_least[left - 1] if left else Value(0)


def _running(items: Iterable[Any], step: Callable[[Value, Any], Value]) -> list[Value]:
    """What the step makes of 0 and the first item, of that and the second, and so on."""
    so_far, values = Value(0), []
    for item in items:
        so_far = step(so_far, item)
        values.append(so_far)
    return values


class NoisySum:
    """A sum of unknown records with noise, to which any number is added before it is clamped.

    Args: sums the law of the sum, by numbers; noise of a law with a ratio; spend is told of
        products before they are computed.
    """

    def __init__(self, sums: dict[Any, Value], noise: Noise, spend: Callable[[int], None]) -> None:
        apart: dict[Fraction, dict[Fraction, Value]] = {}
        for s, p in sums.items():
            apart.setdefault(Fraction(s) % 1, {})[Fraction(s)] = p
        self._noise, self._spend, r = noise, spend, noise.ratio
        self._two_sided = noise.law == "discrete-laplace"
        self._over = 1 / (1 + r) if self._two_sided else Value(1)
        self._unit = (1 - r) * self._over
        self._numbers = [_Numbers(chances, r) for chances in apart.values()]
        # A power of an irrational r is one more term of each number.
        self._work = 1 if r.is_rational else len(sums)
        self._alone: dict[tuple[int, Fraction], Value] = {}
        self._tails: dict[tuple[int, Fraction], Value] = {}
        spend(self._work * len(sums))

    def released(self, base: Fraction) -> dict[Fraction, Value]:
        """The law of what is released where `base` is added to the sum; exact."""
        low, high = self._noise.low, self._noise.high
        if low is None or high is None:
            raise ValueError("noise of a table has no tails")
        ends: list[list[Value]] = [[], []]
        law: dict[Fraction, Value] = {low: Value(0), high: Value(0)}
        for i, numbers in enumerate(self._numbers):
            # The numbers that are released in between lie a whole number from those of the sum.
            start = numbers.places[0] + base
            first = start + floor(low - start) + 1
            last = start + ceil(high - start)
            ends[0].append(numbers.sum - self._at_least(i, first - base))
            ends[1].append(self._at_least(i, last - base))
            for k in range(int(last - first)):
                law[first + k] = self._mass(i, first + k - base)
        law[low], law[high] = total(ends[0]), total(ends[1])
        return {v: p for v, p in law.items() if not p.is_zero}

    def _mass(self, i: int, w: Fraction) -> Value:
        """P(S + N = w), of the i-th of the numbers that lie a whole number apart."""
        if (i, w) not in self._alone:
            self._spend(self._work)
            numbers, mass = self._numbers[i], self._numbers[i].forward(w)
            if self._two_sided:
                mass = mass + self._noise.ratio * numbers.backward(w + 1)
            self._alone[i, w] = mass * self._unit
        return self._alone[i, w]

    def _at_least(self, i: int, w: Fraction) -> Value:
        """P(S + N ≥ w): noise takes r·F(w−1)/(1+r) over the border, and r·D(w)/(1+r) back."""
        if (i, w) not in self._tails:
            self._spend(self._work)
            numbers, moved = self._numbers[i], self._numbers[i].forward(w - 1)
            if self._two_sided:
                moved = moved - numbers.backward(w)
            self._tails[i, w] = numbers.at_least(w) + moved * self._noise.ratio * self._over
        return self._tails[i, w]
