"""Reports of a parameter that was sought: where a claim starts or ceases to hold."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from dpverify.defs.numbers import Value, number_text
from dpverify.reports.escape import shortened
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.figures import decimal_of
from dpverify.reports.model import Report, Section, Span, Table, code, paragraph

if TYPE_CHECKING:
    from dpverify.checkers.next_questions.solving import Solution, Trial
    from dpverify.reports.model import Block, Cells

WORDS: Final = {
    "holds": Span("holds", "good"),
    "fails": Span("fails", "bad"),
    "unknown": Span("unknown", "open"),
    "refused": Span("not taken", "open"),
}
LONGEST: Final = 40


def solution_report(found: Solution) -> Report:
    """The report for a terminal, a page or a Markdown file."""
    name = found.parameter
    blocks: list[Block] = [
        paragraph(f"the claim holds at {name} = ", code(str(found.holds_at)), " and fails at ",
                  code(str(found.fails_at)), _apart(found), label="In short"),
        paragraph(code(found.subject), " satisfies ", code(claim_text(found)), label="Claim"),
        Table(
            (name, "decimal", "the claim", "evidence"),
            tuple(_end(value, result) for value, result in _ends(found)),
        ),
        paragraph(_beyond(found), label="Scope"),
    ]  # fmt: skip
    if found.stopped is not None:
        blocks.append(paragraph(found.stopped, label="Stopped"))
    for result in (found.holds, found.fails):
        blocks += [
            paragraph(text, label="Assuming")
            for text in result.assumptions
            if result is found.holds or text not in found.holds.assumptions
        ]
    blocks.append(Section("All values that were tried", (_tried(found),)))
    return Report(("A claim at two values of ", code(name)), tuple(blocks))


def claim_text(found: Any) -> str:
    """A claim on one line: "approx-dp with eps = 1, delta = 1/1000000"."""
    parts = [
        f"{name} = {value if isinstance(value, str) else number_text(value)}"
        for name, value in found.given.items()
    ]
    return f"{found.definition} with {', '.join(parts)}" if parts else str(found.definition)


def _ends(found: Solution) -> list[tuple[Fraction, Any]]:
    both = [(found.holds_at, found.holds), (found.fails_at, found.fails)]
    return sorted(both, key=lambda end: end[0])


def _end(value: Fraction, result: Any) -> Cells:
    evidence = str(result.evidence)
    return (
        code(str(value)),
        _decimal(value),
        WORDS[result.name],
        f"{evidence}: {EVIDENCE[evidence]}",
    )


def _decimal(value: Fraction) -> Span:
    return code(decimal_of(Value(value)))


def _apart(found: Solution) -> str:
    width = found.upper - found.lower
    whole = found.lower.denominator == found.upper.denominator == 1 and width == 1
    if whole:
        return ", two whole numbers that follow each other"
    size = max(abs(found.lower), abs(found.upper))  # values may be negative; one of two is not 0
    return f", {float(width / size):.1g} apart relatively"


def _beyond(found: Solution) -> str:
    text = (
        "decided at these two values. Of others nothing is said: that the claim holds for all of"
        f" one side is likely where more {found.parameter} is more noise, and is not shown here"
    )
    if found.changes > 1:
        text += f". Among the values that were tried the verdict changes {found.changes} times"
    return text


def _tried(found: Solution) -> Table:
    return Table((found.parameter, "decimal", "the claim"), tuple(map(_trial, found.tried)))


def _trial(trial: Trial) -> Cells:
    return code(shortened(str(trial.value), LONGEST)), _decimal(trial.value), WORDS[trial.word]
