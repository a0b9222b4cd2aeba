"""Errors against α as series: each point is what the runs of its seeds give."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.reconstruction.curators import CURATORS
from dpverify.checkers.reconstruction.experiment import Plan, attack
from dpverify.checkers.reconstruction.interval import clopper_pearson
from dpverify.defs.numbers import Value
from dpverify.reports.drawings import reconstruction
from dpverify.reports.drawings.reconstruction import ALPHAS, reconstruction_figures, runs
from tests.reports.drawings.samples import panels_of

ALPHA = Fraction(3, 7)
PLAN = Plan(32, 64, ALPHA, "laplace", seed=5)


@pytest.fixture
def _few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seeds for 32 records, and two values of α; the figure is as it is else."""
    monkeypatch.setattr(reconstruction, "RECORDS", 64)
    monkeypatch.setattr(reconstruction, "ALPHAS", (Fraction(1, 8), Fraction(1)))


@pytest.mark.usefixtures("_few_runs")
def test_points_are_the_share_over_all_runs() -> None:
    """Seeds 5 and 6; the ends are those of 64 trials."""
    found = attack(PLAN)
    (figure,) = reconstruction_figures(found, ("laplace",))
    (panel,) = panels_of(figure)
    ((curve,), (band,), (mark,)) = panel.curves, panel.bands, panel.marks
    assert [x for x, _ in curve.points] == [Value(a) for a in (Fraction(1, 8), ALPHA, Fraction(1))]
    where = [x for x, _ in curve.points].index(Value(ALPHA))
    errors = found.errors + attack(Plan(32, 64, ALPHA, "laplace", seed=6)).errors
    assert curve.points[where][1] == Value(Fraction(errors, 64))
    lower, upper = clopper_pearson(errors, 64)
    assert band.lower[where][1] == Value(lower)
    assert band.upper[where][1] == Value(upper)
    assert (mark.x, mark.y) == (Value(ALPHA), Value(Fraction(found.errors, 32)))


def test_where_points_are() -> None:
    """From no noise to α = 2; half of the points at most 1/2, where it matters."""
    assert [ALPHAS[0], ALPHAS[-1]] == [Fraction(0), Fraction(2)]
    assert list(ALPHAS) == sorted(ALPHAS)
    assert sum(alpha <= Fraction(1, 2) for alpha in ALPHAS) == 5


@pytest.mark.usefixtures("_few_runs")
def test_every_kind_of_noise_has_a_panel() -> None:
    """One run is marked, in the panel of its noise."""
    (figure,) = reconstruction_figures(attack(Plan(32, 64, Fraction(1), "gaussian")))
    assert figure.name == "error-against-alpha"
    assert "n = 32, 64 random queries" in figure.title
    assert [panel.title for panel in panels_of(figure)] == [each.text for each in CURATORS.values()]
    for noise, panel in zip(CURATORS, panels_of(figure), strict=True):
        assert len(panel.marks) == (noise == "gaussian")


@pytest.mark.parametrize(("n", "many"), [(1, 8), (60, 5), (64, 4), (256, 1), (1024, 1)])
def test_small_databases_are_tried_more_often(n: int, many: int) -> None:
    assert runs(Plan(n, 4, Fraction(1))) == many
