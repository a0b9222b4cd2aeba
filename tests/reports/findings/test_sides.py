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
    """With priors 1/2, 0, 1/2, likelihoods 3/5, 1/2, 2/5, e^ε = 4/3: 3/5 against 1/(1 + 3/4)."""
    text = to_markdown(entry_counterexample("guessing.posterior.annuli").report)
    assert "P[g | y]  >  the bound" in text
    assert "`3/5`" in text
    assert "`4/7`" in text
