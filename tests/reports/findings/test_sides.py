"""Both sides of inequalities on pages, by hand."""

from __future__ import annotations

import pytest

from dpverify.reports.findings.entry_findings import entry_counterexample
from dpverify.reports.markdown import to_markdown


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        # 0.1·1.33/1.33.
        ("laplace.course.worked-example", ["0.1  >  0.025"]),
        # Fano: (100·n·H + 1)/(n − lb Σ C(n, j ≤ .11n)) is well below a half.
        ("reconstruction.square-root-noise.blatant", ["<  0.5"]),
        ("guessing.posterior.main-bound.precise", ["max P[g | y]  <  the bound"]),
    ],
)
def test_sides(name: str, lines: list[str]) -> None:
    """The inequality stands there with its numbers."""
    text = to_markdown(entry_counterexample(name).report)
    for line in lines:
        assert line in text


@pytest.mark.slow
def test_the_annuli_by_hand() -> None:
    """Priors 1/2, 0, 1/2 and likelihoods 2/3, 1/2, 1/3: the posterior of the ball is 2/3.

    Likelihoods of neighbours are at most e^ε = 3/2 apart: 1/2 to 1/3, and of the other output 1/2
    to 1/3 again; those at distance 2 by 2 < 9/4. The only annulus
    has a = 1 and as much weight as the ball: 1/(1 + 2/3) = 3/5.
    """
    text = to_markdown(entry_counterexample("guessing.posterior.annuli").report)
    assert "P[g | y]  >  the bound" in text
    assert "`eps` = `ln(3/2)`" in text
    assert "**P\\[g \\| y\\].** `2/3`" in text
    assert "**the bound.** `3/5`" in text
