"""Outcomes as workflow commands of GitHub Actions, which shows them beside the file they are about.

`::error file=claims.toml,line=7,title=…::message`: one line for each claim that ended otherwise.
What must never change: whatever a message holds, it stays one line and one command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.assertion_report import failure_message
from dpverify.reports.claim import tight_figures
from dpverify.reports.escape import shortened, visible
from dpverify.reports.figures import figure_decimal
from dpverify.reports.result_cases import claim_words, outcome_of
from dpverify.reports.scope import scope_line

if TYPE_CHECKING:
    from dpverify.checkers.answers.documents import Answer

TITLE = 120


def annotation(
    answer: Answer,
    expect: str = "holds",
    *,
    file: str | None,
    line: int | None = None,
    target: str | None = None,
) -> str | None:
    """Return the command for one result; None where it ended as expected.

    Args:
        answer: a result with a verdict.
        expect: "holds" or "fails".
        file: the file that the annotation is shown at, as GitHub knows it; None where a subject is
            in no file of the checkout, such as a mechanism of the library.
        line: the line of the claim there, where it is known.
        target: how the claims file names the subject.
    """
    outcome = outcome_of(answer, expect)
    if outcome == "passed":
        return None
    verdict = "not decided" if outcome == "error" else answer.verdict
    subject = visible(target or answer.subject.name)
    title = shortened(f"expected {expect}, {verdict}: {subject} {claim_words(answer)}", TITLE)
    at = "" if file is None else f"file={_property(file)},"
    at += f"line={line}," if file is not None and line is not None else ""
    return f"::error {at}title={_property(title)}::{_escaped(claim_message(answer))}"


def claim_message(answer: Answer) -> str:
    """Return why a claim did not end as expected: the witness, or the tight value that holds."""
    if answer.verdict != "holds":
        return failure_message(answer)
    tight = ", ".join(f"{name} {figure_decimal(figure)}" for name, figure in tight_figures(answer))
    least = f"; the smallest that holds: {tight}" if tight else ""
    return f"it holds, though it was expected to fail{least}; scope: {scope_line(answer)}"


def _escaped(text: str) -> str:
    """Return the text of a message: per cent signs and line ends as GitHub reads them back."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
