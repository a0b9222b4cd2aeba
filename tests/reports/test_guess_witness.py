"""A witness of guessing in words."""

from __future__ import annotations

from dpverify.reports.guess_witness import guess_blocks, set_spans
from dpverify.reports.model import Report, plain
from dpverify.reports.terminal import to_text


def test_blocks() -> None:
    witness = {
        "setting": {"goal": ["20"], "known": ["10", "20"]},
        "event": ["high"],
        "probabilities": ["1/4", "8/17"],
        "excess": {"exact": "1/8", "lower": "0.125", "upper": "0.125"},
    }
    text = to_text(Report(("t",), tuple(guess_blocks(witness, "Inputs"))))
    for words in ("g = {20}", "{10, 20}", "Y = {high}", "8/17", "Excess"):
        assert words in text


def test_long_sets_are_shortened() -> None:
    assert plain(set_spans("S", [str(i) for i in range(14)])).endswith("11, … 2 more}")
