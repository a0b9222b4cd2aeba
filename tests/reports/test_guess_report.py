"""Answers of `guess` in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.guessing.space import Space
from dpverify.defs.numbers import Value, ln
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
    asked = {"combine": "or", "sign": "gain", **given}
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


@pytest.mark.parametrize("combine", ["and", "or"])
@pytest.mark.parametrize(
    ("sign", "end", "read"),
    [("gain", "at most", "gives the attacker more"), ("drop", "at least", "takes away more")],
)
def test_which_end_a_posterior_is(combine: str, sign: str, end: str, read: str) -> None:
    """What an output takes away is bounded by a posterior from below."""
    form = document(eps="1/2", sign=sign, combine=combine)
    for attributes in (form["attributes"], form["attributes"][:1]):
        text = to_markdown(guess_report({**form, "attributes": attributes}))
        assert f"is right with probability {end} 0.5 after it" in text
        assert f"no ε·d-private mechanism {read};" in text


@pytest.mark.parametrize(
    ("sign", "word", "kept"), [("gain", "gains", "attacker"), ("drop", "loses", "advantage")]
)
def test_who_gains_or_loses(sign: str, word: str, kept: str) -> None:
    text = to_markdown(guess_report(document(advantage="1/10", sign=sign)))
    assert f"{word} more than 1/10" in text
    assert f"keeps the {kept} within it" in text


@pytest.mark.parametrize("question", ["eps", "advantage"])
def test_without_a_tight_row_none_is_spoken_of(question: str) -> None:
    """Products of many values are not looked at as a whole."""
    form = document(**{question: "1/10"})
    assert "the tight row" in to_markdown(guess_report(form))
    form["answers"][0]["method"] = "union"
    text = to_markdown(guess_report(form))
    assert "tight row" not in text
    assert "rows are bounds" in text


@pytest.mark.parametrize("given", [{"eps": "1/2"}, {"advantage": "1/10"}])
def test_what_is_assumed_of_several_attributes(given: dict[str, str]) -> None:
    """Of the values 0 and 10 with r = 5 and e^ε = 3 a coin of 9/10 is ε/5-private per unit.

    Both attributes told by such coins are guessed with 81/100, and with 9/(9 + 3) at most where the
    two together are ε·d-private.
    """
    corners = [Fraction(1, 4)] * 4
    apart = [[0 if a == b else 2 for b in range(4)] for a in range(4)]
    together = worst_posterior(Space.of(corners, apart, [0]), ln(3))
    assert together.value == Value(Fraction(3, 4)) < Value(Fraction(9, 10) ** 2)
    form = document(**given)
    both, one = (
        to_markdown(guess_report({**form, "attributes": form["attributes"][:number]}))
        for number in (2, 1)
    )
    assert "private for each attribute alone need not be ε·d-private" in both
    assert "the attributes are independent" in both
    assert "per unit will do" not in both
    assert "ε is per r" in one
    assert "attributes are independent" not in one
