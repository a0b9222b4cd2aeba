"""The kernel's laws on a grid: on their sides of the curve, also where cells are longer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from flint import arb, fmpz_poly

from dpverify.checkers.kernel.loss_places import BLOCK, Grid, places_of
from dpverify.checkers.kernel.loss_steps import curve_of
from dpverify.checkers.kernel.loss_sums import Law, Rounding, Step, law_of, sum_of
from dpverify.checkers.kernel.plans import Event, Noisy
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import working_precision
from tests.checkers.accounting.test_rounding import HALF, TENTH, added, removed

BITS = 160
UNIT = Fraction(1, 2**9)
TRUE: dict[str, Callable[[arb], arb]] = {
    "remove": lambda loss: removed(TENTH, HALF, loss),
    "add": lambda loss: added(TENTH, HALF, loss),
}
UNEVEN = sorted(
    {
        *range(-80, -60, 3),
        *range(-60, -30, 4),
        *range(-30, 41),
        *range(42, 121, 8),
        *range(128, 300, 16),
    }
)
"""From beyond the least loss, ln(7/8), on."""
PLACES = {"remove": UNEVEN, "add": sorted(-place for place in UNEVEN)}
TRIFLE = arb(10) ** -60
"""More than the balls of f and of a law."""


def step(direction: str) -> Step:
    """σ = 2 on a sample of an eighth, by the kernel's own formula."""
    source = Noisy("gaussian", Fraction(2), Fraction(1))
    return curve_of(Event(source, TENTH, 1), direction, up=True)


def curve(law: Law, loss: arb) -> arb:
    """δ of a law, by its definition."""
    total = arb(law.infinite)
    for i, mass in enumerate(law.masses.coeffs()):
        gap = arb(law.first + i) / 2**9 - loss
        if mass and gap > 0:
            total += arb(mass) * (1 - (-gap).exp())
    return total / arb(2) ** BITS


@pytest.mark.parametrize("direction", TRUE)
def test_laws_are_on_their_sides(direction: str) -> None:
    """At every place and in the middle of every cell; f is computed by the formula of the tests."""
    places = PLACES[direction]
    laws = [
        law_of(step(direction), UNIT, places, Rounding(BITS, up, Fraction(0)))
        for up in (True, False)
    ]
    with working_precision(256):
        for a, b in pairwise(places[1:-1]):
            for loss in (arb(a) / 2**9, arb(a + b) / 2**10):
                high, low = (curve(law, loss) for law in laws)
                f = TRUE[direction](loss)
                assert low <= f + TRIFLE
                assert f <= high + TRIFLE
                assert high - low < 0.02


def test_masses_are_at_their_places() -> None:
    """Longer cells have nothing within; all masses and the infinite one make a whole."""
    places = PLACES["remove"]
    law = law_of(step("remove"), UNIT, places, Rounding(BITS, up=True, cut=Fraction(0)))
    masses = law.masses.coeffs()
    assert {law.first + i for i, mass in enumerate(masses) if mass} <= {*places}
    assert sum(masses) + law.infinite == 1 << BITS


@pytest.mark.parametrize("up", [True, False])
def test_products_are_rounded_to_their_side(up: bool) -> None:
    """Thirds over 2^6: 21/64 each. A product of 441/64² is 7/64 upwards and 6/64 downwards."""
    law = Law(0, fmpz_poly([21, 21, 21]), 1)
    total = sum_of([(law, 2)], Rounding(6, up, Fraction(0)))
    unit = 7 if up else 6
    exact = [441, 882, 1323, 882, 441]
    rounded = [-(-mass // 64) if up else mass // 64 for mass in exact]
    assert rounded[0] == unit
    assert [int(mass) for mass in total.masses.coeffs()] == rounded
    # 1 − (63/64)² is 127/64², between 1/64 and 2/64.
    assert total.infinite == (2 if up else 1)


def test_what_is_cut_off_goes_to_the_safe_side() -> None:
    """Masses 1, 62, 1 over 64 twice; 1/32 may be cut off at each end."""
    law = Law(0, fmpz_poly([1, 62, 1]), 0)
    down = sum_of([(law, 2)], Rounding(6, up=False, cut=Fraction(1, 32)))
    up = sum_of([(law, 2)], Rounding(6, up=True, cut=Fraction(1, 32)))
    # Exactly: 1, 124, 3846, 124, 1 over 64². Down 0, 1, 60, 1, 0; up 1, 2, 61, 2, 1.
    assert [int(mass) for mass in down.masses.coeffs()] == [60]
    assert [int(mass) for mass in up.masses.coeffs()] == [3, 61, 2]
    assert (down.first, up.first, up.infinite) == (2, 1, 1)


def test_cells_are_longer_where_losses_are_rare() -> None:
    """Short ones around 0, longer ones further out, and fewer of these for a larger tilt."""
    grid = Grid(UNIT / 4, 1.0)
    places = places_of(step("remove"), grid, Fraction(1, 2**60), smooth=True)
    lengths = [b - a for a, b in pairwise(places)]
    assert lengths[places.index(0)] == 1
    assert 1 < lengths[-2] <= BLOCK
    tilted = places_of(step("remove"), Grid(UNIT / 4, 8.0), Fraction(1, 2**60), smooth=True)
    even = places_of(step("remove"), grid, Fraction(1, 2**60), smooth=False)
    assert len(places) < len(tilted) < len(even)
    assert {*places} <= {*even}


def test_too_many_points_are_refused() -> None:
    """A million cells, or a distance that no sum has."""
    for places in (range(10**6), [0, 1, 10**9]):
        with pytest.raises(Undecided):
            law_of(step("remove"), UNIT, places, Rounding(BITS, up=True, cut=Fraction(0)))
