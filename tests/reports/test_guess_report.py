"""Answers of `guess` in words."""

from __future__ import annotations

from typing import Any

from dpverify.reports.guess_report import guess_report
from dpverify.reports.markdown import to_markdown


def document(**given: str) -> dict[str, Any]:
    figure = {"exact": "1/2", "lower": "0.5", "upper": "0.5"}
    answer = {"method": "tight", "prior": figure, "at": ["20"]}
    if "eps" in given:
        answer |= {"advantage": figure, "posterior": figure}
    else:
        answer |= {"eps": {"exact": None, "lower": "5.5", "upper": "inf"}}
    attribute = {"source": "t.csv:a", "precision": "5", "values": 3, "range": "2", "note": "n"}
    asked = {**given, "combine": "or", "sign": "gain"}
    attributes = [attribute, attribute]
    return {
        "schema": "dpverify.guess/1.0",
        "given": asked,
        "attributes": attributes,
        "answers": [answer],
    }


def test_for_eps() -> None:
    text = to_markdown(guess_report(document(eps="1/2")))
    assert "What ε = `1/2` means" in text
    assert "guess one of them at least" in text
    assert "| the prior, tight | 20 | 0.5 | 0.5 | 0.5 |" in text


def test_for_an_advantage() -> None:
    """What has no upper end is said to be above the lower."""
    text = to_markdown(guess_report(document(advantage="1/10")))
    assert "within `1/10`" in text
    assert "| above 5.5 |" in text
