"""The trade-off curve and what a claim allows, read back from their SVG."""

from __future__ import annotations

import math

import pytest

from dpverify.reports.drawings.trade_off import trade_off_figure
from tests.reports.drawings.samples import PAIR, of_class, panel_of, read


def test_the_event_as_a_test() -> None:
    """Reject on {a, b}: α = 1/4 + 0, β = 1 − 3/4; below what (ln 2, 0) allows at α, 1/2."""
    figure = trade_off_figure(PAIR, "pure-dp", {"eps": math.log(2)})
    assert "reject on S: α ≈ 0.25, β ≈ 0.25" in read(figure).texts
    (mark,) = panel_of(figure).marks
    assert (mark.x, mark.y) == (0.25, 0.25)
    assert mark.y < 1 - 2 * 0.25


@pytest.mark.parametrize("eps", [math.log(2), 1000.0])
def test_what_a_claim_allows_is_shaded(eps: float) -> None:
    """Below the line of the claim, down to the axis; where e^ε is no float too."""
    figure = trade_off_figure(PAIR, "pure-dp", {"eps": eps})
    (band,) = panel_of(figure).bands
    assert band.upper == panel_of(figure).curves[1].points
    assert {y for _, y in band.lower} == {0.0}
    assert len(of_class(read(figure), "area")) == 1


@pytest.mark.parametrize(
    ("definition", "claim"),
    [
        ("privacy-at-risk", {"eps": 1.0, "risk": 0.1}),
        ("pure-dp", {"eps": math.inf}),
        ("pure-dp", {}),
    ],
)
def test_no_line_for_a_claim_that_is_none_about_tests(
    definition: str, claim: dict[str, float]
) -> None:
    assert of_class(read(trade_off_figure(PAIR, definition, claim)), "area") == []
