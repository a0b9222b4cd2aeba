"""The outcome of a claims file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.envelopes import ClaimLine
from dpverify.defs.computed import Computed
from dpverify.reports.claim import tight_figures
from dpverify.reports.escape import visible
from dpverify.reports.figures import figure_decimal
from dpverify.reports.json_report import DOCUMENTS_SCHEMA, bundle, json_pieces
from dpverify.reports.markdown import markdown_pieces
from dpverify.reports.model import Report, Section, Span, Table, code, paragraph, plain
from dpverify.reports.plain_text import write_plain_text
from dpverify.reports.result_cases import claim_words, outcome_of, result_case, seconds_of
from dpverify.reports.result_report import VERDICTS, result_report, result_title
from dpverify.reports.scope import scope_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TextIO

    from dpverify.checkers.answers.documents import Answer
    from dpverify.checkers.answers.figures import Figure
    from dpverify.reports.junit import Case
    from dpverify.reports.model import Block, Cells
    from dpverify.reports.sarif import Finding

    Row = tuple[str, str, Answer]

COLUMNS = ("target", "claim", "inputs", "expected", "verdict", "tight", "")
SHORT = 20
WIDTH = 120
OUTCOMES = {
    "passed": Span("as expected", "good"),
    "failure": Span("NOT as expected", "bad"),
    "error": Span("unknown", "open"),
}


def gate_report(rows: Sequence[Row]) -> Report:
    """Return the table of claims, then the full report of each that ended otherwise."""
    table = Table(COLUMNS, tuple(_cells(rows)))
    return Report(("Claims",), (table, *_blocks(rows)[1:]), WIDTH)


def _blocks(rows: Sequence[Row]) -> Sequence[Block]:
    """The table and the sections of a report, made one after the other as they are looked at."""
    outcomes = [outcome_of(answer, expect) for _, expect, answer in rows]
    astray = [place for place, outcome in enumerate(outcomes) if outcome != "passed"]

    def block(place: int) -> Block:
        if place > 1:
            return _section(rows[astray[place - 2]])
        if place == 0:
            return Table(COLUMNS, _cells(rows))
        expected = len(rows) - len(astray)
        return paragraph(f"{expected} of {len(rows)} claims ended as expected.")

    return Computed(2 + len(astray), block)


def _cells(rows: Sequence[Row]) -> Sequence[Cells]:
    return Computed(len(rows), lambda place: _row(rows[place]))


def gate_writer(
    rows: Sequence[Row], findings: Sequence[Finding], form: str
) -> Callable[[TextIO], None]:
    """What writes the outcome in one format piece by piece.

    The text is that of the functions here and in `sarif`, which is there at once.

    Args: findings the rows as SARIF names them.
    """
    report = Report(("Claims",), _blocks(rows), WIDTH)
    if form == "text":  # what finds no room is laid out anew
        return partial(write_plain_text, report)
    return lambda file: file.writelines(_pieces(rows, findings, report, form))


def _pieces(
    rows: Sequence[Row], findings: Sequence[Finding], report: Report, form: str
) -> Iterator[str]:
    match form:
        case "line":
            return (f"{visible(line)}\n" for line in _lines(rows))
        case "json":
            return json_pieces(_members(rows))
        case "markdown":
            return markdown_pieces(report)
        case "latex":
            from dpverify.reports.latex import latex_pieces

            return latex_pieces(report)
        case "html":
            from dpverify.reports.html.page import report_pieces

            return report_pieces(report, _members(rows))
        case "sarif":
            from dpverify.reports.sarif import sarif_pieces

            return sarif_pieces(findings)
        case "junit":
            return _junit_pieces(rows)
        case _:
            raise ValueError(f"nothing writes the format {form!r}")


def _members(rows: Sequence[Row]) -> dict[str, Any]:
    """The envelope of `gate_document`, its lists as iterators."""
    return {
        "schema": DOCUMENTS_SCHEMA,
        "claims": (encode(_claim_line(row)) for row in rows),
        "documents": (encode(answer) for _, _, answer in rows),
    }


def _junit_pieces(rows: Sequence[Row]) -> Iterator[str]:
    from dpverify.reports.junit import junit_pieces

    outcomes = [(outcome_of(answer, expect), seconds_of(answer)) for _, expect, answer in rows]
    cases = (result_case(answer, expect, target) for target, expect, answer in rows)
    return junit_pieces("dpverify", outcomes, cases)


def _claim_line(row: Row) -> ClaimLine:
    target, expect, answer = row
    return ClaimLine(target, expect, answer.verdict or "unknown")


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
    return list(_lines(rows))


def _lines(rows: Iterable[Row]) -> Iterator[str]:
    astray = {"passed": "", "failure": "; NOT as expected", "error": ""}
    for _, expect, answer in rows:
        yield f"{plain(result_title(answer))}{astray[outcome_of(answer, expect)]}"


def gate_document(rows: Sequence[Row]) -> Mapping[str, Any]:
    """Return all results in the envelope that `replay` opens, with what was expected of each."""
    claims = tuple(_claim_line(row) for row in rows)
    return bundle([encode(answer) for _, _, answer in rows], claims)


def gate_cases(rows: Sequence[Row]) -> tuple[Case, ...]:
    """Return one test case for each claim."""
    return tuple(result_case(answer, expect, target) for target, expect, answer in rows)
