"""Convex functions that are straight between knots, compared exactly at every point.

The largest of finitely many lines, and the curve through finitely many points, are such functions.
Between two neighbouring knots of either, the difference of two of them is linear: its sign is told
by both ends and, where they differ, by the one point between them at which it is 0. So no grid is
needed, and no float takes part.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dpverify.defs.numbers import Value

Point = tuple[Value, Value]


@dataclass(frozen=True)
class Curve:
    """A function through points (x, y), x rising, straight between them.

    Right of the last point it is constant, which is asked for only where that is true.
    """

    points: tuple[Point, ...]

    def at(self, x: Value) -> Value:
        """The value at x, which is not left of the first point."""
        place = bisect_right([knot for knot, _ in self.points], x)
        x0, y0 = self.points[place - 1]
        if place == len(self.points) or x == x0:
            return y0
        x1, y1 = self.points[place]
        return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


@dataclass(frozen=True)
class Stretch:
    """A range of x in which the first curve is below (−1), on (0) or above (1) the second.

    A single point at which two curves touch belongs to the stretch around it. `high` None is
    infinity.
    """

    low: Value
    high: Value | None
    sign: int


def stretches(first: Curve, second: Curve, *, endless: bool = False) -> tuple[Stretch, ...]:
    """Where the first curve is below, on or above the second, from left to right.

    Args: two curves with the same first point and, unless `endless`, the same last one, by x;
        endless whether both are constant from their last points on, and are compared there too.

    >>> zero, one, two = Value(0), Value(1), Value(2)
    >>> steep, flat = Curve(((zero, two), (two, zero))), Curve(((zero, one), (two, one)))
    >>> [(str(s.low), str(s.high), s.sign) for s in stretches(steep, flat)]
    [('0', '1', 1), ('1', '2', -1)]
    """
    parts = [_part(*ends) for ends in pairwise(_signed(first, second))]
    if endless:
        last = max(first.points[-1][0], second.points[-1][0])
        parts.append(Stretch(last, None, (first.at(last) - second.at(last)).sign()))
    return tuple(_joined(parts))


def largest_gap(lower: Curve, upper: Curve) -> Point | None:
    """The x at which `upper` exceeds `lower` the most, and by how much; None where it never does.

    The difference is linear between knots, so that a knot attains the largest.
    """
    gaps = [(x, upper.at(x) - lower.at(x)) for x in _knots(lower, upper)]
    place = max(gaps, key=lambda gap: gap[1])
    return place if place[1] > 0 else None


def _knots(first: Curve, second: Curve) -> list[Value]:
    knots: list[Value] = []
    for x in sorted([x for curve in (first, second) for x, _ in curve.points]):
        if not knots or knots[-1] != x:
            knots.append(x)
    return knots


def _signed(first: Curve, second: Curve) -> list[tuple[Value, int]]:
    """The knots of both and the points between them where they cross, with the sign there."""
    signed: list[tuple[Value, int]] = []
    before: tuple[Value, Value] | None = None
    for x in _knots(first, second):
        gap = first.at(x) - second.at(x)
        sign = gap.sign()
        if before is not None and signed[-1][1] * sign < 0:
            x0, gap0 = before
            signed.append((x0 + (x - x0) * gap0 / (gap0 - gap), 0))
        signed.append((x, sign))
        before = (x, gap)
    return signed


def _part(left: tuple[Value, int], right: tuple[Value, int]) -> Stretch:
    """Between two neighbouring places, no two of which have opposite signs."""
    return Stretch(left[0], right[0], left[1] or right[1])


def _joined(parts: Iterable[Stretch]) -> Iterator[Stretch]:
    """Neighbouring stretches of one sign as one."""
    last: Stretch | None = None
    for part in parts:
        if last is not None and last.sign == part.sign:
            last = Stretch(last.low, part.high, part.sign)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


def highest_of_lines(lines: Sequence[Point], start: Value) -> Curve:
    """The largest of the lines y = height − slope·x, from `start` on.

    Args: lines pairs (slope ≥ 0, height), one of them with slope 0.

    >>> half = Value(1) / 2
    >>> str(highest_of_lines([(Value(1), Value(2)), (Value(0), half)], Value(1)).points[-1][0])
    '3/2'
    """
    best = _highest_at(lines, start)
    points = [(start, best[1] - best[0] * start)]
    while best[0] > 0:
        # From here on a flatter line overtakes; of those that do first, the flattest stays on top.
        steep, height = best
        flatter = [line for line in lines if line[0] < steep]
        meeting = [(height - tall) / (steep - slope) for slope, tall in flatter]
        x = min(meeting)
        best = min(
            (line for line, at in zip(flatter, meeting, strict=True) if at == x),
            key=lambda line: line[0],
        )
        points.append((x, best[1] - best[0] * x))
    return Curve(tuple(points))


def _highest_at(lines: Sequence[Point], x: Value) -> Point:
    """The line that is highest at x and just right of it: the flattest of the highest."""
    top = max(height - slope * x for slope, height in lines)
    return min((line for line in lines if line[1] - line[0] * x == top), key=lambda line: line[0])
