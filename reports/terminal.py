"""A report as text for a terminal or a pipe, laid out by rich.

Colour appears only on a terminal and never when NO_COLOR is set. Nothing is cut off: what does not
fit is folded.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, TextIO, assert_never

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from dpverify.reports.escape import visible
from dpverify.reports.model import Display, Paragraph, Picture, Section, Span, Table, code, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from dpverify.reports.model import Block, Inline, Report

LABEL_WIDTH = 13
WORD = 12
"""Characters of a word that no column breaks; where there is no room, rows are listed."""
GAP = 3
"""Blanks between two columns."""
STYLES = {
    "plain": "",
    "strong": "bold",
    "code": "cyan",
    "good": "bold green",
    "bad": "bold red",
    "open": "bold yellow",
    "seen": "bold cyan",
}


def console_for(stream: TextIO) -> Console:
    """Return a console as wide as the terminal behind the stream."""
    return Console(file=stream, highlight=False, markup=False, emoji=False)


def to_text(report: Report) -> str:
    """Return the report as plain text: no colour, no blanks at the end of a line."""
    stream = io.StringIO()
    console = Console(
        file=stream, width=report.width, no_color=True, force_terminal=False, highlight=False,
        markup=False, emoji=False,
    )  # fmt: skip
    show(report, console)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def show(report: Report, console: Console) -> None:
    """Print the report on a console."""
    console.print(_inline(report.title, base="bold"), soft_wrap=False, overflow="fold")
    for block in report.blocks:
        for renderable in _block(block, console.width):
            console.print(renderable, overflow="fold")


def _block(block: Block, width: int) -> Iterator[RenderableType]:
    match block:
        case Paragraph(spans, label):
            yield Padding(_labelled(label, spans), (0, 0, 0, 2))
        case Display(lines):
            body = Text("\n".join(visible(line) for line in lines), overflow="fold")
            yield Padding(body, (0, 0, 0, 4 if not lines else 2 + LABEL_WIDTH))
        case Table():
            if _fits(block, width):
                yield Padding(_table(block, width), (0, 0, 0, 2))
            else:
                yield Padding(_listed(block), (1, 0, 1, 2))
        case Picture(path, caption):
            yield Padding(_inline((code(path), f": {caption}")), (0, 0, 0, 2))
        case Section(title, blocks):
            yield Text(f"\n{visible(title)}", style="bold")
            for inner in blocks:
                yield from _block(inner, width)
        case _:
            assert_never(block)


def _labelled(label: str | None, spans: tuple[Inline, ...]) -> RenderableType:
    if label is None:
        return _inline(spans)
    grid = RichTable.grid(padding=0)
    # A longer label moves its own text to the right; cut off it would run into it.
    grid.add_column(width=max(LABEL_WIDTH, len(label) + 1), no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text(visible(label), style="bold"), _inline(spans))
    return grid


def _table(table: Table, width: int) -> RichTable:
    rich_table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for index, column in enumerate(table.columns):
        # The first column names the row: where it is short, the others are folded instead.
        whole = index == 0 and _longest_first(table) <= width // 3
        rich_table.add_column(Text(visible(column)), overflow="fold", no_wrap=whole)
    for row in table.rows:
        rich_table.add_row(*(_inline((cell,)) for cell in row))
    return rich_table


def _fits(table: Table, width: int) -> bool:
    """Whether each column has room for its words; longer ones, such as numbers, may be folded."""
    rows = [table.columns, *([plain((cell,)) for cell in row] for row in table.rows)]
    needed = [
        max((min(len(word), WORD) for text in column for word in visible(text).split()), default=0)
        for column in zip(*rows, strict=True)
    ]
    return sum(needed) + GAP * len(needed) <= width - 2


def _listed(table: Table) -> RenderableType:
    """The rows below each other, a line for each cell that holds something, named by its column."""
    grid = RichTable.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for number, row in enumerate(table.rows):
        if number:
            grid.add_row()
        for column, cell in zip(table.columns, row, strict=True):
            if plain((cell,)):
                grid.add_row(Text(visible(column), style="bold"), _inline((cell,)))
    return grid


def _longest_first(table: Table) -> int:
    lengths = (len(visible(plain(row[:1]))) for row in table.rows)
    return max(lengths, default=0)


def _inline(spans: tuple[Inline, ...], base: str = "") -> Text:
    text = Text(style=base, overflow="fold")
    for span in spans:
        styled = Span(span) if isinstance(span, str) else span
        text.append(visible(styled.text), style=STYLES[styled.style])
    return text
