"""The blocks of a report as HTML."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, assert_never
from urllib.parse import quote

from dpverify.reports.escape import elided
from dpverify.reports.html.cards import cards
from dpverify.reports.html.mathml import math_html
from dpverify.reports.markup import Html, element, join, on_lines, tag, text
from dpverify.reports.model import Display, Formula, Paragraph, Picture, Section, Span, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dpverify.reports.model import Block, Inline

VERDICT_STYLES = ("good", "bad", "open", "seen")
DEEPEST = 6
FOLDED, WHOLE = 44, 28
"""Characters of a long number that are shown, and up to which a label stays on its line."""
EXPONENT = re.compile(r"(?<=\be)\^(-?(?:ε|\d+(?:\.\d+)?))")


def blocks_html(blocks: Sequence[Block], level: int = 2) -> Html:
    """Return blocks in reading order, headings from `level` on."""
    return join(blocks_pieces(blocks, level))


def blocks_pieces(blocks: Iterable[Block], level: int = 2) -> Iterator[Html]:
    """The same in pieces: the rows of a table, any other block as a whole."""
    return on_lines(
        table_pieces(block) if isinstance(block, Table) else (_block(block, level),)
        for block in blocks
    )


def inline_html(spans: Sequence[Inline]) -> Html:
    """Return running text; labels and numbers stand apart from the direction of what surrounds."""
    return join(_span(span) for span in spans)


def _block(block: Block, level: int) -> Html:
    match block:
        case Paragraph(spans, label):
            # A paragraph holds nothing that unfolds.
            folded = any(isinstance(span, Span) and span.full for span in spans)
            body = (
                tag("div", inline_html(spans), class_="text")
                if folded
                else tag("p", inline_html(spans))
            )
            if label is None:
                return body
            return tag("div", tag("p", text(label), class_="label"), body, class_="row")
        case Formula(lines):
            return formula_html(lines)
        case Display(lines, language):
            return display_html(lines, language)
        case Table():
            return table_html(block)
        case Picture(path, caption, figure):
            # A link: a page fetches nothing, and quoted no path is read as an address.
            link = tag("p", tag("a", text(caption), href=quote(path)))
            return link if figure is None else join((cards([figure], min(level, DEEPEST)), link))
        case Section(title, blocks):
            heading = tag(f"h{min(level, DEEPEST)}", text(title))
            return tag("section", heading, blocks_html(blocks, level + 1), class_="card")
        case _:
            assert_never(block)


def formula_html(lines: Sequence[str]) -> Html:
    """Return lines of mathematics, typeset; as they are where one is too long for that."""
    typeset = math_html(lines)
    if typeset is None:
        return display_html(lines)
    spoken = "; ".join(line.strip() for line in lines)
    return tag(
        "div", typeset, class_="formula scroll", tabindex="0", role="group", aria_label=spoken
    )


def display_html(lines: Sequence[str], language: str = "") -> Html:
    """Return lines as they are; longer ones scroll inside their own box."""
    shown = map(_command if language == "sh" else text, lines)
    body = tag("code", join(shown, "\n"))
    style = "shell" if language == "sh" else "display"
    if len(lines) == 1:  # nothing is aligned: it may be broken
        style += " wrap"
    return tag("pre", body, class_=style, tabindex="0")


def _command(line: str) -> Html:
    """A command, in which no line ends within an option."""
    return join(
        (tag("span", text(word), class_="whole") if word.startswith("-") else text(word)
         for word in line.split(" ")), " ",
    )  # fmt: skip


def table_html(table: Table) -> Html:
    """Return a table that scrolls inside its own box where it is too wide."""
    return join(table_pieces(table))


def table_pieces(table: Table) -> Iterator[Html]:
    """The same in pieces, the longest of them a row."""
    head = tag("tr", *(_head(column) for column in table.columns))
    rows = (tag("tr", *(_cell(cell) for cell in row)) for row in table.rows)
    inner = element("table", chain((tag("thead", head),), element("tbody", rows)))
    name = f"table of {', '.join(table.columns)}"
    return element("div", inner, class_="scroll", tabindex="0", role="group", aria_label=name)


def _cell(cell: Inline) -> Html:
    """A cell; a rounded number stays on one line."""
    number = isinstance(cell, str) and cell.startswith(("≈ ", "in ["))
    return tag("td", inline_html((cell,)), class_="whole" if number else None)


def _head(column: str) -> Html:
    return tag("th", text(column), scope="col") if column else tag("td")


def _span(span: Inline) -> Html:
    if isinstance(span, str):
        span = Span(span)
    if span.style == "plain":
        return _raised(span.text)
    if span.full:
        size = f" ({len(span.full):,} characters)"
        summary = tag("summary", text(elided(span.full, FOLDED) + size))
        return tag("details", summary, tag("code", text(span.full)), class_="long")
    if span.style == "code":
        short = " " in span.text and len(span.text) <= WHOLE
        return tag("code", text(span.text), class_="whole" if short else None)
    if span.style in VERDICT_STYLES:
        return tag("strong", text(span.text), class_=f"badge {span.style}")
    return tag("strong", text(span.text))


def _raised(words: str) -> Html:
    """Running text in which the exponent of e stands above it: e^ε, e^28.5."""
    return join(
        tag("sup", text(part)) if place % 2 else text(part)
        for place, part in enumerate(EXPONENT.split(words))
    )


def tone_of(spans: Sequence[Inline]) -> str:
    """Return the first verdict style among the spans; empty without one."""
    styles = (span.style for span in spans if not isinstance(span, str))
    return next((style for style in styles if style in VERDICT_STYLES), "")
