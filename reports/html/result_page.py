"""The page of one result: the claim, the inequality, the drawings, how to re-check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.defs.notions.registry import DEFINITIONS
from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.cards import cards
from dpverify.reports.html.page import download, page, recheck
from dpverify.reports.markup import Html, tag, text
from dpverify.reports.model import Display, Paragraph
from dpverify.reports.result_report import result_report

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.reports.model import Block


def result_page(document: Mapping[str, Any], commands: Sequence[str] = ()) -> str:
    """Return the page of a `dpverify.result`, with a verdict or without.

    Args:
        document: the result.
        commands: lines that save and replay it; none where the kernel cannot re-check it.
    """
    report = result_report(document)
    said = tag("section", blocks_html(tuple(_blocks(report.blocks, document))), class_="card")
    last = recheck(commands, document) if commands else download(document)
    figures = cards(figures_of(document))
    return page(report.title, said, figures, last, above=_kind(document))


def _blocks(blocks: Sequence[Block], document: Mapping[str, Any]) -> Iterator[Block]:
    """The blocks of the report, the definition as a formula after the claim in words."""
    notion = DEFINITIONS.get(document["definition"])
    said = False
    for block in blocks:
        yield block
        if isinstance(block, Paragraph) and block.label == "Claim" and notion is not None:
            yield Display((notion.formula,))
            said = True
    if not said and notion is not None:
        yield Display((notion.formula,))


def _kind(document: Mapping[str, Any]) -> Html:
    words = "A measurement" if "verdict" not in document else "A verdict"
    return tag("p", text(f"{words} of dpverify"), class_="back")
