"""The series of `dpverify risk`, against the numbers of the source and closed forms."""

from __future__ import annotations

from math import exp, sinh

import pytest

from dpverify.defs.numbers import parse
from dpverify.reports.drawings.figure import Curve
from dpverify.reports.drawings.risk import (
    compose_figures,
    cost_figures,
    gamma1_figures,
    laplace_figures,
    samples_figures,
)
from tests.reports.drawings.samples import near, panels_of


def at(curve: Curve, x: str) -> float:
    place = parse(x)
    return next(near(y) for each, y in curve.points if near(each) == near(place))


def test_the_figure_of_gamma1() -> None:
    """At (1/2, 1): .62245933, .53959620, .51928334, and the true .153217."""
    (figure,) = gamma1_figures()
    assert [panel.title for panel in panels_of(figure)] == [
        "ε₀ = 1", "ε₀ = 3/2", "ε₀ = 2", "ε₀ = 5/2",
    ]  # fmt: skip
    found = [at(curve, "1/2") for curve in panels_of(figure)[0].curves]
    assert found == pytest.approx([0.62245933, 0.53959620, 0.51928334, 0.153217], abs=1e-6)
    for panel, eps0 in zip(panels_of(figure), (1, 1.5, 2, 2.5), strict=True):
        true = panel.curves[-1]
        for x, y in true.points:
            eps = near(x)
            expected = 1.0 if eps == eps0 else exp(-eps0 / 2) * sinh(eps / 2)
            assert near(y) == pytest.approx(expected, abs=1e-9)


def test_the_jump_at_eps0_is_upright() -> None:
    """The confidence of Laplace noise jumps to 1 at ε₀: two points, one just before."""
    curve = panels_of(gamma1_figures()[0])[0].curves[-1]
    (before, low), (last, high) = curve.points[-2:]
    assert (near(last), near(high)) == (1.0, 1.0)
    assert near(last) - near(before) == pytest.approx(1e-9, rel=1e-3)
    assert near(low) < 0.4


def test_jumps_of_several_shares() -> None:
    """Shares 1/2, 1/4, 1/4: |loss| has atoms at 1 and 1/2 (and at 0)."""
    curve = panels_of(laplace_figures("1/2", None, "1/2,1/4,1/4")[0])[0].curves[1]
    pairs = list(zip(curve.points, curve.points[1:], strict=False))
    steep = [(near(a[0]), near(b[0])) for a, b in pairs if near(b[1]) - near(a[1]) > 0.1]
    jumps = [after for before, after in steep if after - before < 1e-8]
    assert len(steep) == len(jumps)
    assert jumps == pytest.approx([0.5, 1.0])


def test_laplace_marks_what_was_asked() -> None:
    figures = laplace_figures("1/2", "1", None)
    assert [figure.name for figure in figures] == ["laplace-confidence", "laplace-delta", "gamma1"]
    marks = [near(panels_of(figure)[0].marks[0].y) for figure in figures[:2]]
    assert marks == pytest.approx([exp(-0.5) * sinh(0.25), 1 - exp(-0.25)], abs=1e-12)


def test_cost() -> None:
    """The health centre: smallest 37805.85668 at .274115, and 37990.13 at (.29, .64)."""
    (figure,) = cost_figures("550000", "1", "1/2", ("29/100", "64/100"))
    (panel,) = panels_of(figure)
    least, here = panel.marks
    assert (near(least.x), near(least.y)) == pytest.approx((0.274115, 37805.85668), rel=1e-5)
    assert near(here.y) == pytest.approx(37990.13, abs=0.01)
    printed, true, private = panel.curves
    assert min(near(y) for _, y in printed.points) >= near(least.y)
    assert at(private, "1/2") == pytest.approx(74434.40578, abs=1e-4)
    assert at(printed, "1/2") == at(private, "1/2") == at(true, "1/2")


@pytest.mark.slow
def test_composition_encloses_the_truth_below_the_sound_bound() -> None:
    """True ε' ≤ ε' with tanh; the source's, fed with γ₁, is below the truth at n = 2000."""
    (figure,) = compose_figures("2000", "1/100", "1", "1/2", None)
    (panel,) = panels_of(figure)
    printed, sharp, plain = (near(curve.points[-1][1]) for curve in panel.curves)
    (band,) = panel.bands
    for (n, low), (_, high) in zip(band.lower, band.upper, strict=True):
        assert near(low) <= near(high) <= near(n) + 1e-9
    assert printed < near(band.lower[-1][1]) < near(band.upper[-1][1]) < sharp < plain


def test_composition_with_a_confidence() -> None:
    """Only the formulas: nothing is known of the mechanism."""
    (figure,) = compose_figures("20", "1/100", "1", "1/2", "9/10")
    assert panels_of(figure)[0].bands == () or list(panels_of(figure)[0].bands) == []
    printed, sharp, _ = panels_of(figure)[0].curves
    assert all(near(a[1]) >= near(b[1]) for a, b in zip(printed.points, sharp.points, strict=True))


def test_samples() -> None:
    """The source's product exceeds the sound bound from some n on, and what is sound by order."""
    (figure,) = samples_figures("10", "1/2", "1", "1", "1/2")
    alone, joint = panels_of(figure)
    product, dkw, order = alone.curves
    assert at(product, "10") == pytest.approx(1 - 2 * exp(-5), abs=1e-9)
    assert at(dkw, "10") == pytest.approx((1 - 0.5) * (1 - 2 * exp(-5)), abs=1e-9)
    assert at(order, "10") == pytest.approx(10 / 11, abs=1e-12)
    assert at(joint.curves[1], "10") == pytest.approx(10 / 11 * exp(-0.5) * sinh(0.25), abs=1e-12)
    assert alone.x.scale == "log10"
