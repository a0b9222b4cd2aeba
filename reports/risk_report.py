"""Reports about privacy at risk: what the source says beside what is true."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.figures import Figure, figure_of
from dpverify.checkers.answers.risks import Risk, RiskFigure, RiskLine
from dpverify.checkers.bounds import Bounds
from dpverify.defs.numbers import Number
from dpverify.reports.figures import figure_spans
from dpverify.reports.model import Block, Inline, Report, Table, code, paragraph, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RISK_SCHEMA = "dpverify.risk/1.0"
Said: TypeAlias = Number | Bounds | Figure | str | None
"""What is said of a quantity: a number, its bounds, a word, or nothing."""


def line(quantity: str, source: Said = None, truth: Said = None) -> RiskLine:
    """One quantity: what the source says, and what is true."""
    return RiskLine(quantity, _stated(source), _stated(truth))


def _stated(said: Said) -> Figure | str | None:
    return said if said is None or isinstance(said, Figure | str) else figure_of(said)


@dataclass(frozen=True)
class Comparison:
    """A table of lines under a title, with remarks and, where it has one, a figure's points.

    `points` are rows of decimals under `columns`.
    """

    topic: str
    title: str
    given: Mapping[str, str]
    lines: Sequence[RiskLine] = ()
    remarks: Sequence[str] = ()
    columns: Sequence[str] = ()
    points: Sequence[Sequence[str]] = ()


def risk_document(comparison: Comparison) -> dict[str, Any]:
    """The JSON form: the numbers exact where they are, enclosed in any case."""
    columns, points = tuple(comparison.columns), tuple(map(tuple, comparison.points))
    return encode(
        Risk(
            RISK_SCHEMA,
            comparison.topic,
            comparison.given,
            tuple(comparison.lines),
            tuple(comparison.remarks),
            RiskFigure(columns, points) if columns else None,
        )
    )


def risk_report(comparison: Comparison) -> Report:
    """The report for a terminal or a Markdown file."""
    given = ", ".join(f"{name} = {value}" for name, value in comparison.given.items())
    blocks: list[Block] = [paragraph(code(given), label="Given")] if given else []
    if comparison.lines:
        rows = tuple(
            (stated.quantity, _cell(stated.source), _cell(stated.truth))
            for stated in comparison.lines
        )
        blocks.append(Table(("quantity", "the source", "what is true"), rows))
    if comparison.columns:
        points = tuple(tuple(code(cell) for cell in point) for point in comparison.points)
        blocks.append(Table(tuple(comparison.columns), points))
    blocks += [paragraph(remark) for remark in comparison.remarks]
    return Report((comparison.title,), tuple(blocks))


def _cell(figure: Figure | str | None) -> Inline:
    """A number as its decimal, with the exact form before it where that is short."""
    if figure is None:
        return "–"
    if isinstance(figure, str):
        return figure
    text = plain(figure_spans(figure))
    return text if len(text) <= 48 else plain(figure_spans(replace(figure, exact=None)))
