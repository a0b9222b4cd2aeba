"""The privacy loss of several integers with discrete Gaussian noise, with certified tails."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, gcd, isqrt, lcm, prod

from flint import arb, fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Number, Real, Value, exp
from dpverify.defs.risk.enclosed import Enclosed

MOST_SUMS = 200_000
"""Pairs of values that are added, at one precision."""


class SeveralGaussians:
    """Independent noise with P[u] ∝ e^(−u²/(2s)) on integers that differ by m ≥ 1.

    The loss is Σ m·u/s + c under P, and Σ m·u/s − c under Q, c = Σ m²/(2s). Σ m·u/s takes all
    multiples of one step, the greatest number that divides each m/s, and no other values. Under Q,
    L is distributed as −L under P.

    Args: values pairs (s, m), s > 0 rational.

    >>> both = SeveralGaussians([(Fraction(1), 1), (Fraction(1), 1)])
    >>> both.delta(Loss(5)) < both.delta(Loss(1)) < both.delta(Loss(0)) < 1
    True
    """

    def __init__(self, values: Sequence[tuple[Fraction, int]]) -> None:
        self._values = sorted(values)
        below = lcm(*((m / s).denominator for s, m in self._values))
        self._step = Fraction(gcd(*(int(m / s * below) for s, m in self._values)), below)
        self._half = sum((Fraction(m * m) / (2 * s) for s, m in self._values), Fraction(0))

    def at_most(self, eps: Loss | Real) -> Number:
        """P[L ≤ ε]."""
        return Value(1) - self._beyond(eps, self._half)

    def risk(self, eps: Loss | Real) -> Number:
        """P[|L| > ε] for ε ≥ 0; exactly 1 where no loss lies between −ε and ε."""
        largest_below = self._half + (self._first(eps, self._half) - 1) * self._step
        if -Loss(largest_below) > eps:
            return Value(1)
        return self._beyond(eps, self._half) + self._beyond(eps, -self._half)

    def delta(self, eps: Loss | Real) -> Number:
        """P[L > ε] − e^ε·Q[L > ε]."""
        return self._beyond(eps, self._half) - exp(eps) * self._beyond(eps, -self._half)

    def _beyond(self, eps: Loss | Real, middle: Fraction) -> Real:
        """P[Σ m·u/s + middle > ε]."""
        least = self._first(eps, middle) * self._step
        text = ", ".join(f"{m} of variance {s}" for s, m in self._values)
        return Enclosed(
            lambda bits: self._mass(least, bits),
            f"P[sum >= {least}], discrete Gaussian, weights {text}",
        )

    def _first(self, eps: Loss | Real, middle: Fraction) -> int:
        """The first k with middle + k·step > ε: floats are near, then it is decided exactly."""

        def above(k: int) -> bool:
            return Loss(middle + k * self._step) > eps

        first = floor((eps.approx() - float(middle)) / float(self._step))
        while above(first - 1):
            first -= 1
        while not above(first):
            first += 1
        return first

    def _mass(self, least: Fraction, bits: int) -> arb:
        """P[Σ m·u/s ≥ least]: sums up to a distance from 0, and a ball for what lies beyond."""
        law, missing = {Fraction(0): arb(1)}, arb(0)
        reaches = [isqrt(ceil(2 * s * bits)) + 1 for s, _ in self._values]
        if prod(2 * reach + 1 for reach in reaches) > MOST_SUMS:
            raise Undecided("unsupported", "the losses of so many integers are not added up")
        for (s, m), reach in zip(self._values, reaches, strict=True):
            half = fmpq(s.denominator, 2 * s.numerator)
            terms = [arb(-half * u * u).exp() for u in range(reach + 1)]
            # Beyond the reach, terms fall faster than a geometric series.
            beyond = 2 * arb(-half * (reach + 1) ** 2).exp() / (1 - arb(-2 * half * reach).exp())
            whole = terms[0] + 2 * sum(terms[1:], arb(0)) + beyond * arb(0.5, 0.5)
            longer: dict[Fraction, arb] = {}
            for place, mass in law.items():
                for u in range(-reach, reach + 1):
                    there = place + u * m / s
                    longer[there] = longer.get(there, arb(0)) + mass * terms[abs(u)] / whole
            law, missing = longer, missing + beyond / whole
        inside = sum((mass for place, mass in law.items() if place >= least), arb(0))
        return inside + missing * arb(0.5, 0.5)
