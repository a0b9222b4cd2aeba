"""The page of one result: the claim, the inequality, the drawings, how to re-check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.checkers.answers.codec import encode
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.cards import cards
from dpverify.reports.html.page import download, page, recheck
from dpverify.reports.markup import Html, tag, text
from dpverify.reports.model import Formula, Paragraph
from dpverify.reports.result_report import result_report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.documents import Answer
    from dpverify.reports.model import Block


def result_page(answer: Answer, commands: Sequence[str] = ()) -> str:
    """Return the page of a result, with a verdict or without.

    Args:
        answer: the result.
        commands: lines that save and replay it; none where the kernel cannot re-check it.
    """
    report, document = result_report(answer), encode(answer)
    card = tag("section", blocks_html(tuple(_blocks(report.blocks, answer))), class_="card")
    last = recheck(commands, document) if commands else download(document)
    figures = cards(figures_of(document))
    return page(report.title, card, figures, last, above=_kind(answer))


def _blocks(blocks: Sequence[Block], answer: Answer) -> Iterator[Block]:
    """The blocks of the report, the definition as a formula after the claim in words."""
    definition = DEFINITIONS.get(answer.definition)
    shown = False
    for block in blocks:
        yield block
        if isinstance(block, Paragraph) and block.label == "Claim" and definition is not None:
            yield Formula((definition.formula,))
            shown = True
    if not shown and definition is not None:
        yield Formula((definition.formula,))


def _kind(answer: Answer) -> Html:
    words = "A measurement" if answer.verdict is None else "A verdict"
    return tag("p", text(f"{words} of dpverify"), class_="back")
