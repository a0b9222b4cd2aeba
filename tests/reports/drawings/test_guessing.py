"""The series of `dpverify guess`: bounds in their order, and the figure of the source."""

from __future__ import annotations

from math import tanh

import pytest

from dpverify.app.guessing import Found, Question, found
from dpverify.reports.drawings.figure import Figure
from tests.reports.drawings.samples import near, panels_of
from tests.repository.source import ROOT

CSV = f"{ROOT}/examples/cafeteria.csv:time"


def asked(**more: object) -> Found:
    return found(Question([CSV], ["5"], **more))  # type: ignore[arg-type]


def figures(answer: Found) -> dict[str, Figure]:
    return {figure.name: figure for figure in answer.figures()}


@pytest.mark.parametrize("sign", ["gain", "drop"])
def test_the_figure_of_the_source(sign: str) -> None:
    """p·s²/(p·s² + 1 − p) − p with s² = e^(7ε), or the same from above; the worst is tanh(7ε/4)."""
    panel = panels_of(figures(asked(eps="1/2", sign=sign))["advantage-by-prior"])[0]
    *curves, worst = panel.curves
    assert [curve.label for curve in curves] == [
        "prior 1/20", "prior 1/10", "prior 1/4", "prior 1/2", "prior 3/4", "prior 9/10",
    ]  # fmt: skip
    for curve, p in zip(curves, (0.05, 0.1, 0.25, 0.5, 0.75, 0.9), strict=True):
        for x, y in curve.points:
            odds = 2.718281828459045 ** (7 * near(x))
            gain = p * odds / (p * odds + 1 - p) - p
            drop = p - p / (p + odds * (1 - p))
            assert near(y) == pytest.approx(gain if sign == "gain" else drop, abs=1e-9)
    for x, y in worst.points:
        assert near(y) == pytest.approx(tanh(7 * near(x) / 4), abs=1e-12)
    for curve in curves:
        for (_, y), (_, most) in zip(curve.points, worst.points, strict=True):
            assert y <= most


@pytest.mark.parametrize(
    "question", [{"eps": "1/2"}, {"advantage": "1/10"}, {"eps": "ln(2)", "sign": "drop"}]
)
def test_bounds_are_above_the_truth(question: dict[str, str]) -> None:
    """At every point: tight ≤ main ≤ the others ≤ any prior."""
    panel = panels_of(figures(asked(**question))["advantage-by-method"])[0]
    curves = {curve.label: [near(y) for _, y in curve.points] for curve in panel.curves}
    truth = curves.pop("the prior, tight")
    for values in curves.values():
        assert all(a <= b + 1e-12 for a, b in zip(truth, values, strict=True))
    assert all(a <= b + 1e-12 for a, b in zip(curves["p and R"], curves["any prior"], strict=True))
    assert truth == sorted(truth)
    assert truth[0] == 0
    assert len(truth) >= 8


def test_the_largest_eps_is_where_the_tight_curve_crosses() -> None:
    """η = 1/10: ε = .15165… of the answer lies between points below and above 1/10."""
    answer = asked(advantage="1/10")
    tight = panels_of(figures(answer)["advantage-by-method"])[0].curves[-1]
    eps = next(a["eps"]["lower"] for a in answer.document["answers"] if a["method"] == "tight")
    below = [near(y) for x, y in tight.points if near(x) <= float(eps)]
    above = [near(y) for x, y in tight.points if near(x) > float(eps)]
    assert max(below) <= 0.1 < min(above)


def test_bands_hold_the_worst_posteriors() -> None:
    """Lower ≤ p ≤ upper, bands grow with ε, and both marks lie in the band of the asked ε."""
    panel = panels_of(figures(asked(eps="1/2"))["posterior-by-prior"])[0]
    assert [band.label for band in panel.bands] == ["ε = 1", "ε = 0.5", "ε = 0.25"]
    for band in panel.bands:
        for (p, low), (_, high) in zip(band.lower, band.upper, strict=True):
            assert low <= p <= high
    wide, middle, _ = panel.bands
    assert all(a[1] >= b[1] for a, b in zip(wide.upper, middle.upper, strict=True))
    assert [mark.label for mark in panel.marks] == [
        "any prior: its worst",
        "the prior, tight: its worst",
    ]
    for mark in panel.marks:
        chance, odds = near(mark.x), 2.718281828459045**3.5
        assert near(mark.y) <= chance * odds / (chance * odds + 1 - chance) + 1e-12


def test_bands_of_the_methods() -> None:
    """With an advantage asked for, the bands are those of the ε that were found."""
    panel = panels_of(figures(asked(advantage="1/10"))["posterior-by-prior"])[0]
    assert [band.label.split("(")[1] for band in panel.bands] == [
        "the prior, tight)", "p and R)", "any prior)",
    ]  # fmt: skip
    assert not panel.marks


def test_an_eps_that_is_no_loss() -> None:
    """√2: by balls."""
    panel = panels_of(figures(asked(eps="2**(1/2)"))["posterior-by-prior"])[0]
    assert panel.bands[1].label == "ε = 1.414213562"


def test_no_true_value_is_far_from_the_answer() -> None:
    """The second figure is about the true value of the tight answer."""
    answer = asked(advantage="1/10")
    at = answer.document["answers"][-1]["at"]
    assert figures(answer)["advantage-by-method"].title.endswith(f"true value {at[0]}")
