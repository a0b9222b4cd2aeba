"""The law of a sum with noise on all integers, from what the sum and its noise do not exceed.

Trusted: this file, `queries`, `work`, `dpverify.defs.numbers` and the standard library. For a sum S
with numerators p(s) and noise N with tails that are powers of r,

    P(S + N ≤ w) = Σ_{s ≤ w} p(s)·(1 − r^(w−s+1)/(1+r)) + Σ_{s > w} p(s)·r^(s−w)/(1+r)

over the denominator of S (discrete Laplace; geometric noise has the first sum alone, without the
1 + r). So three running sums over the places of S are enough: of p(s), of r^(s'−s)·p(s) up to a
place s', and of r^(s−s')·p(s) from it on. Everything is multiplied by 1 + r, so that no number is a
quotient. What known records and the target add to the sum moves w alone.

What must never change: numbers of the sum that are not a whole number apart have running sums of
their own, since noise on the integers does not lead from one to the other.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from math import ceil, floor
from typing import Any

from dpverify.checkers.kernel.queries import Noise
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num


class _RunningSums:
    """Places of a sum that are a whole number apart, with their running sums."""

    def __init__(self, numerators: dict[Fraction, Any], ratio: num.Value) -> None:
        self.places = sorted(numerators)
        size = len(self.places)
        self.below = [num.ZERO] * size  # Σ_{s ≤ s'} p(s)
        self.forward = [num.ZERO] * size  # Σ_{s ≤ s'} r^(s'−s)·p(s)
        self.backward = [num.ZERO] * size  # Σ_{s ≥ s'} r^(s−s')·p(s)
        for i, place in enumerate(self.places):
            p = numerators[place]
            self.below[i] = self.forward[i] = num.ZERO + p
            if i > 0:
                gap = int(place - self.places[i - 1])
                self.below[i] = self.below[i - 1] + p
                self.forward[i] = ratio**gap * self.forward[i - 1] + p
        for i in reversed(range(size)):
            self.backward[i] = num.ZERO + numerators[self.places[i]]
            if i + 1 < size:
                gap = int(self.places[i + 1] - self.places[i])
                self.backward[i] = ratio**gap * self.backward[i + 1] + self.backward[i]
            spend("a sum with noise", 3, self.forward[i].bits + self.backward[i].bits)


class NoisySum:
    """A sum of records with noise that is clamped, whatever is added to the sum before.

    Args:
        noise: discrete Laplace or geometric noise.
        numerators: of the law of the sum, by its places.
    """

    def __init__(self, noise: Noise, numerators: dict[Any, Any]) -> None:
        self.noise = noise
        self.two_sided = noise.law_name == "discrete-laplace"
        # What all numerators of laws with noise are divided by, beside the denominator of the sum.
        self.divisor = 1 + noise.ratio if self.two_sided else num.ONE
        by_rest: dict[Fraction, dict[Fraction, Any]] = {}
        for place, p in numerators.items():
            by_rest.setdefault(Fraction(place) % 1, {})[Fraction(place)] = p
        self._sums = [_RunningSums(part, noise.ratio) for part in by_rest.values()]
        self._single: dict[Fraction, num.Value] = {}
        self._cumulative: dict[Fraction, num.Value] = {}

    def law(self, base: Any) -> dict[Fraction, num.Value]:
        """The numerators of what is released where `base` is added to the sum."""
        low, high = self.noise.ends
        law = {low: num.ZERO, high: num.ZERO}
        for sums in self._sums:
            origin = sums.places[0]  # S + N is a whole number of steps from it
            first, last = floor(low - base - origin), ceil(high - base - origin)
            # Up to `first` steps all of it is clamped to the low end, from `last` on to the high.
            law[low] += self._up_to(sums, origin + first)
            for k in range(first + 1, last):
                law[base + origin + k] = self._at(sums, origin + k)
            law[high] += self.divisor * sums.below[-1] - self._up_to(sums, origin + last - 1)
        return law

    def _at(self, sums: _RunningSums, w: Fraction) -> num.Value:
        """The numerator of P(S + N = w)."""
        if w not in self._single:
            self._single[w] = self._up_to(sums, w) - self._up_to(sums, w - 1)
        return self._single[w]

    def _up_to(self, sums: _RunningSums, w: Fraction) -> num.Value:
        """The numerator of P(S + N ≤ w), of these places of S alone."""
        if w not in self._cumulative:
            ratio, value = self.noise.ratio, num.ZERO
            count = bisect_right(sums.places, w)  # of the places that are at most w
            if count > 0:
                steps = int(w - sums.places[count - 1]) + 1
                beyond = ratio**steps * sums.forward[count - 1]
                value = self.divisor * sums.below[count - 1] - beyond
            if self.two_sided and count < len(sums.places):
                value = value + ratio ** int(sums.places[count] - w) * sums.backward[count]
            spend("a law with noise", 3, value.bits)
            self._cumulative[w] = value
        return self._cumulative[w]
