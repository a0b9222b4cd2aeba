"""The four laws along a line, beside scipy's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import acb, arb
from scipy import stats

from dpverify.checkers.enclosures.sources import Source, at, ball
from dpverify.defs.numbers.balls import working_precision

F = Fraction
SIZE = F(3, 2)
LAWS: dict[str, Any] = {
    "gaussian": stats.norm(scale=1.5**0.5),
    "uniform": stats.uniform(loc=-1.5, scale=3),
    "laplace": stats.laplace(scale=1.5),
    "exponential": stats.expon(scale=1.5),
}
LINES = [(F(1), F(0)), (F(-2), F(1, 3)), (F(1, 2), F(-5))]
POINTS = [F(k, 4) + F(1, 100) for k in range(-16, 17)]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("line", LINES)
def test_each_law_at_points_of_a_line(law: Any, line: tuple[Fraction, Fraction]) -> None:
    """Density, P(noise ≥ z) and P(noise ≤ z), each on the piece of the point."""
    source, expected = Source(law, SIZE), LAWS[law]
    for point in POINTS:
        z = float(at(line, point))
        for found, truth in (
            (source.density(line, point), expected.pdf(z)),
            (source.above(line, point), expected.sf(z)),
            (source.below(line, point), expected.cdf(z)),
        ):
            value = found(acb(ball(point))).real
            assert float(value.mid()) == pytest.approx(float(truth), rel=1e-12, abs=1e-15)
            assert value.rad() < 1e-12


@pytest.mark.parametrize("law", LAWS)
def test_a_ball_contains_what_is_found_within_it(law: Any) -> None:
    """On a cell of half-width 1/8: the values at its ends and in its middle."""
    line = F(-2), F(1, 3)
    for point in (F(-5, 2), F(-1, 2), F(1), F(5, 2)):
        source = Source(law, SIZE)
        for function in (source.density, source.above, source.below):
            found = function(line, point)
            cell = found(acb(arb(float(point), 0.125))).real
            for t in (point - F(1, 8), point, point + F(1, 8)):
                assert cell.overlaps(found(acb(ball(t))).real)


@pytest.mark.parametrize("law", ["gaussian", "laplace"])
def test_far_tails_are_accurate_in_their_own_size(law: Any) -> None:
    """P(noise ≥ 40) and P(noise ≤ −40) are far below 2^−64, and known to 15 digits."""
    source = Source(law, F(1))
    with working_precision(64):
        one, other = (
            found(acb(0)).real
            for found in (source.above((F(1), F(40)), F(0)), source.below((F(1), F(-40)), F(0)))
        )
    assert one.overlaps(other)
    assert 0 < one < 1e-17
    assert one.rel_accuracy_bits() > 50
