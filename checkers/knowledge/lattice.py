"""Sums of independent numbers on a lattice: their laws multiply as polynomials.

A law of numbers a, a + s, a + 2s, … with rational probabilities is a polynomial over the integers
and a denominator. A power or a product of such polynomials takes a library milliseconds where term
by term it takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final

from flint import fmpz_poly

from dpverify.defs.numbers import Value

WIDEST: Final = 200_000
"""Points of a lattice that are written out."""
Law = dict[Any, Value]


@dataclass(frozen=True)
class LatticeLaw:
    """P(X = start + k·step) is the k-th coefficient over the denominator."""

    start: int | Fraction
    step: int | Fraction
    polynomial: fmpz_poly
    denominator: int

    def law(self) -> Law:
        """The places of positive probability with it."""
        return {
            self.start + k * self.step: Value(Fraction(int(c), self.denominator))
            for k, c in enumerate(self.polynomial.coeffs())
            if c != 0
        }

    def times(self, other: LatticeLaw) -> LatticeLaw:
        """The law of the sum of two independent numbers on lattices with the same step."""
        return LatticeLaw(
            self.start + other.start,
            self.step,
            self.polynomial * other.polynomial,
            self.denominator * other.denominator,
        )

    def power(self, count: int) -> LatticeLaw:
        """The law of the sum of so many independent copies."""
        return LatticeLaw(
            self.start * count, self.step, self.polynomial**count, self.denominator**count
        )


def sum_of_copies(parts: Iterable[tuple[Law, int]]) -> Law | None:
    """The law of a sum of independent numbers, so many of each law; None where no lattice is small.

    No lattice is there where a probability is 0 or no fraction, or a number none; none is small
    beyond WIDEST points.
    """
    laws = [(law, count) for law, count in parts if count]
    step = _step([law for law, _ in laws])
    if step is None or sum(_width(law, step) * count for law, count in laws) > WIDEST:
        return None
    whole = LatticeLaw(0, step, fmpz_poly([1]), 1)
    for law, count in laws:
        whole = whole.times(_on(law, step).power(count))
    return whole.law()


def _step(laws: list[Law]) -> int | Fraction | None:
    """The largest step of a lattice that each law, moved to 0, is on."""
    for law in laws:
        # A place of probability 0 is one that an attacker may set: a polynomial would lose it.
        if not all(p.is_rational and not p.is_zero for p in law.values()):
            return None
        if not all(isinstance(place, int | Fraction) for place in law):
            return None
    starts = [min(law) for law in laws]
    gaps = [Fraction(place - a) for law, a in zip(laws, starts, strict=True) for place in law]
    below = lcm(*(gap.denominator for gap in gaps))
    above = gcd(*(int(gap * below) for gap in gaps))
    # A law of one place is on any lattice.
    step = Fraction(above, below) if above else Fraction(1)
    return int(step) if step.denominator == 1 else step


def _width(law: Law, step: int | Fraction) -> int:
    return int((max(law) - min(law)) / Fraction(step))


def _on(law: Law, step: int | Fraction) -> LatticeLaw:
    start, chances = min(law), {place: p.as_fraction() for place, p in law.items()}
    below = lcm(*(p.denominator for p in chances.values()))
    numerators = [0] * (_width(law, step) + 1)
    for place, p in chances.items():
        numerators[int((place - start) / Fraction(step))] = int(p * below)
    return LatticeLaw(start, step, fmpz_poly(numerators), below)
