"""A result document as a test case for CI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from dpverify.reports.claim import parameters_of, scope_words, source_of
from dpverify.reports.junit import Case
from dpverify.reports.result_report import result_report
from dpverify.reports.terminal import to_text

if TYPE_CHECKING:
    from collections.abc import Mapping

Outcome = Literal["passed", "failure", "error"]


def result_case(
    document: Mapping[str, Any], expect: str = "holds", target: str | None = None
) -> Case:
    """Return the case: passed where the verdict is the expected one, an error where unknown."""
    seconds = document.get("run", {}).get("seconds", 0.0)
    name = f"{target or source_of(document)} {claim_words(document)}"
    outcome = outcome_of(document["verdict"], expect)
    text = "" if outcome == "passed" else f"expected {expect}\n{to_text(result_report(document))}"
    promises = tuple(document.get("assumptions", ()))
    return Case(name, "dpverify.check", outcome, text, float(seconds), promises)


def outcome_of(verdict: str, expect: str) -> Outcome:
    """Return how a verdict compares with the expected one."""
    if verdict == "unknown":
        return "error"
    return "passed" if verdict == expect else "failure"


def claim_words(document: Mapping[str, Any]) -> str:
    """Return the claim in a few words: "pure-dp eps=1 on all real inputs"."""
    parameters = (f"{name}={text}" for name, text in parameters_of(document).items())
    return " ".join((document["definition"], *parameters)) + scope_words(document)
