"""The source of a mechanism on a page, its deciding lines marked and told below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.html.blocks import table_html
from dpverify.reports.markup import NOTHING, Html, join, tag, text
from dpverify.reports.model import Table, code

if TYPE_CHECKING:
    from dpverify.reports.deciding_lines import Piece, Source


def source_card(source: Source | None) -> Html:
    """Return the card of a mechanism's source; nothing without."""
    if source is None:
        return NOTHING
    told = [(code(str(n)), words) for piece in source.pieces for n, words in piece.remarks.items()]
    explanation = (
        f"From {source.place}. Marked: where it draws, compares and releases, as it is written."
    )
    return tag(
        "section",
        tag("h2", text("The mechanism")),
        tag("p", text(explanation), class_="note"),
        *(_code(piece) for piece in source.pieces),
        table_html(Table(("line", "what it does"), tuple(told))) if told else NOTHING,
        class_="card",
    )


def _code(piece: Piece) -> Html:
    """A function, a number before each line."""
    width = max(len(str(number)) for number, _ in piece.lines)
    lines = (
        _line(number, words, width, marked=number in piece.remarks) for number, words in piece.lines
    )
    body = tag("code", join(lines, "\n"))
    return tag("pre", body, class_="source", tabindex="0")


def _line(number: int, words: str, width: int, *, marked: bool) -> Html:
    before = tag("span", text(f"{number:>{width}}  "), class_="number")
    if not marked:
        return join((before, text(words)))
    inner = words.lstrip()
    return join((before, text(words[: len(words) - len(inner)]), tag("mark", text(inner))))
