"""A whole page: head, style, body, and the document that it shows, to be saved.

What must never change: a page loads nothing. Its policy (CSP) forbids it to, and allows no script
but the one whose digest it names. The page of `dpverify explore` alone may ask its own server.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any

from dpverify.reports.drawings.files import style
from dpverify.reports.escape import visible
from dpverify.reports.html.blocks import (
    blocks_pieces,
    display_html,
    inline_html,
    tone_of,
)
from dpverify.reports.html.cards import cards
from dpverify.reports.json_report import compact_pieces
from dpverify.reports.markup import NOTHING, Html, element, join, on_lines, tag, text
from dpverify.reports.model import Paragraph, Section, Span, plain
from dpverify.reports.schemas import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.model import Block, Inline, Report

    Document = Mapping[str, Any]

MOST_EMBEDDED = 600_000
"""Bytes of JSON that a page carries; a page stays below 1 MB."""

MOST_WHOLE = 16
"""Characters of a number that is kept on the line of its symbol."""
EQUALS = re.compile(r"(.*?)(\S+ = )", re.DOTALL)


@cache
def resource(name: str) -> str:
    """Return a file of this folder as text."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def page_style() -> str:
    """Return the style of a page: that of drawings with the colours, then that of text."""
    return style() + resource("style.css")


def report_page(
    report: Report,
    document: Document | None = None,
    figures: Sequence[Figure] = (),
    commands: Sequence[str] = (),
) -> str:
    """Return any report as a page.

    Args:
        report: what is said.
        document: the same for programs, to be saved from the page.
        figures: drawings after what is said.
        commands: lines that re-check the document once it is saved, which they call DOCUMENT.
    """
    saved = NOTHING
    if document is not None:
        name = f"{kind_of(document) or 'document'}.json"
        lines = [line.replace("DOCUMENT", name) for line in commands]
        saved = recheck(lines, document, name) if lines else download(document, name)
    return page(report.title, lead(report), cards(figures), saved)


def report_pieces(report: Report, members: Document) -> Iterator[str]:
    """The pieces of the page of a report that may be long, with its document.

    Args: members of the document, where an iterator stands for a list.
    """
    before, after = _frame(report.title)
    yield before
    yield from element("main", chain(lead_pieces(report), download_pieces(members)))
    yield after


def lead(report: Report) -> Html:
    """Return the blocks of a report: those before its first section in a card of their own."""
    return join(lead_pieces(report))


def lead_pieces(report: Report) -> Iterator[Html]:
    """The same in pieces; each section is looked at once, when it is its turn."""
    before: list[Block] = []
    after = iter(report.blocks)
    for block in after:
        if isinstance(block, Section):
            after = chain((block,), after)
            break
        before.append(block)
    card = element("section", opening_pieces(before), class_="card") if before else ()
    return on_lines((card, blocks_pieces(after)))


def opening(blocks: Sequence[Block]) -> Html:
    """Return blocks of which the first, if it says the whole in short, is set larger."""
    return join(opening_pieces(blocks))


def opening_pieces(blocks: Sequence[Block]) -> Iterator[Html]:
    """The same in pieces."""
    if not blocks:
        return iter(())
    first = blocks[0]
    if not (isinstance(first, Paragraph) and first.label == "In short"):
        return blocks_pieces(blocks)
    short = tag("p", inline_html(first.spans), class_="short")
    return on_lines(((short,), blocks_pieces(blocks[1:])))


def recheck(commands: Sequence[str], document: Document | None, name: str = "result.json") -> Html:
    """Return how to re-check: the document to save, and the commands."""
    shown = display_html(commands, "sh") if commands else NOTHING
    explanation = tag(
        "p", text("Save the document, then let the kernel re-check it, without a solver:")
    )
    saved = _link(document, name) if document is not None else NOTHING
    return tag(
        "section", tag("h2", text("How to re-check")), explanation, saved, shown, class_="card last"
    )


def download(document: Document, name: str = "result.json") -> Html:
    """Return the document of a page as something to save."""
    return _saved(_link(document, name))


def download_pieces(members: Document) -> Iterator[Html]:
    """The same of a document in which iterators stand for lists; it is made when it is asked for.

    Of one that is too long for a page only its length is kept.
    """
    kept: list[str] | None = []
    length = 0
    for piece in compact_pieces(members):
        length += len(piece)
        if length > MOST_EMBEDDED:
            kept = None
        if kept is not None:
            kept.append(piece)
    name = f"{kind_of(members) or 'document'}.json"
    yield _saved(_too_long(length) if kept is None else _address("".join(kept), name))


def _saved(link: Html) -> Html:
    return tag("section", tag("h2", text("The same for programs")), link, class_="card")


def _link(document: Document, name: str) -> Html:
    data = "".join(compact_pieces(document))
    return _too_long(len(data)) if len(data) > MOST_EMBEDDED else _address(data, name)


def _too_long(length: int) -> Html:
    size = f"The document has {length:,} bytes and is not in this page: --format json."
    return tag("p", text(size), class_="note")


def _address(data: str, name: str) -> Html:
    address = f"data:application/json;base64,{b64encode(data.encode('ascii')).decode('ascii')}"
    link = tag(
        "a", text(f"Save {visible(name)}"), class_="button", href=address, download=visible(name)
    )
    return tag("p", link, tag("span", text(f" {len(data):,} bytes"), class_="note"))


def page(
    title: Sequence[Inline],
    *content: Html,
    above: Html = NOTHING,
    under: Html = NOTHING,
    tone: str = "",
    script: str = "",
    style: str = "",
    speaks: bool = False,
) -> str:
    """Return a page around its content, ending with a newline.

    Args:
        title: the heading, and without its styles the title of the page.
        content: what the page says.
        above: small print over the heading.
        under: small print below it.
        tone: colours the heading; without it, the verdict in the title does.
        script: what runs in the page.
        style: what the page adds to the common style.
        speaks: whether the script may ask the server that the page came from, and nobody else.
    """
    before, after = _frame(title, above, under, tone, script, style, speaks=speaks)
    return f"{before}{tag('main', *content)}{after}"


def _frame(
    title: Sequence[Inline],
    above: Html = NOTHING,
    under: Html = NOTHING,
    tone: str = "",
    script: str = "",
    style: str = "",
    *,
    speaks: bool = False,
) -> tuple[str, str]:
    """What stands before the content of a page, and what behind it."""
    sheet = page_style() + style
    code = Html(f"<script>{script}</script>\n") if script else NOTHING
    heading = tag("h1", _heading(title))
    top = f"top {tone or tone_of(title)}".strip()
    credit = text("Made by dpverify: every number is computed, exact where it says so.")
    before = (
        "<!DOCTYPE html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        '<meta name="color-scheme" content="light dark"/>\n'
        f"{_policy(sheet, script, speaks=speaks)}\n"
        '<link rel="icon" href="data:,"/>\n'
        f"<title>{text(plain(tuple(title)))}</title>\n<style>{sheet}</style>\n</head>\n<body>\n"
        f"{tag('header', above, heading, under, class_=top)}\n"
    )
    return before, f"\n{tag('footer', tag('p', credit))}\n{code}</body>\n</html>\n"


def _heading(title: Sequence[Inline]) -> Html:
    """The title, in which no line ends within "ε = 1/2"."""
    parts: list[Html] = []
    rest = list(title)
    while rest:
        span = rest.pop(0)
        number = rest[0] if rest and isinstance(rest[0], Span) and rest[0].style == "code" else None
        match = EQUALS.fullmatch(span) if isinstance(span, str) and number is not None else None
        if match is None or number is None or len(number.text) > MOST_WHOLE:
            parts.append(inline_html((span,)))
            continue
        rest.pop(0)
        whole = tag("span", inline_html((match[2], number)), class_="whole")
        parts += [inline_html((match[1],)), whole]
    return join(parts)


def _policy(style: str, script: str, *, speaks: bool) -> Html:
    """Nothing from elsewhere; this style, and this script where there is one."""
    scripts = f"script-src {_digest(script)}; " if script else ""
    scripts += "connect-src 'self'; " if speaks else ""
    rules = f"default-src 'none'; img-src data:; {scripts}style-src {_digest(style)}"
    return tag("meta", http_equiv="Content-Security-Policy", content=rules)


def _digest(content: str) -> str:
    digest = sha256(content.encode("utf-8")).digest()
    return f"'sha256-{b64encode(digest).decode('ascii')}'"
