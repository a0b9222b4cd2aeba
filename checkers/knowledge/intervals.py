"""The worst value of a parameter: δ over an interval, between a point's value and a proved bound.

For an ordered pair of values of the target and one value of the knowledge (or all, weighted), δ at
p is Σ_o max(0, h_o(p)), h_o = P_o − e^ε·Q_o polynomials in p. With c_{o,i} their Bernstein
coefficients on a cell, of one degree, the sum is at most max_i Σ_o max(0, c_{o,i}) there, since
Bernstein polynomials are ≥ 0 and sum to 1; and at the ends of the cell it is exactly the first and
the last of these. Cells are halved, the one with the largest bound first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise, permutations
from math import lcm
from typing import Any, Final

from flint import arb, fmpq, fmpq_poly

from dpverify.checkers.answers.places import Setting
from dpverify.checkers.budget import Budget
from dpverify.checkers.knowledge.counts import Computed
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.parameter import ParametrisedRecords, at, bernstein
from dpverify.defs.knowledge.queries import Query, Statistic
from dpverify.defs.knowledge.scenario import Group, Records, Scenario
from dpverify.defs.numbers import Number, Real, Value
from dpverify.defs.numbers.balls import ball_bounds, working_precision

MAX_SIZE: Final = 60_000
"""Polynomials times their degrees, of one target and pair."""
MAX_CELLS: Final = 20_000
BITS: Final = 192
"""Of the rational numbers around e^ε."""
CLOSE: Final = 50
"""Bits to which the bound and the value at a point agree."""
Law = dict[Any, fmpq_poly]
ZERO = fmpq_poly([])


@dataclass(frozen=True)
class Curve:
    """One ordered pair of values of the target: the polynomials P_o and Q_o whose δ is meant.

    The polynomials of all values of the knowledge are here, weighted, or those of one.
    """

    sides: tuple[tuple[fmpq_poly, fmpq_poly], ...]


@dataclass(frozen=True)
class Worst:
    """Where δ is largest: at `point` it is at least `low`, and nowhere more than `high`."""

    low: Fraction
    high: Fraction
    point: Fraction
    exact: bool
    cells: int

    def value(self, attained: Number) -> Number:
        """δ over the interval: from what is attained to the bound; exact where both are equal."""
        if self.exact and attained == Value(self.high):
            return attained
        high = fmpq(self.high.numerator, self.high.denominator)

        def ball(bits: int) -> arb:
            with working_precision(bits + 60):
                return attained.ball(bits + 60).union(arb(high))

        return Computed("δ over the interval", ball)


def at_point(scenario: Scenario, point: Fraction) -> Scenario:
    """The scenario with the law at one value of the parameter."""
    theta = parametrised(scenario)
    groups = tuple(Group(count, law) for count, law in theta.laws_at(point))
    return replace(scenario, family=(Records(groups, theta.known),))


def parametrised(scenario: Scenario) -> ParametrisedRecords:
    """The one member of Θ, an interval of laws.

    Raises: Undecided where it is none.
    """
    (theta,) = scenario.family
    if not isinstance(theta, ParametrisedRecords):
        raise Undecided("unsupported", "the scenario has no parameter")
    return theta


def inner_point(theta: ParametrisedRecords, near: Fraction | None = None) -> Fraction:
    """A point where no probability is 0 but those that are so everywhere; `near` if it is one."""
    width = theta.high - theta.low
    candidates = [theta.low + width * Fraction(k, 1009) for k in range(1, 1009)]
    if near is not None:
        inward = -width if near == theta.high else width
        candidates = [near, near + inward / 10**24, near + inward / 10**12, *candidates]
    for point in candidates:
        if all(p == ZERO or at(p, point) != 0 for group in theta.groups for _, p in group.law):
            return point
    raise Undecided("unsupported", "some probability is 0 at every point that was tried")


def curves(scenario: Scenario, budget: Budget, *, active: bool) -> Iterator[Curve]:
    """What is compared, for every target and ordered pair: as polynomials in the parameter."""
    theta, query = parametrised(scenario), scenario.query
    middle = at_point(scenario, inner_point(theta)).family[0]
    blocks = list(middle.blocks(query.weights))  # type: ignore[union-attr]  # Records, see at_point
    starts = [span.start for _, span in middle.spans()]  # type: ignore[union-attr]  # the same
    own = [max(j for j, s in enumerate(starts) if s <= members[0]) for _, members in blocks]
    laws = [[(v, p) for v, p in theta.groups[j].law if p != ZERO] for j in own]
    for index, (block, members) in enumerate(blocks):
        if block.target is None:
            continue
        if scenario.targets is not None and not any(i in members for i in scenario.targets):
            continue
        known, rest = Law({query.zero: fmpq_poly([1])}), Law({query.zero: fmpq_poly([1])})
        for j, (other, _) in enumerate(blocks):
            one = _single(query, laws[j], other.weight)
            known = _joined(query, known, _copies(query, one, other.known, budget))
            free = other.free - (j == index)
            rest = _joined(query, rest, _copies(query, one, free, budget))
        outputs = {
            (s, t): _released(query, theta.n, query.join(s, query.part(t, block.weight)), rest)
            for s in known for t, _ in laws[index]
        }  # fmt: skip
        for pair in permutations([t for t, _ in laws[index]], 2):
            sides = {s: list(_compared(outputs[s, pair[0]], outputs[s, pair[1]])) for s in known}
            if active:
                yield from (Curve(tuple(some)) for some in sides.values())
            else:
                yield Curve(tuple((known[s] * p, known[s] * q)
                                  for s, some in sides.items() for p, q in some))  # fmt: skip


def _single(query: Query, law: list[tuple[str, fmpq_poly]], weight: Fraction | None) -> Law:
    single: Law = {}
    for value, p in law:
        part = query.part(value, weight)
        single[part] = single.get(part, ZERO) + p
    return single


def _joined(query: Query, a: Law, b: Law) -> Law:
    if len(a) * len(b) > MAX_SIZE:
        raise Undecided("unsupported", "the laws over the interval have too many polynomials")
    sums: Law = {}
    for x, p in a.items():
        for y, q in b.items():
            key: Statistic = query.join(x, y)
            sums[key] = sums.get(key, ZERO) + p * q
    return sums


def _copies(query: Query, one: Law, count: int, budget: Budget) -> Law:
    sums: Law = {query.zero: fmpq_poly([1])}
    for bit in f"{count:b}" if count else "":
        budget.check()
        sums = _joined(query, sums, sums)
        sums = _joined(query, sums, one) if bit == "1" else sums
    return sums


def _released(query: Query, n: int, base: Any, rest: Law) -> dict[str, fmpq_poly]:
    law: dict[str, fmpq_poly] = {}
    for other, p in rest.items():
        output = query.output(query.join(base, other), n)
        law[output] = law.get(output, ZERO) + p
    return law


def _compared(first: Mapping[str, fmpq_poly], second: Mapping[str, fmpq_poly]) -> Any:
    zero = ZERO
    return ((p, second.get(output, zero)) for output, p in first.items())


Rows = list[list[int]]


@dataclass(frozen=True)
class Cell:
    """A cell of one curve: Bernstein coefficients over a denominator, those of h_o that may be > 0.

    `rows`: the first is the sum of all that are nowhere negative on the cell.
    """

    rows: Rows
    below: int
    low: Fraction
    high: Fraction

    def sums(self) -> list[int]:
        """Σ_o max(0, c_{o,i}) for each i."""
        return [sum(c for c in column if c > 0) for column in zip(*self.rows, strict=True)]

    def halves(self) -> Iterator[Cell]:
        """Both halves, by de Casteljau's averages, over 2^degree times the denominator."""
        degree = len(self.rows[0]) - 1
        left, right = Rows(), Rows()
        for row in self.rows:
            near, far, current = [row[0] << degree], [row[-1] << degree], row
            for step in range(1, degree + 1):
                current = [a + b for a, b in pairwise(current)]
                near.append(current[0] << (degree - step))
                far.append(current[-1] << (degree - step))
            left.append(near)
            right.append(far[::-1])
        middle, below = (self.low + self.high) / 2, self.below << degree
        yield Cell(_thinned(left), below, self.low, middle)
        yield Cell(_thinned(right), below, middle, self.high)


def _thinned(rows: Rows) -> Rows:
    """The same sums of positive parts with fewer rows: what has one sign is summed or dropped."""
    positive, mixed = [0] * len(rows[0]), Rows()
    for row in rows:
        if min(row) >= 0:
            positive = [a + b for a, b in zip(positive, row, strict=True)]
        elif max(row) > 0:
            mixed.append(row)
    return [positive, *mixed]


def cell_of(curve: Curve, odds: fmpq, low: Fraction, high: Fraction) -> Cell:
    """The whole interval as a cell, with e^ε = odds."""
    differences = [p - odds * q for p, q in curve.sides]
    degree = max(max((d.degree() for d in differences), default=0), 0)
    if len(differences) * (degree + 1) > MAX_SIZE:
        raise Undecided("unsupported", "the laws over the interval have too many polynomials")
    rows = [_raised(bernstein(d, low, high), degree) for d in differences]
    below = lcm(*(int(c.q) for row in rows for c in row))
    return Cell(_thinned([[int(c.p) * (below // int(c.q)) for c in row] for row in rows]
                         or [[0]]), below, low, high)  # fmt: skip


def _raised(row: list[fmpq], degree: int) -> list[fmpq]:
    """The Bernstein coefficients of the same polynomial for a larger degree."""
    while len(row) <= degree:
        n = len(row)
        row = [row[0], *(fmpq(i, n) * row[i - 1] + (1 - fmpq(i, n)) * row[i]
                         for i in range(1, n)), row[-1]]  # fmt: skip
    return row


def worst(scenario: Scenario, odds: Value | Real, budget: Budget, *, active: bool) -> Worst:
    """The largest δ over the interval, all targets and pairs, to about CLOSE bits.

    Raises: Undecided("unsupported") beyond MAX_CELLS cells or MAX_SIZE polynomials.
    """
    theta = parametrised(scenario)
    under, over = _around(odds)
    error = over - under
    heap: list[tuple[Fraction, int, Cell]] = []
    best, point, made = Fraction(0), inner_point(theta), 0

    def add(cell: Cell) -> None:
        nonlocal best, point, made
        made += 1
        sums = cell.sums()
        for value, end in ((sums[0], cell.low), (sums[-1], cell.high)):
            # With the smaller e^ε the value is too large by less than the difference of the two.
            if Fraction(value, cell.below) - error > best:
                best, point = Fraction(value, cell.below) - error, end
        heappush(heap, (-Fraction(max(sums), cell.below), made, cell))

    for curve in curves(scenario, budget, active=active):
        add(cell_of(curve, fmpq(under.numerator, under.denominator), theta.low, theta.high))
    while heap:
        budget.check()
        upper, _, cell = heappop(heap)
        if -upper <= best + best / 2**CLOSE + 2 * error:
            return Worst(best, max(-upper, best), point, error == 0, made)
        if made > MAX_CELLS:
            break
        for half in cell.halves():
            add(half)
    if not heap:
        return Worst(best, best, point, True, made)
    raise Undecided("unsupported", f"the worst parameter is not found in {MAX_CELLS} cells")


def _around(odds: Value | Real) -> tuple[Fraction, Fraction]:
    """Rational numbers on both sides of e^ε; twice the same if it is one."""
    if isinstance(odds, Value) and odds.is_rational:
        return odds.as_fraction(), odds.as_fraction()
    with working_precision(BITS):
        low, high = ball_bounds(odds.ball(BITS))
    return Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))


def placed(setting: Setting, theta: ParametrisedRecords, point: Fraction) -> Setting:
    """The setting with the value of the parameter."""
    return replace(setting, at={theta.name: str(point)})
