"""Piecewise functions: product, sum, shift, window and antiderivative against values at numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from flint import arb, ctx

from dpverify.defs.continuous.densities import density
from dpverify.defs.continuous.pieces import Grid, Piecewise, constant, product
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Noise
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from tests.defs.continuous.values import at, places

F = Fraction
GRID = Grid(("g",), 6, 12)
EPS, GAPS = F(1, 3), {"g": F(40)}
SMALL = arb("1e-40")


@pytest.fixture(autouse=True)
def _precise() -> Iterator[None]:
    before, ctx.prec = ctx.prec, 200
    yield
    ctx.prec = before


def function(rng: random.Random) -> Piecewise:
    """A random function with powers, rates of both signs and points with and without the gap."""
    points = sorted(
        {GRID.point(Shift.of(F(rng.randint(-9, 9), 2), g=rng.choice((0, 0, 1)))) for _ in range(3)}
    )

    def piece() -> dict[tuple[int, int], ExpPoly]:
        keys = {(rng.randint(0, 2), rng.randint(-12, 12)) for _ in range(rng.randint(0, 3))}
        return {key: GRID.one * rng.randint(1, 5) for key in keys}

    return Piecewise(tuple(points), tuple(piece() for _ in range(len(points) + 1)))


def spots(*functions: Piecewise) -> list[F]:
    """A number inside each interval, and some others."""
    found = sorted({p for f in functions for p in places(f, GRID, EPS, GAPS)})
    return [p + F(1, 97) for p in found] + [found[0] - 1, F(1, 31), F(-2, 31)]


@pytest.mark.parametrize("seed", range(12))
def test_operations_are_pointwise(seed: int) -> None:
    """f·g, f + g, f − g at a number in each interval."""
    rng = random.Random(seed)  # noqa: S311  # test data
    f, g = function(rng), function(rng)
    for z in spots(f, g):
        x, y = (at(h, GRID, z, EPS, GAPS) for h in (f, g))
        size = 1 + abs(x) * abs(y) + abs(x) + abs(y)
        assert abs(at(f.times(g), GRID, z, EPS, GAPS) - x * y) < SMALL * size
        assert abs(at(f.plus(g), GRID, z, EPS, GAPS) - (x + y)) < SMALL * size
        assert abs(at(f.plus(g, -1), GRID, z, EPS, GAPS) - (x - y)) < SMALL * size


@pytest.mark.parametrize("seed", range(12))
def test_moving(seed: int) -> None:
    """moved(s) at z is the function at z − ε·s, with and without the gap."""
    rng = random.Random(50 + seed)  # noqa: S311  # test data
    f = function(rng)
    for step in (Shift.of("7/6"), Shift.of("-1/2", g="1/3")):
        moved = f.moved(GRID, GRID.point(step))
        for z in spots(moved):
            expected = at(f, GRID, z - EPS * step.at(GAPS), EPS, GAPS)
            found = at(moved, GRID, z, EPS, GAPS)
            assert abs(found - expected) < SMALL * (1 + abs(expected))


def test_within() -> None:
    """Only the inside stays; either side may be open."""
    low, high = GRID.point(Shift.of(-1)), GRID.point(Shift.of(2, g=1))
    one = constant(GRID.one)
    assert one.within(low, high).pieces == ({}, {(0, 0): GRID.one}, {})
    assert one.within(low, None).points == (low,)
    assert one.within(None, high).pieces[1] == {}
    assert one.within(None, None) is one


def test_differences_that_vanish_leave_nothing() -> None:
    """f − f has no pieces and no points; zero stretches lose their inner points."""
    f = density(Noise("laplace", F(2)), F(1), Shift.of(1), GRID)
    assert f.plus(f, -1) == Piecewise((), ({},))
    assert constant(ExpPoly.number(0)).pieces == ({},)


def test_points_compare_like_shifts() -> None:
    """The gap outweighs every constant; what the grid cannot express is refused."""
    points = [
        GRID.point(s) for s in (Shift.of(9, g=-1), Shift.of(-3), Shift.of(0), Shift.of(-8, g="1/6"))
    ]
    assert points == sorted(points)
    with pytest.raises(InternalError, match="1/6"):
        GRID.point(Shift.of("1/7"))
    with pytest.raises(InternalError, match="'h'"):
        GRID.point(Shift.of(0, h=1))
    with pytest.raises(InternalError, match="1/12"):
        GRID.rate(F(1, 5))


def test_grids_cover_what_is_asked() -> None:
    """The least common denominators of shifts and of rates."""
    grid = Grid.covering([Shift.of("1/4"), Shift.of(1, h="1/6")], [F(3, 4), F(1, 10)])
    assert grid == Grid(("h",), 12, 20)
    assert grid.ring.unit == 240


def test_too_many_terms_are_refused() -> None:
    """Before the product is formed, as undecided for its size."""
    many = (1 + ExpPoly.eps(GRID.ring)) ** 5000
    with pytest.raises(Undecided) as caught:
        product({(0, 0): many}, {(0, 0): many})
    assert caught.value.code == "bits"
