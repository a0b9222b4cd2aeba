"""Reports about privacy at risk: what the source says beside what is true."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.figures import read_figure
from dpverify.reports.figures import figure_spans
from dpverify.reports.model import Block, Inline, Report, Table, code, paragraph, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RISK_SCHEMA = "dpverify.risk/1.0"


@dataclass(frozen=True)
class Line:
    """One quantity: what the source says, what is true, each a number of a document or nothing.

    `source` and `truth` are {"exact", "lower", "upper"}, or a text.
    """

    quantity: str
    source: Mapping[str, Any] | str | None = None
    truth: Mapping[str, Any] | str | None = None


@dataclass(frozen=True)
class Comparison:
    """A table of lines under a title, with remarks and, where it has one, a figure's points.

    `points` are rows of decimals under `columns`.
    """

    topic: str
    title: str
    given: Mapping[str, str]
    lines: Sequence[Line] = ()
    remarks: Sequence[str] = ()
    columns: Sequence[str] = ()
    points: Sequence[Sequence[str]] = ()


def risk_document(comparison: Comparison) -> dict[str, Any]:
    """The JSON form: the numbers exact where they are, enclosed in any case."""
    document: dict[str, Any] = {
        "schema": RISK_SCHEMA,
        "topic": comparison.topic,
        "given": dict(comparison.given),
        "lines": [
            {"quantity": line.quantity, "source": line.source, "truth": line.truth}
            for line in comparison.lines
        ],
        "remarks": list(comparison.remarks),
    }
    if comparison.columns:
        document["figure"] = {
            "columns": list(comparison.columns),
            "points": [list(point) for point in comparison.points],
        }
    return document


def risk_report(comparison: Comparison) -> Report:
    """The report for a terminal or a Markdown file."""
    given = ", ".join(f"{name} = {value}" for name, value in comparison.given.items())
    blocks: list[Block] = [paragraph(code(given), label="Given")] if given else []
    if comparison.lines:
        rows = tuple(
            (line.quantity, _cell(line.source), _cell(line.truth)) for line in comparison.lines
        )
        blocks.append(Table(("quantity", "the source", "what is true"), rows))
    if comparison.columns:
        points = tuple(tuple(code(cell) for cell in point) for point in comparison.points)
        blocks.append(Table(tuple(comparison.columns), points))
    blocks += [paragraph(remark) for remark in comparison.remarks]
    return Report((comparison.title,), tuple(blocks))


def _cell(figure: Mapping[str, Any] | str | None) -> Inline:
    """A number as its decimal, with the exact form before it where that is short."""
    if figure is None:
        return "–"
    if isinstance(figure, str):
        return figure
    number = read_figure(figure)
    text = plain(figure_spans(number))
    return text if len(text) <= 48 else plain(figure_spans(replace(number, exact=None)))
