"""Annotations for GitHub Actions."""

from __future__ import annotations

from typing import Any

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.github import annotation
from tests.repository.source import ROOT

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], title="50% RR\n::stop")


def document(claim: Any, **options: Any) -> dict[str, Any]:
    made: dict[str, Any] = dv.check(RR, claim, **options).to_dict()
    return made


def unescaped(text: str) -> str:
    """As GitHub's runner reads it back."""
    for code, character in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, character)
    return text


def test_what_ended_as_expected_has_none() -> None:
    """Holds, and a documented failure."""
    assert annotation(read_answer(document(dv.PureDP(eps=2))), file="f") is None
    assert annotation(read_answer(document(dv.PureDP(eps=1))), "fails", file="f") is None


def test_a_failure_is_one_command_with_the_witness() -> None:
    """One line, whatever the title of the channel; place and title first."""
    command = annotation(read_answer(document(dv.PureDP(eps=1))), file="a,b:c.toml", line=7)
    assert command is not None
    assert command.count("\n") == 0
    nothing, head, message = command.split("::", 2)
    assert nothing == ""
    title = "title=expected holds%2C fails%3A 50%25 RR"
    assert head.startswith(f"error file=a%2Cb%3Ac.toml,line=7,{title}")
    assert "tight     ε = ln(3) ≈ 1.098612289 is the smallest that holds" in unescaped(message)
    assert "50% RR" in unescaped(message)


def test_a_claim_that_holds_against_the_expectation() -> None:
    """A documented failure that was mended, with the tight value."""
    command = annotation(
        read_answer(document(dv.PureDP(eps=2))), "fails", file="f", target="rr.json"
    )
    assert command is not None
    assert command.startswith("::error file=f,title=expected fails%2C holds%3A rr.json pure-dp")
    assert "the smallest that holds: ε ≈ 1.098612289; scope: the 2 listed inputs" in command


def test_what_has_no_smallest_value_names_none() -> None:
    """f-dp has no parameter of which one is the smallest."""
    command = annotation(read_answer(document(dv.FDP("gaussian(9)"))), "fails", file="f")
    assert command is not None
    assert "expected to fail; scope: " in command


def test_what_has_no_parameter_names_none() -> None:
    """Nor does theta-reducible have one: "with" would be the last word of its headline."""
    votes = dv.load_scenario(ROOT / "examples/scenarios/ten_votes.json")
    answer = read_answer(dv.check(votes, dv.ThetaReducible()).to_dict())
    command = annotation(answer, file="f")
    assert command is not None
    assert "does not satisfy theta-reducible\n" in unescaped(command)
    assert "are the outputs with probability 0.99991359375" in unescaped(command)


def test_an_open_question_is_an_error() -> None:
    """A gate must not pass on it."""
    command = annotation(read_answer(document(dv.PureDP(eps=2), time_limit=0)), file="f")
    assert command is not None
    assert "title=expected holds%2C not decided" in command
