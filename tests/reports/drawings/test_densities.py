"""The picture of a released value: laws by hand, the event shaded where the witness says."""

from __future__ import annotations

import math
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.drawings.densities import DENSITIES, Law
from dpverify.reports.drawings.figure import Figure, Panel
from dpverify.reports.drawings.of_documents import figures_of


def program(body: Any, moves: str | None = None) -> Any:
    return dv.mechanism(inputs=[0, 1], moves=moves)(body)


def drawn(result: Any) -> Panel:
    figure = next(each for each in figures_of(result.to_dict()) if each.name == "densities")
    assert isinstance(figure, Figure)
    (panel,) = figure.panels
    assert isinstance(panel, Panel)
    return panel


def at(panel: Panel, number: int, value: float) -> float:
    """The height of a curve at the place that is nearest to a value."""
    points = [(float(x), float(y)) for x, y in panel.curves[number].points]
    return min(points, key=lambda point: abs(point[0] - value))[1]


@pytest.mark.parametrize("law", DENSITIES)
def test_densities_have_mass_one(law: str) -> None:
    """By 40,000 rectangles; turned round and three times as wide as well."""
    step = 1 / 200
    for scale in (1.0, -3.0):
        found = Law(law, 0.5, scale)
        mass = step * math.fsum(found.density((k + 0.5) * step) for k in range(-20_000, 20_000))
        assert mass == pytest.approx(1, abs=1e-3)


def test_gaussian_noise_with_its_event() -> None:
    """Peaks of 1/√(2π) at the inputs; the event is half a line that begins between them."""
    verdict = dv.check(
        program(lambda x, draw: x + draw.gaussian(1), "A"), dv.ApproxDP(eps=1, delta="1/10")
    )
    panel = drawn(verdict)
    witness = verdict.to_dict()["witness"]
    for number, (entry,) in enumerate(witness["entries"]):
        assert at(panel, number, float(entry)) == pytest.approx(
            1 / math.sqrt(2 * math.pi), abs=1e-3
        )
    (band,) = panel.bands
    first = float(band.upper[0][0])
    ((low, high),) = witness["regions"][0]["where"]
    assert (low, high) == ("1/2", None)
    assert first == pytest.approx(0.5)
    assert band.label == "the event S"


def test_a_factor_below_zero_turns_the_event_round() -> None:
    """3x + 2·noise: the law of input 1 has its middle at 3; the event holds small values."""
    panel = drawn(
        dv.check(
            program(lambda x, draw: 3 * x + 2 * draw.gaussian(2)),
            dv.ApproxDP(eps="1/4", delta="1/100"),
        )
    )
    assert at(panel, 1, 3.0) == pytest.approx(1 / (4 * math.sqrt(2 * math.pi)), abs=1e-3)
    (band,) = panel.bands
    assert float(band.upper[-1][0]) == pytest.approx(1 / 6)


def test_a_released_value_is_marked_on_both_curves() -> None:
    verdict = dv.check(program(lambda x, draw: x + draw.laplace(2), "A"), dv.PureDP(eps="1/4"))
    panel = drawn(verdict)
    heights = [float(mark.y) for mark in panel.marks]
    stated = [dv.parse(text) for text in verdict.to_dict()["witness"]["densities"]]
    assert heights == pytest.approx([float(one) for one in stated])


OTHERS = {
    "a comparison": program(lambda x, draw: x + draw.laplace(1) > 0),
    "two values": program(lambda x, draw: (x + draw.laplace(1), x + draw.laplace(1))),
    "two noises": program(lambda x, draw: x + draw.laplace(1) + draw.laplace(2)),
    "integer noise": program(lambda x, draw: x + draw.discrete_laplace(1), "A"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_not_drawn_so(what: str) -> None:
    verdict = dv.check(OTHERS[what], dv.PureDP(eps="1/4"))
    names = [figure.name for figure in figures_of(verdict.to_dict())]
    assert "densities" not in names
    assert read_answer(verdict.to_dict()).definition == "pure-dp"
