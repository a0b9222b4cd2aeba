"""Integrals of piecewise functions against quadrature of their values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from flint import arb, ctx

from dpverify.defs.continuous.densities import density
from dpverify.defs.continuous.integrals import Moments, running, window
from dpverify.defs.continuous.pieces import Grid, Piecewise, constant
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Noise
from dpverify.defs.errors import InternalError
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from tests.defs.continuous.values import at, integral, places

F = Fraction
GRID = Grid(("g",), 6, 12)
EPS, GAPS = F(1, 3), {"g": F(40)}
SMALL = arb("1e-30")
FAR = F(500)


@pytest.fixture(autouse=True)
def _precise() -> Iterator[None]:
    before, ctx.prec = ctx.prec, 200
    yield
    ctx.prec = before


def decaying(rng: random.Random) -> Piecewise:
    """A random function that is integrable, with powers of z and constant stretches."""
    points = sorted({GRID.point(Shift.of(F(rng.randint(-9, 9), 2), g=k)) for k in (0, 0, 1)})

    def piece(rates: range) -> dict[tuple[int, int], object]:
        return {(rng.randint(0, 3), rng.choice(rates)): GRID.one * rng.randint(1, 5)}

    inner = [piece(range(-9, 10)) for _ in points[1:]]
    pieces = [piece(range(6, 13)), *inner, piece(range(-12, -5))]
    return Piecewise(tuple(points), tuple(pieces))  # type: ignore[arg-type]  # object is ExpPoly


@pytest.mark.parametrize("seed", range(8))
def test_running_integrals(seed: int) -> None:
    """∫ up to a number in each interval, and over the whole line."""
    rng = random.Random(seed)  # noqa: S311  # test data
    f = decaying(rng)
    upto, whole = running(f, GRID)
    for z in [p + F(1, 7) for p in places(f, GRID, EPS, GAPS)] + [F(-5)]:
        expected = integral(f, GRID, -FAR, z, EPS, GAPS)
        assert abs(at(upto, GRID, z, EPS, GAPS) - expected) < SMALL * (1 + abs(expected))
    expected = integral(f, GRID, -FAR, FAR, EPS, GAPS)
    assert abs(whole.ball(EPS, GAPS, 200) - expected) < SMALL * (1 + abs(expected))


@pytest.mark.parametrize("seed", range(8))
def test_moments(seed: int) -> None:
    """∫ density · f for two functions f, the second with moments that are known already."""
    rng = random.Random(20 + seed)  # noqa: S311  # test data
    weight = density(Noise("laplace", F(1, 2)), F(1), Shift.of(rng.randint(-2, 2)), GRID)
    moments = Moments(weight, GRID)
    for _ in range(2):
        f = decaying(rng)
        expected = integral(weight.times(f), GRID, -FAR, FAR, EPS, GAPS)
        found = moments.integral(f).ball(EPS, GAPS, 200)
        assert abs(found - expected) < SMALL * (1 + abs(expected))


def test_moments_by_interval_and_power() -> None:
    """Of e^{−z/2}/2 for z ≥ 0 over (0, 1), (0, 2), (1, 2), with 1 and z, by hand, in any order."""
    moments = Moments(density(Noise("exponential", F(2)), F(1), Shift(), GRID), GRID)
    zero, one, two = (GRID.point(Shift.of(k)) for k in (0, 1, 2))
    eps = ExpPoly.eps()
    first, second = (ExpPoly.exp(Shift.of(k)) for k in ("-1/2", -1))
    for low, high, mass, mean in (
        (zero, one, 1 - first, 2 - (eps + 2) * first),
        (zero, two, 1 - second, 2 - (2 * eps + 2) * second),
        (one, two, first - second, (eps + 2) * first - (2 * eps + 2) * second),
    ):
        for power, expected in ((0, mass), (1, mean)):
            f = Piecewise((), ({(power, 0): GRID.one},)).within(low, high)
            assert moments.integral(f) == expected


def test_a_window_is_a_difference_of_running_integrals() -> None:
    """∫ over 1 ≤ z − u ≤ g, and with either side open, at numbers."""
    f = density(Noise("laplace", F(2)), F(1), Shift.of(1), GRID)
    low, high = GRID.point(Shift.of(1)), GRID.point(Shift.of(0, g=1))
    for a, b in ((low, high), (None, high), (low, None)):
        found = window(f, a, b, GRID)
        for z in (F(-3), F(1, 5), F(2), F(14), F(20)):
            start = -FAR if b is None else z - EPS * 40
            end = FAR if a is None else z - EPS
            expected = integral(f, GRID, start, end, EPS, GAPS)
            assert abs(at(found, GRID, z, EPS, GAPS) - expected) < SMALL
    everything = window(f, None, None, GRID)
    assert everything == constant(GRID.one)


def test_densities_integrate_to_one() -> None:
    """As identities, whatever the slope: to |1/slope|; moved, and mirrored for exponentials."""
    for noise in (Noise("laplace", F(2)), Noise("exponential", F(2))):
        for slope in (F(1), F(-1), F(2), F(-1, 3)):
            f = density(noise, slope, Shift.of("1/2", g=1), GRID)
            assert running(f, GRID)[1] * abs(slope) == 1


def test_what_has_no_integral_is_refused() -> None:
    """A constant over the whole line, or against a density that does not decay faster."""
    with pytest.raises(InternalError):
        running(constant(GRID.one), GRID)
    grows = Piecewise((GRID.point(Shift()),), ({}, {(0, 6): GRID.one}))
    with pytest.raises(InternalError):
        running(grows, GRID)
    with pytest.raises(InternalError):
        Moments(density(Noise("laplace", F(2)), F(1), Shift(), GRID), GRID).integral(grows)
