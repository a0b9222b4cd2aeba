"""What an attacker sees, for each value of what is known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.codec import decode
from dpverify.checkers.answers.places import Setting
from dpverify.reports.drawings.knowledge import knowledge_figure
from dpverify.reports.drawings.of_documents import figures_of
from tests.reports.drawings.samples import panel_of, read
from tests.repository.source import ROOT


def test_what_is_known_and_what_it_tells() -> None:
    """Two bars for each value of the knowledge, as high as the exact probabilities."""
    scenario = dv.load_scenario(ROOT / "examples/scenarios/ten_votes.json")
    document = dv.check(scenario, dv.PPKDP(eps=0, delta=0)).to_dict()
    (figure,) = figures_of(document)
    terms = document["witness"]["terms"]
    groups = panel_of(figure).bars
    assert [group.inside for group in groups] == [True, False]
    for side, group in enumerate(groups):
        exact = [float(Fraction(term["probabilities"][side])) for term in terms]
        assert [bar.high - bar.low for bar in group.bars] == pytest.approx(exact)
        middles = [(bar.left + bar.right) / 2 for bar in group.bars]
        assert [int(middle) for middle in middles] == list(range(len(terms)))
    assert {term["known"] for term in terms} <= set(read(figure).texts)


def test_of_much_knowledge_the_first_values() -> None:
    term = {"known": "k", "weight": "1/20", "event": ["a"], "probabilities": ["1/2", "1/3"]}
    enclosed = {"exact": None, "lower": "0.25", "upper": "0.26"}
    witness: dict[str, Any] = {
        "setting": {"theta": 0, "target": 0, "values": ["0", "<b>"]},
        "terms": [*[term] * 19, {**term, "probabilities": [enclosed, "0"]}],
    }
    found = read(knowledge_figure(decode(Setting, witness)))
    assert "8 more values of the knowledge are not drawn." in "".join(found.texts)
    assert "the target is <b>" in found.texts
    last = {**witness, "terms": witness["terms"][-1:]}
    one = read(knowledge_figure(decode(Setting, last)))
    assert any("target 0: in [0.25, 0.26]" in words for words in one.texts)
