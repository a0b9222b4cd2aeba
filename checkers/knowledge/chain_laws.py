"""Laws of a count along a Markov chain, by transfer matrices whose entries are polynomials.

With D = diag(z or 1), z for a value that is counted, (P·D)^m·P has at (u, v) the polynomial whose
coefficient of z^x is the probability that, from a record u, the m records after it count x and the
one after those is v. Between records whose values are fixed the parts are independent, so their
polynomials multiply.

A polynomial is integers over one denominator: exactly, or rounded down to multiples of 2^−bits;
then each coefficient is too small or too large by at most `slack` of them. Zeros at both ends are
not stored: far from the mean, rounding leaves nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from flint import fmpz, fmpz_poly

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.defs.knowledge.chain import Chain

ZERO = fmpz_poly([])


@dataclass(frozen=True)
class Part:
    """Coefficients of z^low, z^(low+1), …, as integers ≥ 0, each wrong by at most `slack`."""

    poly: fmpz_poly
    low: int = 0
    slack: int = 0

    @cached_property
    def total(self) -> int:
        """The sum of all coefficients."""
        return int(self.poly(1))


Matrix: TypeAlias = list[list[Part]]


class ChainLaws:
    """Polynomials of stretches of a chain, exact if `bits` is None, else in multiples of 2^−bits.

    Args: chain; counted the values that are counted; bits as above; spare bits that the powers of
        the matrix have more until they are done: what rounding does to them doubles with each.
    """

    def __init__(
        self,
        chain: Chain,
        counted: Sequence[str],
        bits: int | None,
        budget: Budget = UNLIMITED,
        *,
        spare: int = 0,
    ) -> None:
        self.chain, self.bits, self.budget = chain, bits, budget
        self.counts = tuple(v in counted for v in chain.values)
        self.size = range(len(self.counts))
        numbers = [p for row in (*chain.matrix, chain.first) for p in row]
        self.unit = lcm(*(p.denominator for p in numbers)) if bits is None else 1 << bits
        # A product of no probabilities, over no denominator where numbers are exact.
        self._one = Part(fmpz_poly([1 if bits is None else self.unit]))
        self._doublings: list[Matrix] = [
            [[self._moved(self._constant(p), v) for v, p in enumerate(row)] for row in chain.matrix]
        ]
        self._finer = (None if bits is None or not spare else
                       ChainLaws(chain, counted, bits + spare, budget))  # fmt: skip
        self._spare = spare
        self._gaps: dict[int, Matrix] = {}
        self._befores: dict[int, list[Part]] = {}
        self._afters: dict[int, list[Part]] = {}

    def denominator(self, factors: int) -> int:
        """Over which a product of so many probabilities stands."""
        return self.unit**factors if self.bits is None else self.unit

    # ------------------------------------------------------------------ stretches

    def gap(self, m: int) -> Matrix:
        """m records between two whose values are given: column by column, (P·D)^m·P·e_v."""
        if m not in self._gaps:
            steps = [[self._constant(p) for p in row] for row in self.chain.matrix]
            columns = [self._applied(m, column) for column in zip(*steps, strict=True)]
            self._gaps[m] = [list(row) for row in zip(*columns, strict=True)]
        return self._gaps[m]

    def before(self, i: int) -> list[Part]:
        """The i records before record i, whose value is given, from the start."""
        start = [self._constant(p) for p in self.chain.first]
        if i == 0:
            return start
        if i not in self._befores:
            # Record 0 counts too: start·D, then i − 1 records in between.
            moved = [self._moved(part, v) for v, part in enumerate(start)]
            columns = zip(*self.gap(i - 1), strict=True)
            self._befores[i] = [self._inner(moved, column) for column in columns]
        return self._befores[i]

    def after(self, m: int) -> list[Part]:
        """The m records after one whose value is given."""
        if m not in self._afters:
            self._afters[m] = self._applied(m, [self._one] * len(self.size))
        return self._afters[m]

    def joint(self, fixed: Mapping[int, int]) -> Part:
        """The law of the count of all records, and that the fixed ones have their values."""
        places = sorted(fixed)
        product = self.before(places[0])[fixed[places[0]]]
        for one, other in pairwise(places):
            gap = self.gap(other - one - 1)[fixed[one]][fixed[other]]
            product = self._times(product, gap)
        product = self._times(product, self.after(self.chain.n - 1 - places[-1])[fixed[places[-1]]])
        own = sum(self.counts[v] for v in fixed.values())
        return Part(product.poly, product.low + own, product.slack)

    def _applied(self, m: int, column: Sequence[Part]) -> list[Part]:
        """(P·D)^m times a column, by the powers of two in m, short ones first."""
        parts, k = list(column), 0
        while m >> k:
            if m >> k & 1:
                parts = [self._inner(row, parts) for row in self._doubled(k)]
            k += 1
        return parts

    def _doubled(self, k: int) -> Matrix:
        """(P·D)^(2^k)."""
        while len(self._doublings) <= k:
            if self._finer is None:
                last = self._doublings[-1]
                self._doublings.append(self._product(last, last))
            else:
                finer = self._finer._doubled(len(self._doublings))
                self._doublings.append([[shortened(x, self._spare) for x in row] for row in finer])
        return self._doublings[k]

    # ------------------------------------------------------------------ arithmetic

    def _constant(self, p: Fraction) -> Part:
        whole, rest = divmod(p.numerator * self.unit, p.denominator)
        return Part(fmpz_poly([whole]), 0, int(rest > 0))

    def _moved(self, part: Part, v: int) -> Part:
        return Part(part.poly, part.low + self.counts[v], part.slack)

    def _times(self, a: Part, b: Part) -> Part:
        return self._inner([a], [b])

    def _sum(self, parts: Sequence[Part]) -> Part:
        some = [part for part in parts if part.poly or part.slack]
        if not some:
            return Part(ZERO)
        low = min(part.low for part in some)
        whole = sum((part.poly.left_shift(part.low - low) for part in some), start=ZERO)
        return Part(whole, low, sum(part.slack for part in some))

    def _product(self, a: Matrix, b: Matrix) -> Matrix:
        columns = list(zip(*b, strict=True))
        return [[self._inner(row, column) for column in columns] for row in a]

    def _inner(self, row: Sequence[Part], column: Sequence[Part]) -> Part:
        """Σ a·b, rounded once."""
        self.budget.check()
        some = [(a, b) for a, b in zip(row, column, strict=True)
                if (a.poly or a.slack) and (b.poly or b.slack)]  # fmt: skip
        if not some:
            return Part(ZERO)
        low = min(a.low + b.low for a, b in some)
        product, wrong = ZERO, 0
        for a, b in some:
            product += (a.poly * b.poly).left_shift(a.low + b.low - low)
            if self.bits is not None:
                # Σ (a_i + α)(b_j + β) differs from Σ a_i·b_j by Σ α·b_j + Σ a_i·β + Σ α·β at most.
                wrong += a.slack * b.total + b.slack * a.total
                wrong += (self.chain.n + 1) * a.slack * b.slack
        if self.bits is None:
            return Part(product, low)
        return _trimmed(product // fmpz(self.unit), low, -(-wrong // self.unit) + 1)


def shortened(part: Part, bits: int) -> Part:
    """The same in multiples of a unit that is 2^bits times as large."""
    unit = 1 << bits
    return _trimmed(part.poly // fmpz(unit), part.low, -(-part.slack // unit) + 1)


def _trimmed(poly: fmpz_poly, low: int, slack: int) -> Part:
    """The same without zeros at its lower end; those at the upper end fall away by themselves."""
    zeros = 0
    for coefficient in poly:
        if coefficient != 0:
            break
        zeros += 1
    return Part(poly.right_shift(zeros) if zeros else poly, low + zeros if poly else 0, slack)
