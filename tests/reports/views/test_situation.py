"""A witness of guessing in words."""

from __future__ import annotations

from dpverify.checkers.answers.codec import read_place
from dpverify.checkers.answers.places import SituationWitness
from dpverify.reports.model import Report, plain
from dpverify.reports.terminal import to_text
from dpverify.reports.views.claimed import Claimed, set_spans
from dpverify.reports.views.places import place_blocks, place_lines


def test_blocks() -> None:
    form = {
        "setting": {"goal": ["20"], "known": ["10", "20"]},
        "event": ["high"],
        "probabilities": ["1/4", "8/17"],
        "excess": {"exact": "1/8", "lower": "0.125", "upper": "0.125"},
    }
    witness = read_place(form)
    assert isinstance(witness, SituationWitness)
    text = to_text(Report(("t",), tuple(place_blocks(witness, Claimed("guessing-advantage", {})))))
    for words in ("g = {20}", "{10, 20}", "Y = {high}", "8/17", "Excess"):
        assert words in text
    lines = [line.split()[0] for line in place_lines(witness)]
    assert lines == ["goal", "known", "event", "prior", "posterior", "excess"]


def test_long_sets_are_shortened() -> None:
    assert plain(set_spans("S", [str(i) for i in range(14)])).endswith("11, … 2 more}")
