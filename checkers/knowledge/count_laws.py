"""Laws of counts of independent yes/no records: exact where that is small, else rigorous balls.

A table is the list of P(X = x), x = 0..m. Sums of Bernoulli variables are log-concave (Newton's
inequalities), so P(X = x)/P(X = x−1) decreases, and so does P(X ≤ x)/P(X ≤ x−1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final

from flint import arb, arb_poly, fmpq, fmpq_poly

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.radicals import bit_length

MAX_EXACT: Final = 40_000_000
"""Squared number of records times bits of a probability up to which tables are exact."""
MAX_PRODUCT: Final = 30_000
"""Records of different probabilities up to which their polynomials are multiplied."""

Parts = Sequence[tuple[Value, int]]
"""(probability of "yes", how many such records)."""


@dataclass
class Table:
    """P(X = x) for x = 0..m, exact Values or balls of one precision."""

    items: list[Any]
    exact: bool
    _below: list[Any] = field(default_factory=list)
    _above: list[Any] = field(default_factory=list)

    @property
    def m(self) -> int:
        """The largest count."""
        return len(self.items) - 1

    @property
    def mode(self) -> int:
        """About where P(X = x) is largest: it only places a window."""
        return max(range(self.m + 1), key=lambda x: _placed(self.items[x]))

    def at(self, x: int) -> Any:
        """P(X = x), 0 outside of 0..m."""
        return self._number(self.items[x] if 0 <= x <= self.m else 0)

    def below(self, x: int) -> Any:
        """P(X ≤ x)."""
        if not self._below:
            self._below = list(accumulate(self.items))
        return self._number(0 if x < 0 else self._below[min(x, self.m)])

    def above(self, x: int) -> Any:
        """P(X ≥ x)."""
        if not self._above:
            self._above = list(accumulate(reversed(self.items)))
        return self._number(0 if x > self.m else self._above[self.m - max(x, 0)])

    def _number(self, item: Any) -> Any:
        return Value(item) if self.exact else arb(item)


def _placed(item: Any) -> float:
    return float(item.mid()) if isinstance(item, arb) else float(Fraction(int(item.p), int(item.q)))


def exact_size(parts: Parts) -> int | None:
    """What an exact table would cost, in bits; None where a probability is irrational."""
    bits = 1
    for p, _ in parts:
        exact = p.as_rational()
        if exact is None:
            return None
        bits = max(bits, bit_length(exact))
    return sum(count for _, count in parts) ** 2 * bits


def exact_table(parts: Parts) -> Table:
    """The exact law of the number of "yes"."""
    polynomial = fmpq_poly([1])
    for p, count in parts:
        exact = p.as_rational()
        if exact is None:
            raise Undecided("unsupported", "an exact table needs rational probabilities")
        polynomial *= fmpq_poly([1 - exact, exact]) ** count
    size = sum(count for _, count in parts) + 1
    items = list(polynomial.coeffs())
    return Table(items + [fmpq(0)] * (size - len(items)), exact=True)


def ball_table(parts: Parts, bits: int) -> Table:
    """The law of the number of "yes" as balls, computed at `bits` of precision."""
    sure = sum(count for p, count in parts if p == 1)
    never = sum(count for p, count in parts if p.is_zero)
    open_parts = [(p, count) for p, count in parts if not p.is_zero and p != 1 and count]
    if len(open_parts) > 1 and sum(count for _, count in open_parts) > MAX_PRODUCT:
        raise Undecided(
            "unsupported", f"more than {MAX_PRODUCT} records of different probabilities"
        )
    balls = [(p.ball(bits), count) for p, count in open_parts]
    with working_precision(bits):
        factors = [_binomial(p, count) for p, count in balls] or [[arb(1)]]
        items = factors[0] if len(factors) == 1 else _product(factors)
        return Table([arb(0)] * sure + items + [arb(0)] * never, exact=False)


def _binomial(p: arb, m: int) -> list[arb]:
    """C(m, x) p^x (1 − p)^{m−x}, each from the one before; small p keeps the first one large."""
    if p > 0.5:
        return list(reversed(_binomial(1 - p, m)))
    ratio, item = p / (1 - p), (1 - p) ** m
    items = [item]
    for x in range(m):
        item = item * ratio * (m - x) / (x + 1)
        items.append(item)
    return items


def _product(factors: list[list[arb]]) -> list[arb]:
    """The product of polynomials, in a balanced tree; all coefficients are ≥ 0."""
    size = sum(len(factor) - 1 for factor in factors) + 1
    level = [arb_poly(factor) for factor in factors]
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [pair[0] * pair[1] if len(pair) == 2 else pair[0] for pair in pairs]
    items = list(level[0].coeffs())
    return items + [arb(0)] * (size - len(items))
