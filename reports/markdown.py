"""A report as Markdown (CommonMark with tables)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never
from urllib.parse import quote

from dpverify.reports.escape import markdown_code, markdown_fence, markdown_text, visible
from dpverify.reports.model import Display, Paragraph, Picture, Section, Span, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.reports.model import Block, Inline, Report


def to_markdown(report: Report) -> str:
    """Return the whole report, ending with a newline."""
    return "".join(markdown_pieces(report))


def markdown_pieces(report: Report) -> Iterator[str]:
    """The same in pieces: the lines of a table, the parts of any other block."""
    yield f"# {_inline(report.title)}"
    for block in report.blocks:
        if isinstance(block, Table):
            yield "\n"
            yield from (f"\n{line}" for line in _table_lines(block))
            continue
        for part in _block(block, level=2):
            yield f"\n\n{part}"
    yield "\n"


def _block(block: Block, level: int) -> Iterator[str]:
    match block:
        case Paragraph(spans, label):
            lead = f"**{markdown_text(label)}.** " if label else ""
            yield lead + _inline(spans)
        case Display(lines, language):
            fence = markdown_fence("\n".join(lines))
            body = "\n".join(visible(line) for line in lines)
            yield f"{fence}{language}\n{body}\n{fence}"
        case Table():
            yield _table(block)
        case Picture(path, caption):
            # Quoted, so that no path ends the link or is read as an address.
            yield f"![{markdown_text(caption)}]({quote(path)})"
        case Section(title, blocks):
            yield f"{'#' * level} {markdown_text(title)}"
            for inner in blocks:
                yield from _block(inner, level + 1)
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    return "\n".join(_table_lines(table))


def _table_lines(table: Table) -> Iterator[str]:
    yield _row(tuple(markdown_text(column) for column in table.columns))
    yield _row(("---",) * len(table.columns))
    yield from (_row(tuple(_span(cell, in_table=True) for cell in row)) for row in table.rows)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _inline(spans: tuple[Inline, ...]) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Inline, *, in_table: bool = False) -> str:
    if isinstance(span, str):
        span = Span(span)
    if span.style == "plain":
        return markdown_text(span.text)
    if span.style == "code":
        return markdown_code(span.text, in_table=in_table)
    return f"**{markdown_text(span.text)}**"
