"""A report as plain text for a pipe or a file, without the library that lays out terminals.

To load that library takes as long as to decide a small channel. What must never change: the text is
the one that `terminal.to_text` makes; what would need more than whole words in lines (a word longer
than its line, a table without room, characters of another width) is left to it.
"""

from __future__ import annotations

import re
from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING, Final

from dpverify.reports.escape import visible
from dpverify.reports.model import Display, Paragraph, Picture, Section, Table, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from dpverify.reports.model import Block, Cells, Report

LABEL_WIDTH: Final = 13
EDGE: Final = 2
"""Blanks before what is no title."""
GAP: Final = "   "
"""Between two columns of a table; also before its first one, with the edge of the page."""
RULE: Final = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
NARROWEST: Final = 30
"""Columns of a text below which it is not laid out here."""
_WORD: Final = re.compile(r"\s*\S+\s*")
_NARROW: Final = re.compile(
    "[\u0020-\u02ff\u0370-\u03ff\u2010-\u2027\u2030-\u205e\u2070-\u209c\u2100-\u214f\u2190-\u22ff"
    "\u2500-\u25fc]*"
)
"""Characters that take one column each; others may, too."""


class _RoomError(Exception):
    """What is to be shown needs more than whole words in lines."""


def to_plain_text(report: Report) -> str:
    """Return the report as plain text: no colour, no blanks at the end of a line."""
    stream = StringIO()
    write_plain_text(report, stream)
    return stream.getvalue()


def write_plain_text(report: Report, file: TextIO) -> None:
    """The same, written line by line into a file in which one can go back."""
    start = file.tell()
    try:
        file.writelines(f"{line.rstrip()}\n" for line in _lines(report))
    except _RoomError:
        from dpverify.reports.terminal import to_text

        file.seek(start)
        file.truncate()
        file.write(to_text(report))


def _lines(report: Report) -> Iterator[str]:
    yield from _wrapped(plain(report.title), report.width)
    for block in report.blocks:
        yield from _block(block, report.width)


def _block(block: Block, width: int) -> Iterator[str]:
    match block:
        case Paragraph(spans, label):
            yield from _paragraph(plain(spans), label, width)
        case Display(lines):
            for line in lines or ("",):
                yield from _indented(line, EDGE + LABEL_WIDTH, width)
        case Table(columns, rows):
            yield from _table(columns, rows, width)
        case Picture(path, caption):
            yield from _indented(f"{path}: {caption}", EDGE, width)
        case Section(title, blocks):
            yield ""
            yield from _wrapped(title, width)
            for inner in blocks:
                yield from _block(inner, width)


def _paragraph(text: str, label: str | None, width: int) -> Iterator[str]:
    if label is None:
        yield from _indented(text, EDGE, width)
        return
    # A longer label moves its own text to the right.
    place = max(LABEL_WIDTH, len(label) + 1)
    lead = f"{_narrow(label):<{place}}"
    for line in _wrapped(text, width - EDGE - place):
        yield " " * EDGE + lead + line
        lead = " " * place


def _indented(text: str, by: int, width: int) -> Iterator[str]:
    return (" " * by + line for line in _wrapped(text, width - by))


def _table(columns: tuple[str, ...], rows: Sequence[Cells], width: int) -> Iterator[str]:
    """A table whose cells all have room in one line each; its rows are looked at twice."""
    if not rows or not columns:
        raise _RoomError
    head = [_narrow(column) for column in columns]
    widths = [0] * len(head)
    for row in chain([head], map(_cells, rows)):
        if any(cell != cell.strip() for cell in row):
            raise _RoomError
        widths = [max(size, len(cell)) for size, cell in zip(widths, row, strict=True)]
    whole = sum(widths) + len(GAP) * (len(widths) - 1)
    if whole + 2 > width - EDGE:
        raise _RoomError

    def line(row: Sequence[str]) -> str:
        return GAP + GAP.join(f"{cell:<{size}}" for cell, size in zip(row, widths, strict=True))

    yield from ("", line(head), GAP + RULE * whole)
    yield from map(line, map(_cells, rows))
    yield ""


def _cells(row: Cells) -> list[str]:
    return [_narrow(plain((cell,))) for cell in row]


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Lines of whole words, at most so long; a word keeps the blanks after it."""
    text = _narrow(text)
    if width < NARROWEST:
        raise _RoomError
    start = filled = 0
    for word in _WORD.finditer(text):
        length = len(word[0].rstrip())
        if length > width:
            raise _RoomError
        if length > width - filled and filled:
            yield text[start : word.start()]
            start, filled = word.start(), 0
        filled += len(word[0])
    yield text[start:]


def _narrow(text: str) -> str:
    """The text as it is shown, each of its characters one column wide."""
    shown = visible(text)
    if not _NARROW.fullmatch(shown):
        raise _RoomError
    return shown
