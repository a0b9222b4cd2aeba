"""The worst parameters: δ over an interval or a box, between a point's value and a proved bound.

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
from itertools import pairwise, permutations, product
from math import lcm, prod
from typing import Any, Final

from flint import arb, fmpq, fmpq_mpoly

from dpverify.checkers.answers.places import Setting
from dpverify.checkers.budget import Budget
from dpverify.checkers.knowledge.counts import Computed
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.parameter import (
    Box,
    ParametrisedRecords,
    Point,
    at,
    bernstein,
    context_of,
    degrees_of,
    halves,
)
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
Law = dict[Any, fmpq_mpoly]


@dataclass(frozen=True)
class Curve:
    """One ordered pair of values of the target: the polynomials P_o and Q_o whose δ is meant.

    The polynomials of all values of the knowledge are here, weighted, or those of one.
    """

    sides: tuple[tuple[fmpq_mpoly, fmpq_mpoly], ...]


@dataclass(frozen=True)
class Worst:
    """Where δ is largest: at `point` it is at least `low`, and nowhere more than `high`."""

    low: Fraction
    high: Fraction
    point: Point
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


def at_point(scenario: Scenario, point: Point) -> Scenario:
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


def inner_point(theta: ParametrisedRecords, near: Point | None = None) -> Point:
    """A point where no probability is 0 but those that are so everywhere; `near` if it is one."""
    widths = [high - low for low, high in theta.box]
    candidates: list[Point] = [
        tuple(low + width * Fraction(k * (1 + axis), 2017) for axis, ((low, _), width) in
              enumerate(zip(theta.box, widths, strict=True)))
        for k in range(1, 1008)
    ]  # fmt: skip
    if near is not None:
        inward = [-width if x == high else width
                  for x, (_, high), width in zip(near, theta.box, widths, strict=True)]  # fmt: skip
        steps = [tuple(x + step / k for x, step in zip(near, inward, strict=True))
                 for k in (10**24, 10**12)]  # fmt: skip
        candidates = [near, *steps, *candidates]
    for point in candidates:
        if all(not p or at(p, point) != 0 for group in theta.groups for _, p in group.law):
            return point
    raise Undecided("unsupported", "some probability is 0 at every point that was tried")


def curves(scenario: Scenario, budget: Budget, *, active: bool) -> Iterator[Curve]:
    """What is compared, for every target and ordered pair: as polynomials in the parameter."""
    theta, query = parametrised(scenario), scenario.query
    middle = at_point(scenario, inner_point(theta)).family[0]
    blocks = list(middle.blocks(query.weights))  # type: ignore[union-attr]  # Records, see at_point
    starts = [span.start for _, span in middle.spans()]  # type: ignore[union-attr]  # the same
    own = [max(j for j, s in enumerate(starts) if s <= members[0]) for _, members in blocks]
    laws = [[(v, p) for v, p in theta.groups[j].law if p] for j in own]
    for index, (block, members) in enumerate(blocks):
        if block.target is None:
            continue
        if scenario.targets is not None and not any(i in members for i in scenario.targets):
            continue
        one_law = {query.zero: context_of(theta.names).constant(1)}
        known, rest = Law(one_law), Law(one_law)
        for j, (other, _) in enumerate(blocks):
            one = _single(query, laws[j], other.weight)
            known = _joined(query, known, _copies(query, one, other.known, one_law, budget))
            free = other.free - (j == index)
            rest = _joined(query, rest, _copies(query, one, free, one_law, budget))
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


def _single(query: Query, law: list[tuple[str, fmpq_mpoly]], weight: Fraction | None) -> Law:
    single: Law = {}
    for value, p in law:
        part = query.part(value, weight)
        single[part] = single[part] + p if part in single else p
    return single


def _joined(query: Query, a: Law, b: Law) -> Law:
    if len(a) * len(b) > MAX_SIZE:
        raise Undecided("unsupported", "the laws over the interval have too many polynomials")
    sums: Law = {}
    for x, p in a.items():
        for y, q in b.items():
            key: Statistic = query.join(x, y)
            sums[key] = sums[key] + p * q if key in sums else p * q
    return sums


def _copies(query: Query, one: Law, count: int, none: Law, budget: Budget) -> Law:
    """The law of the statistic of so many records; `none` is that of no record."""
    sums = none
    for bit in f"{count:b}" if count else "":
        budget.check()
        sums = _joined(query, sums, sums)
        sums = _joined(query, sums, one) if bit == "1" else sums
    return sums


def _released(query: Query, n: int, base: Any, rest: Law) -> dict[str, fmpq_mpoly]:
    law: dict[str, fmpq_mpoly] = {}
    for other, p in rest.items():
        output = query.output(query.join(base, other), n)
        law[output] = law[output] + p if output in law else p
    return law


def _compared(first: Mapping[str, fmpq_mpoly], second: Mapping[str, fmpq_mpoly]) -> Any:
    return ((p, second.get(output, 0 * p)) for output, p in first.items())


Rows = list[list[int]]


@dataclass(frozen=True)
class Cell:
    """A part of the box for one curve: Bernstein coefficients of those h_o that may be above 0.

    `rows`: over `below`, the last parameter running fastest; `shape`: how many for each parameter;
    the first row is the sum of all that are nowhere negative on the cell.
    """

    rows: Rows
    below: int
    box: Box
    shape: tuple[int, ...]

    def sums(self) -> list[int]:
        """Σ_o max(0, c_{o,i}) for each i."""
        return [sum(c for c in column if c > 0) for column in zip(*self.rows, strict=True)]

    def corners(self) -> Iterator[tuple[int, Point]]:
        """The place of the coefficient of each corner, and the corner."""
        for ends in product((0, 1), repeat=len(self.shape)):
            place = 0
            for end, size in zip(ends, self.shape, strict=True):
                place = place * size + end * (size - 1)
            yield place, tuple(side[end] for side, end in zip(self.box, ends, strict=True))

    def split(self, whole: Box) -> Iterator[Cell]:
        """Both halves, by de Casteljau's averages along one parameter, times 2^degree."""
        for half in halves(self.box, whole):
            axis = next(i for i, side in enumerate(half) if side != self.box[i])
            near = half[axis][0] == self.box[axis][0]
            rows = [_halved(row, self.shape, axis, near=near) for row in self.rows]
            below = self.below << (self.shape[axis] - 1)
            yield Cell(_thinned(rows), below, half, self.shape)


def _halved(row: list[int], shape: tuple[int, ...], axis: int, *, near: bool) -> list[int]:
    """The coefficients on one half along a parameter, line by line."""
    size, stride = shape[axis], prod(shape[axis + 1 :])
    made = list(row)
    for start in range(len(row)):
        if start // stride % size:
            continue
        places = [start + k * stride for k in range(size)]
        line = [row[place] for place in (places if near else places[::-1])]
        for step in range(size):
            made[places[step if near else -1 - step]] = line[0] << (size - 1 - step)
            line = [a + b for a, b in pairwise(line)]
    return made


def _thinned(rows: Rows) -> Rows:
    """The same sums of positive parts with fewer rows: what has one sign is summed or dropped."""
    positive, mixed = [0] * len(rows[0]), Rows()
    for row in rows:
        if min(row) >= 0:
            positive = [a + b for a, b in zip(positive, row, strict=True)]
        elif max(row) > 0:
            mixed.append(row)
    return [positive, *mixed]


def cell_of(curve: Curve, odds: fmpq, box: Box) -> Cell:
    """The whole box as a cell, with e^ε = odds."""
    differences = [p - odds * q for p, q in curve.sides]
    sizes = zip(*(degrees_of(d) for d in differences), strict=True)
    degrees = [max(several) for several in sizes]
    shape = tuple(degree + 1 for degree in degrees)
    if len(differences) * prod(shape) > MAX_SIZE:
        raise Undecided("unsupported", "the laws over the interval have too many polynomials")
    rows = [bernstein(d, box, degrees) for d in differences]
    below = lcm(*(int(c.q) for row in rows for c in row))
    whole = [[int(c.p) * (below // int(c.q)) for c in row] for row in rows]
    return Cell(_thinned(whole), below, box, shape)


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
        for place, corner in cell.corners():
            # With the smaller e^ε the value is too large by less than the difference of the two.
            value = Fraction(sums[place], cell.below) - error
            if value > best:
                best, point = value, corner
        heappush(heap, (-Fraction(max(sums), cell.below), made, cell))

    for curve in curves(scenario, budget, active=active):
        add(cell_of(curve, fmpq(under.numerator, under.denominator), theta.box))
    while heap:
        budget.check()
        upper, _, cell = heappop(heap)
        if -upper <= best + best / 2**CLOSE + 2 * error:
            return Worst(best, max(-upper, best), point, error == 0, made)
        if made > MAX_CELLS:
            break
        for half in cell.split(theta.box):
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


def placed(setting: Setting, theta: ParametrisedRecords, point: Point) -> Setting:
    """The setting with the values of the parameters."""
    return replace(setting, at=dict(zip(theta.names, map(str, point), strict=True)))
