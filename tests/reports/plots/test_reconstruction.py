"""Errors against α as series: each point is what the runs of its seeds give."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.reconstruction.curators import CURATORS
from dpverify.checkers.reconstruction.experiment import Plan, attack
from dpverify.checkers.reconstruction.interval import clopper_pearson
from dpverify.defs.numbers import Value
from dpverify.reports.plots.reconstruction import ALPHAS, reconstruction_figures, runs

ALPHA = Fraction(3, 7)
PLAN = Plan(200, 200, ALPHA, "laplace", seed=5)


def test_points_are_the_share_over_all_runs() -> None:
    """200 records, so two seeds, 5 and 6; the ends are those of 400 trials."""
    found = attack(PLAN)
    (figure,) = reconstruction_figures(found, ("laplace",))
    (panel,) = figure.panels
    ((curve,), (band,), (mark,)) = panel.curves, panel.bands, panel.marks
    assert [x for x, _ in curve.points] == [Value(a) for a in sorted({*ALPHAS, ALPHA})]
    where = [x for x, _ in curve.points].index(Value(ALPHA))
    errors = found.errors + attack(Plan(200, 200, ALPHA, "laplace", seed=6)).errors
    assert curve.points[where][1] == Value(Fraction(errors, 400))
    lower, upper = clopper_pearson(errors, 400)
    assert band.lower[where][1] == Value(lower)
    assert band.upper[where][1] == Value(upper)
    assert (mark.x, mark.y) == (Value(ALPHA), Value(Fraction(found.errors, 200)))


def test_every_kind_of_noise_has_a_panel() -> None:
    """One run is marked, in the panel of its noise; without noise nothing is wrong."""
    (figure,) = reconstruction_figures(attack(Plan(20, 80, Fraction(1), "gaussian")))
    assert figure.name == "error-against-alpha"
    assert "n = 20, 80 random queries" in figure.caption
    assert [panel.title for panel in figure.panels] == [each.text for each in CURATORS.values()]
    for noise, panel in zip(CURATORS, figure.panels, strict=True):
        assert len(panel.marks) == (noise == "gaussian")
        assert panel.curves[0].points[0] == (Value(0), Value(0))


@pytest.mark.parametrize(("n", "many"), [(1, 8), (60, 5), (64, 4), (256, 1), (1024, 1)])
def test_small_databases_are_tried_more_often(n: int, many: int) -> None:
    assert runs(Plan(n, 4, Fraction(1))) == many
