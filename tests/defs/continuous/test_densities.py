"""Densities of the noise laws, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.continuous.densities import density, density_at, peak, rate
from dpverify.defs.continuous.pieces import Grid
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Noise
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

F = Fraction
GRID = Grid(("g",), 2, 6)
LAPLACE, EXPONENTIAL = Noise("laplace", F(2)), Noise("exponential", F(2))


def test_at_a_point() -> None:
    """e^{−3ε/2}/4 and e^{−3ε/2}/2 at 3; below 0 the exponential law has none; gaps count."""
    fall = ExpPoly.exp(Shift.of("-3/2"))
    assert density_at(LAPLACE, Shift.of(3), GRID) == fall * F(1, 4)
    assert density_at(LAPLACE, Shift.of(-3), GRID) == fall * F(1, 4)
    assert density_at(EXPONENTIAL, Shift.of(3), GRID) == fall * F(1, 2)
    assert density_at(EXPONENTIAL, Shift.of(-3), GRID).is_zero
    assert density_at(EXPONENTIAL, Shift(), GRID) == F(1, 2)
    assert density_at(EXPONENTIAL, Shift.of(9, g=-1), GRID).is_zero
    far = ExpPoly.exp(Shift.of("9/2", g="-1/2")) * F(1, 4)
    assert density_at(LAPLACE, Shift.of(9, g=-1), GRID) == far


@pytest.mark.parametrize("slope", [F(1), F(-1), F(2), F(-1, 3)])
@pytest.mark.parametrize("noise", [LAPLACE, EXPONENTIAL])
def test_as_a_function(noise: Noise, slope: F) -> None:
    """w ↦ density at slope·(w − ε): the value at w = 5ε/2 is that at the point 3·slope/2."""
    f = density(noise, slope, Shift.of(1), GRID)
    for place, piece in ((Shift.of("5/2"), f.pieces[-1]), (Shift.of("-1/2"), f.pieces[0])):
        expected = density_at(noise, (place - Shift.of(1)) * slope, Grid(("g",), 12, 6))
        assert GRID.value(piece, GRID.point(place)) == expected


def test_rates_and_peaks() -> None:
    """1/b times |slope|; 1/(2b) and 1/b."""
    assert rate(LAPLACE, F(-3)) == F(3, 2)
    assert (peak(LAPLACE), peak(EXPONENTIAL)) == (F(1, 4), F(1, 2))
