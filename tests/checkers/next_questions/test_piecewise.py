"""Curves that are straight between knots: compared with their values at many exact points."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from dpverify.checkers.next_questions.piecewise import (
    Curve,
    highest_of_lines,
    largest_gap,
    stretches,
)
from dpverify.defs.numbers import Value, as_value


def curve(*points: tuple[object, object]) -> Curve:
    return Curve(tuple((as_value(x), as_value(y)) for x, y in points))


def test_a_crossing_between_two_knots_is_exact() -> None:
    """By hand: 2 − x and x/3 meet where 2 = 4x/3, at 3/2."""
    falling, rising = curve((0, 2), (2, 0)), curve((0, 0), (2, "2/3"))
    found = stretches(falling, rising)
    assert [(str(s.low), str(s.high), s.sign) for s in found] == [("0", "3/2", 1), ("3/2", "2", -1)]


def test_curves_that_touch_in_a_point_do_not_cross() -> None:
    bent, flat = curve((0, 1), (1, 0), (2, 1)), curve((0, 0), (2, 0))
    assert [s.sign for s in stretches(bent, flat)] == [1]


def test_an_endless_range_goes_on_at_the_last_value() -> None:
    high, low = curve((1, 1), (2, "1/2")), curve((1, 1), (3, "1/4"))
    found = stretches(high, low, endless=True)
    assert found[-1].high is None
    assert found[-1].sign == 1


@pytest.mark.parametrize("seed", range(10))
def test_signs_are_those_of_the_values(seed: int) -> None:
    """The largest of random lines, beside the maximum taken anew at 60 points."""
    draw = random.Random(seed)  # noqa: S311 (curves to be tried)
    both = []
    for _ in range(2):
        lines = [(Value(draw.randint(0, 9)), Value(draw.randint(0, 30))) for _ in range(5)]
        both.append([*lines, (Value(0), Value(draw.randint(0, 4)))])
    curves = [highest_of_lines(lines, Value(1)) for lines in both]
    parts = stretches(*curves, endless=True)
    assert parts[0].low == 1
    assert all(a.high == b.low for a, b in pairwise(parts))
    for k in range(60):
        x = Value(1) + Value(Fraction(k, 7))
        values = [max(h - s * x for s, h in lines) for lines in both]
        assert [c.at(x) for c in curves] == values
        part = next(p for p in parts if p.low <= x and (p.high is None or x <= p.high))
        sign = (values[0] - values[1]).sign()
        # A touching point inside a stretch, and its ends, are the only places with another sign.
        assert sign in (part.sign, 0)
    gap = largest_gap(*curves)
    most = max(curves[1].at(x) - curves[0].at(x) for c in curves for x, _ in c.points)
    assert most == (gap[1] if gap is not None else most)
    assert (gap is None) == (most <= 0)
