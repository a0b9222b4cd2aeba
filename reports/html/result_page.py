"""The page of one result, for somebody who reads only one.

First what it means in plain words, then the claim, the mechanism with its deciding lines, the
witness as a story with its numbers, the drawings, on what it rests, for which inputs, and how to
re-check it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.checkers.answers.codec import encode
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.cards import cards
from dpverify.reports.html.page import download, opening, page, recheck
from dpverify.reports.html.source_card import source_card
from dpverify.reports.markup import NOTHING, Html, tag, text
from dpverify.reports.model import Formula, Section
from dpverify.reports.result_report import (
    evidence_blocks,
    opening_blocks,
    outcome_blocks,
    result_title,
    scope_blocks,
)
from dpverify.reports.story import story_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.documents import Answer
    from dpverify.reports.deciding_lines import Source
    from dpverify.reports.model import Block

HEADINGS = {
    "fails": "The witness, to be checked by hand",
    "holds": "How close it comes",
    "unknown": "What is known",
    None: "Where it is attained",
}


def result_page(answer: Answer, commands: Sequence[str] = (), source: Source | None = None) -> str:
    """Return the page of a result, with a verdict or without.

    Args:
        answer: the result.
        commands: lines that save and replay it; none where the kernel cannot re-check it.
        source: of the mechanism, where it is a program whose text is at hand.
    """
    document = encode(answer)
    last = recheck(commands, document) if commands else download(document)
    return page(
        result_title(answer),
        _opening(answer),
        source_card(source),
        _section(
            HEADINGS[answer.verdict] if answer.range is None else "Where it holds, where it fails",
            tuple(_outcome(answer)),
        ),
        cards(figures_of(document)),
        _section("What this rests on", (*evidence_blocks(answer), *scope_blocks(answer))),
        last,
        above=_kind(answer),
    )


def _opening(answer: Answer) -> Html:
    """The sentence in plain words; the claim in words and as a formula."""
    blocks = [*opening_blocks(answer)]
    definition = DEFINITIONS.get(answer.definition)
    if definition is not None:
        blocks.append(Formula((definition.formula,)))
    return tag("section", opening(blocks), class_="card") if blocks else NOTHING


def _outcome(answer: Answer) -> Iterator[Block]:
    place = answer.witness or answer.attained_by
    if place is not None and answer.range is None:
        yield from story_blocks(answer, place)
    yield from outcome_blocks(answer)


def _section(title: str, blocks: Sequence[Block]) -> Html:
    return blocks_html((Section(title, tuple(blocks)),)) if blocks else NOTHING


def _kind(answer: Answer) -> Html:
    words = "A measurement" if answer.verdict is None else "A verdict"
    return tag("p", text(f"{words} of dpverify"), class_="back")
