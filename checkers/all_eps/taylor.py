"""Taylor expansions of a sum Σ c·ε^i·e^{qε} with a bound of what is left out.

On the interval |h| ≤ w around a middle m ≥ 0, f(m + h) = Σ_{k<K} c_k·h^k + ρ·h^K with
|ρ| ≤ R, where R is the K-th coefficient of Σ |c|·(m + w + h)^i · e^{qm + |q|w} · e^{|q|h}: a bound
of |f^(K)|/K! on the interval, for each term separately (Lagrange).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial

from flint import arb, arb_mat, fmpq, fmpq_poly

from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.exponential_polynomial import ExpPoly


@dataclass(frozen=True)
class Expansion:
    """Coefficients c_0 … c_{K−1}, and R with |ρ| ≤ R."""

    coefficients: Sequence[arb]
    remainder: arb

    def no_zero(self, w: arb, lowest: int = 0) -> bool:
        """Whether |c_l|·h^l outweighs all later terms for 0 < |h| ≤ w; what comes before is 0."""
        rest = self.remainder * w ** (len(self.coefficients) - lowest)
        for k, c in enumerate(self.coefficients[lowest + 1 :], start=1):
            rest += abs(c) * w**k
        return bool(abs(self.coefficients[lowest]) > rest)

    def monotone(self, w: arb) -> bool:
        """Whether the derivative has no zero for |h| ≤ w."""
        order = len(self.coefficients)
        rest = order * self.remainder * w ** (order - 1)
        for k, c in enumerate(self.coefficients[2:], start=2):
            rest += k * abs(c) * w ** (k - 1)
        return bool(abs(self.coefficients[1]) > rest)


class Expander:
    """Expansions of one sum at any middle, to one order K ≥ 2."""

    def __init__(self, a: ExpPoly, order: int) -> None:
        self._order = order
        grouped: dict[Fraction, dict[int, Fraction]] = {}
        for (i, q), c in a.eps_terms().items():
            grouped.setdefault(q, {})[i] = c
        self._groups = [(_fmpq(q), _poly(powers)) for q, powers in sorted(grouped.items())]

    @cached_property
    def _powers(self) -> dict[int, arb_mat]:
        return {}

    def _series(self, bits: int) -> arb_mat:
        """A row q^k / k! for each group, up to order K, as balls of so many bits."""
        known = self._powers.get(bits)
        if known is None:
            rows = [[arb(c) for c in self._exact_series(q)] for q, _ in self._groups]
            known = self._powers[bits] = arb_mat(rows)
        return known

    def _exact_series(self, q: fmpq) -> list[fmpq]:
        return [q**k / factorial(k) for k in range(self._order)]

    @cached_property
    def _last(self) -> list[list[fmpq]]:
        """For each group |q|^{K−j} / (K−j)!, the factors of h^K beside (h)^j."""
        return [
            [abs(q) ** (self._order - j) / factorial(self._order - j) for j in range(len(p))]
            for q, p in ((q, p.coeffs()[: self._order + 1]) for q, p in self._groups)
        ]

    def at(self, middle: fmpq, w: fmpq, bits: int) -> Expansion:
        """The expansion for |h| ≤ w around a middle ≥ 0, with balls of so many bits."""
        order = self._order
        with working_precision(bits):
            most, near = arb(0), list[list[arb]]()
            for (q, p), last in zip(self._groups, self._last, strict=True):
                height = arb(q * middle).exp()
                near.append([height * arb(c) for c in p(fmpq_poly([middle, 1])).coeffs()])
                far = _absolute(p)(fmpq_poly([middle + w, 1])).coeffs()
                rest = sum((c * d for c, d in zip(far, last, strict=False)), fmpq(0))
                most += arb(rest) * arb(q * middle + abs(q) * w).exp()
            total = [arb(0)] * order
            for j in range(min(order, max(map(len, near), default=0))):
                row = [coefficients[j] if j < len(coefficients) else 0 for coefficients in near]
                product = arb_mat([row]) * self._series(bits)
                for k in range(order - j):
                    total[k + j] += product[0, k]
            return Expansion(total, most)

    def at_zero(self) -> list[fmpq]:
        """The exact coefficients at ε = 0, up to order K."""
        total = fmpq_poly([])
        for q, p in self._groups:
            total += p * fmpq_poly(self._exact_series(q))
        return [total[k] for k in range(self._order)]

    def ball(self, point: fmpq, bits: int) -> arb:
        """A ball that contains the value at a rational ε."""
        with working_precision(bits):
            total = arb(0)
            for q, p in self._groups:
                total += arb(q * point).exp() * arb(p(point))
            return total


def _absolute(p: fmpq_poly) -> fmpq_poly:
    return fmpq_poly([abs(c) for c in p.coeffs()])


def _poly(powers: dict[int, Fraction]) -> fmpq_poly:
    return fmpq_poly([_fmpq(powers.get(i, Fraction(0))) for i in range(max(powers) + 1)])


def _fmpq(c: Fraction) -> fmpq:
    return fmpq(c.numerator, c.denominator)
