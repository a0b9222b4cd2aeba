"""A result document as a test case for CI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dpverify.reports.claim import claimed, scope_words
from dpverify.reports.junit import Case
from dpverify.reports.plain_text import to_plain_text
from dpverify.reports.result_report import result_report
from dpverify.reports.scope import scope_line

if TYPE_CHECKING:
    from dpverify.checkers.answers.documents import Answer

Outcome = Literal["passed", "failure", "error"]


def result_case(answer: Answer, expect: str = "holds", target: str | None = None) -> Case:
    """Return the case: passed where the verdict is the expected one, an error where unknown."""
    seconds = seconds_of(answer)
    name = f"{target or answer.subject.name} {claim_words(answer)}"
    outcome = outcome_of(answer, expect)
    text = ""
    if outcome != "passed":
        text = f"expected {expect}\n{to_plain_text(result_report(answer))}"
    promises, scope = answer.assumptions, scope_line(answer)
    return Case(name, "dpverify.check", outcome, text, seconds, promises, scope)


def seconds_of(answer: Answer) -> float:
    """Return how long it took to decide, 0 where that is not known."""
    return 0.0 if answer.run is None else float(answer.run.seconds)


def outcome_of(answer: Answer, expect: str) -> Outcome:
    """Return how a verdict compares with the expected one."""
    if answer.verdict == "unknown":
        return "error"
    return "passed" if answer.verdict == expect else "failure"


def claim_words(answer: Answer) -> str:
    """Return the claim in a few words: "pure-dp eps=1 on all real inputs"."""
    parameters = (f"{name}={text}" for name, text in claimed(answer).parameters.items())
    return " ".join((answer.definition, *parameters)) + scope_words(answer)
