"""Functions of one real variable z, on each of finitely many intervals Σ ring · z^j · e^{βz}.

End points of intervals are ε·(constant + Σ factor·gap), in lexicographic order of the factors: the
first gap is infinitely larger than the second, and so on. Values at the end points do not matter;
everything here is meant up to measure zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm

from flint import fmpq

from dpverify.defs.clock import look
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers.exponential_polynomial import ExpPoly, total
from dpverify.defs.numbers.frame import Frame, Monomial, frame

Point = tuple[int, ...]
"""ε·(Σ factor·gap + constant): the factors in the order of the gaps, then the constant, times the
grid's point unit; tuples compare as the points do."""

Piece = dict[tuple[int, int], ExpPoly]
"""{(j, β·rate unit): coefficient ≠ 0} for Σ coefficient · z^j · e^{βz}."""


@dataclass(frozen=True)
class Grid:
    """The units in which points and rates are integers, and the ring over them.

    Args: gaps names, ascending; point_unit, rate_unit integers ≥ 1.
    """

    gaps: tuple[str, ...]
    point_unit: int
    rate_unit: int

    @classmethod
    def covering(cls, shifts: Iterable[Shift], rates: Iterable[Fraction]) -> Grid:
        """The smallest grid with all sums of these shifts as points and all these rates."""
        names: set[str] = set()
        unit = 1
        for shift in shifts:
            unit = lcm(unit, shift.constant.denominator, *(k.denominator for _, k in shift.gaps))
            names.update(name for name, _ in shift.gaps)
        return cls(tuple(sorted(names)), unit, lcm(1, *(rate.denominator for rate in rates)))

    @cached_property
    def ring(self) -> Frame:
        """The ring that expresses e^{βz} at each point z."""
        return frame(self.gaps, self.point_unit * self.rate_unit)

    @cached_property
    def one(self) -> ExpPoly:
        """The number 1."""
        return ExpPoly.number(1, self.ring)

    @cached_property
    def _points(self) -> dict[Point, ExpPoly]:
        return {}

    def point(self, shift: Shift) -> Point:
        """The point ε·shift; raises InternalError where the grid is too coarse."""
        factors = dict(shift.gaps)
        numbers = (*(factors.pop(name, Fraction(0)) for name in self.gaps), shift.constant)
        if factors:
            raise InternalError(f"the gaps {sorted(factors)} are not among {self.gaps}")
        return tuple(_whole(number, self.point_unit) for number in numbers)

    def rate(self, rate: Fraction) -> int:
        """The rate in units of the grid; raises InternalError where the grid is too coarse."""
        return _whole(rate, self.rate_unit)

    def position(self, point: Point) -> ExpPoly:
        """The point as an element of the ring: ε·(Σ factor·gap + constant)."""
        known = self._points.get(point)
        if known is None:
            unit = self.point_unit
            named = zip(self.gaps, point, strict=False)
            gaps = tuple((name, Fraction(k, unit)) for name, k in named if k)
            shift = Shift(Fraction(point[-1], unit), gaps)
            known = ExpPoly.eps(self.ring) * ExpPoly.linear(shift, self.ring)
            self._points[point] = known
        return known

    def growth(self, rate: int, point: Point) -> Monomial:
        """The exponents of e^{rate·point}."""
        exponents = [0] * self.ring.width
        exponents[0::2] = [rate * k for k in point]
        return tuple(exponents)

    def value(self, piece: Piece, point: Point) -> ExpPoly:
        """A piece's value at a point."""
        found = []
        for (power, rate), c in piece.items():
            look()
            term = c.times_exp(self.growth(rate, point)) if rate else c
            found.append(term * self.position(point) ** power if power else term)
        return total(found, self.ring)


@dataclass(frozen=True)
class Piecewise:
    """Ascending points, and one piece more than points."""

    points: tuple[Point, ...]
    pieces: tuple[Piece, ...]

    def times(self, other: Piecewise) -> Piecewise:
        """The product."""
        points, pairs = refined(self, other)
        return merged(points, [product(a, b) for a, b in pairs])

    def plus(self, other: Piecewise, factor: int = 1) -> Piecewise:
        """self + factor · other."""
        points, pairs = refined(self, other)
        return merged(points, [_sum(a, b, factor) for a, b in pairs])

    def moved(self, grid: Grid, step: Point) -> Piecewise:
        """z ↦ self(z − step)."""
        points = tuple(_add(p, step) for p in self.points)
        return Piecewise(points, tuple(_moved(piece, grid, step) for piece in self.pieces))

    def within(self, low: Point | None, high: Point | None) -> Piecewise:
        """self where low ≤ z ≤ high, 0 elsewhere; None leaves a side open, low < high."""
        window: list[Piece] = [{}] if low is not None else []
        inside: Piece = {}
        points = tuple(p for p in (low, high) if p is not None)
        if not points:
            return self
        window.append(inside)
        if high is not None:
            window.append({})
        merged_points, pairs = refined(self, Piecewise(points, tuple(window)))
        return merged(merged_points, [a if b is inside else {} for a, b in pairs])


def constant(value: ExpPoly) -> Piecewise:
    """The same value everywhere."""
    return Piecewise((), ({(0, 0): value} if value else {},))


def refined(left: Piecewise, right: Piecewise) -> tuple[list[Point], list[tuple[Piece, Piece]]]:
    """The points of both, and on each interval the two pieces."""
    points = sorted({*left.points, *right.points})
    pairs = [(left.pieces[0], right.pieces[0])]
    i = j = 0
    for point in points:
        i += i < len(left.points) and left.points[i] == point
        j += j < len(right.points) and right.points[j] == point
        pairs.append((left.pieces[i], right.pieces[j]))
    return points, pairs


def merged(points: list[Point], pieces: list[Piece]) -> Piecewise:
    """The function, without points between two pieces that are zero."""
    kept = [i for i in range(len(points)) if pieces[i] or pieces[i + 1]]
    if len(kept) == len(points):
        return Piecewise(tuple(points), tuple(pieces))
    return Piecewise(tuple(points[i] for i in kept), (pieces[0], *(pieces[i + 1] for i in kept)))


def product(left: Piece, right: Piece) -> Piece:
    """The product of two pieces on one interval.

    Raises: Undecided("bits") where coefficients have too many terms.
    """
    result: Piece = {}
    for (i, a), c in left.items():
        for (j, b), d in right.items():
            look()
            _put(result, (i + j, a + b), c * d)
    return result


def _sum(left: Piece, right: Piece, factor: int) -> Piece:
    result = dict(left)
    for key, c in right.items():
        _put(result, key, c * factor)
    return result


def _moved(piece: Piece, grid: Grid, step: Point) -> Piece:
    result: Piece = {}
    for (power, rate), c in piece.items():
        look()
        scaled = c.times_exp(grid.growth(-rate, step)) if rate else c
        for i in range(power + 1):
            factor = (-grid.position(step)) ** (power - i) * comb(power, i) if i < power else None
            _put(result, (i, rate), scaled if factor is None else scaled * factor)
    return result


def _put(piece: Piece, key: tuple[int, int], c: ExpPoly) -> None:
    known = piece.get(key)
    result = c if known is None else known + c
    if result:
        piece[key] = result
    elif known is not None:
        del piece[key]


def primitive(piece: Piece, grid: Grid) -> Piece:
    """An antiderivative: that of z^j·e^{βz} is e^{βz}·Σ_i (−1)^i·j!/(j−i)!·z^{j−i}/β^{i+1}."""
    result: Piece = {}
    for (power, rate), c in piece.items():
        if not rate:
            _put(result, (power + 1, 0), c * fmpq(1, power + 1))
            continue
        beta = fmpq(rate, grid.rate_unit)
        factor = 1 / beta
        for i in range(power + 1):
            _put(result, (power - i, rate), c * factor)
            factor *= fmpq(i - power) / beta
    return result


def _add(point: Point, step: Point) -> Point:
    return tuple(map(int.__add__, point, step))


def negated(point: Point) -> Point:
    """−point."""
    return tuple(-k for k in point)


def _whole(number: Fraction, unit: int) -> int:
    scaled, remainder = divmod(number.numerator * unit, number.denominator)
    if remainder:
        raise InternalError(f"{number} is no multiple of 1/{unit}")
    return scaled
