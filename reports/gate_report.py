"""The outcome of a claims file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.envelopes import ClaimLine
from dpverify.reports.claim import tight_figures
from dpverify.reports.figures import figure_decimal
from dpverify.reports.json_report import bundle
from dpverify.reports.model import Report, Section, Span, Table, code, paragraph, plain
from dpverify.reports.result_cases import claim_words, outcome_of, result_case
from dpverify.reports.result_report import VERDICTS, result_report, result_title
from dpverify.reports.scope import scope_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.checkers.answers.documents import Answer
    from dpverify.checkers.answers.figures import Figure
    from dpverify.reports.junit import Case
    from dpverify.reports.model import Cells

    Row = tuple[str, str, Answer]

SHORT = 20
WIDTH = 120
OUTCOMES = {
    "passed": Span("as expected", "good"),
    "failure": Span("NOT as expected", "bad"),
    "error": Span("unknown", "open"),
}


def gate_report(rows: Sequence[Row]) -> Report:
    """Return the table of claims, then the full report of each that ended otherwise."""
    table = Table(
        ("target", "claim", "inputs", "expected", "verdict", "tight", ""),
        tuple(_row(row) for row in rows),
    )
    astray = [row for row in rows if outcome_of(row[2], row[1]) != "passed"]
    sections = tuple(_section(row) for row in astray)
    summary = f"{len(rows) - len(astray)} of {len(rows)} claims ended as expected."
    return Report(("Claims",), (table, paragraph(summary), *sections), WIDTH)


def _row(row: Row) -> Cells:
    target, expect, answer = row
    tight = "; ".join(_tight(symbol, figure) for symbol, figure in tight_figures(answer))
    outcome, words = OUTCOMES[outcome_of(answer, expect)], code(claim_words(answer))
    verdict = "" if answer.verdict is None else VERDICTS[answer.verdict]
    return (code(target), words, scope_of(answer).brief, expect, verdict, tight, outcome)


def _tight(symbol: str, figure: Figure) -> str:
    """Return the exact number where it is short, else its decimal."""
    if figure.exact is not None and len(figure.exact) <= SHORT:
        return f"{symbol} = {figure.exact}"
    return f"{symbol} {figure_decimal(figure)}"


def _section(row: Row) -> Section:
    report = result_report(row[2])
    return Section(plain(report.title), report.blocks)


def gate_lines(rows: Sequence[Row]) -> list[str]:
    """Return one line for each claim: its verdict, and where it ended otherwise."""
    astray = {"passed": "", "failure": "; NOT as expected", "error": ""}
    return [
        f"{plain(result_title(answer))}{astray[outcome_of(answer, expect)]}"
        for _, expect, answer in rows
    ]


def gate_document(rows: Sequence[Row]) -> Mapping[str, Any]:
    """Return all results in the envelope that `replay` opens, with what was expected of each."""
    claims = tuple(
        ClaimLine(target, expect, answer.verdict or "unknown") for target, expect, answer in rows
    )
    return bundle([encode(answer) for _, _, answer in rows], claims)


def gate_cases(rows: Sequence[Row]) -> tuple[Case, ...]:
    """Return one test case for each claim."""
    return tuple(result_case(answer, expect, target) for target, expect, answer in rows)
