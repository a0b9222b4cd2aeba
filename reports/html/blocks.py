"""The blocks of a report as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never
from urllib.parse import quote

from dpverify.reports.html.cards import cards
from dpverify.reports.html.mathml import math_html
from dpverify.reports.markup import Html, join, tag, text
from dpverify.reports.model import Display, Formula, Paragraph, Picture, Section, Span, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.reports.model import Block, Inline

VERDICT_STYLES = ("good", "bad", "open", "seen")
DEEPEST = 6


def blocks_html(blocks: Sequence[Block], level: int = 2) -> Html:
    """Return blocks in reading order, headings from `level` on."""
    return join((_block(block, level) for block in blocks), "\n")


def inline_html(spans: Sequence[Inline]) -> Html:
    """Return running text; labels and numbers stand apart from the direction of what surrounds."""
    return join(_span(span) for span in spans)


def _block(block: Block, level: int) -> Html:
    match block:
        case Paragraph(spans, label):
            if label is None:
                return tag("p", inline_html(spans))
            body = tag("p", inline_html(spans))
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
    body = tag("code", join((text(line) for line in lines), "\n"))
    style = "shell" if language == "sh" else "display"
    if len(lines) == 1:  # nothing is aligned: it may be broken
        style += " wrap"
    return tag("pre", body, class_=style, tabindex="0")


def table_html(table: Table) -> Html:
    """Return a table that scrolls inside its own box where it is too wide."""
    head = tag("tr", *(_head(column) for column in table.columns))
    rows = (tag("tr", *(tag("td", inline_html((cell,))) for cell in row)) for row in table.rows)
    inner = tag("table", tag("thead", head), tag("tbody", *rows))
    name = f"table of {', '.join(table.columns)}"
    return tag("div", inner, class_="scroll", tabindex="0", role="group", aria_label=name)


def _head(column: str) -> Html:
    return tag("th", text(column), scope="col") if column else tag("td")


def _span(span: Inline) -> Html:
    if isinstance(span, str):
        span = Span(span)
    if span.style == "plain":
        return text(span.text)
    if span.style == "code":
        return tag("code", text(span.text))
    if span.style in VERDICT_STYLES:
        return tag("strong", text(span.text), class_=f"badge {span.style}")
    return tag("strong", text(span.text))


def tone_of(spans: Sequence[Inline]) -> str:
    """Return the first verdict style among the spans; empty without one."""
    styles = (span.style for span in spans if not isinstance(span, str))
    return next((style for style in styles if style in VERDICT_STYLES), "")
