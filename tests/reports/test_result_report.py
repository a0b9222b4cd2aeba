"""Reports of results written by hand, so that no checker takes part."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.markdown import to_markdown
from dpverify.reports.result_cases import result_case
from dpverify.reports.result_report import result_report
from dpverify.reports.terminal import to_text

CHANNEL = {
    "schema": "dpverify.channel/1.0",
    "inputs": ["a", "b"],
    "outputs": ["y", "z"],
    "matrix": [["1/10", "9/10"], ["0", "1"]],
    "neighbours": "all",
}
INFINITE: dict[str, Any] = {
    "schema": "dpverify.result/1.0",
    "subject": {"kind": "channel", "source": "m.json", "channel": CHANNEL},
    "definition": "pure-dp",
    "given": {"eps": "1"},
    "verdict": "fails",
    "evidence": "certificate",
    "tight": {"eps": {"exact": "inf", "lower": "inf", "upper": "inf"}},
    "witness": {
        "inputs": ["a", "b"],
        "event": ["y"],
        "probabilities": ["1/10", "0"],
        "excess": {"exact": "1/10", "lower": "0.1", "upper": "0.1"},
    },
    "attained_by": {"inputs": ["a", "b"], "event": ["y"], "probabilities": ["1/10", "0"]},
    "checked": {"pairs": 2, "outputs": 2},
}
UNKNOWN: dict[str, Any] = {
    "schema": "dpverify.result/1.0",
    "subject": {"kind": "program", "source": "svt.py:svt:eps=1/2"},
    "definition": "approx-dp",
    "given": {"eps": "1/2", "delta": "1e-9"},
    "verdict": "unknown",
    "reason": {"code": "time", "text": "time limit of 10 s reached"},
    "tight": {"delta": {"exact": None, "lower": "1.2e-7", "upper": "3.0e-5"}},
}


@pytest.mark.parametrize("render", [to_text, to_markdown])
def test_a_failure_shows_inputs_event_probabilities_and_inequality(render: Any) -> None:
    text = render(result_report(read_answer(INFINITE)))
    for part in ("fails", "pure-dp", "m.json", "1/10", "P(S)", "inf", "certificate", "2 pairs"):
        assert part in text
    assert EVIDENCE["certificate"] in " ".join(text.split())
    assert "1/10  >  exp(1) · 0" in text


@pytest.mark.parametrize("render", [to_text, to_markdown])
def test_an_unknown_says_why_it_stopped_and_what_is_known(render: Any) -> None:
    text = render(result_report(read_answer(UNKNOWN)))
    assert "time limit of 10 s reached (time)" in text
    assert "in [1.2e-7, 3.0e-5]" in text.replace("\\[", "[").replace("\\]", "]")
    assert "Evidence" not in text


def test_the_commands_to_re_check_come_last() -> None:
    report = result_report(read_answer(INFINITE), ("dpverify replay x.json",))
    lines = to_text(report).rstrip().splitlines()
    assert lines[-1].strip() == "dpverify replay x.json"


def test_a_long_event_is_shortened_and_counted() -> None:
    event = [f"o{number}" for number in range(100)]
    witness = {**INFINITE["witness"], "event": event}
    text = to_text(result_report(read_answer({**INFINITE, "witness": witness})))
    assert "… 88 more" in text
    assert "o50" not in text


def test_a_number_beyond_the_limit_is_shown_by_its_bounds() -> None:
    figure = {"exact_omitted": 12345, "lower": "0.125", "upper": "0.126"}
    text = to_text(result_report(read_answer({**INFINITE, "tight": {"eps": figure}})))
    assert "in [0.125, 0.126]" in text


@pytest.mark.parametrize(
    ("document", "expect", "outcome"),
    [
        (INFINITE, "holds", "failure"),
        (INFINITE, "fails", "passed"),
        (UNKNOWN, "holds", "error"),
        (UNKNOWN, "fails", "error"),
    ],
)
def test_an_unknown_never_passes_a_gate(document: Any, expect: str, outcome: str) -> None:
    case = result_case(read_answer(document), expect)
    assert case.outcome == outcome
    assert bool(case.text) == (outcome != "passed")
