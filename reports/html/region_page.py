"""The page of a region: how far the claim holds, in words, as a picture and cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.reports.drawings.region import region_figure
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.cards import cards
from dpverify.reports.html.page import opening, page, recheck
from dpverify.reports.markup import tag
from dpverify.reports.model import Formula, Section, paragraph
from dpverify.reports.region_report import (
    cells_table,
    plain_region,
    region_document,
    region_scope,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.reports.model import Block
    from dpverify.reports.region_report import Place, Ranges

SAVED = "region.json"
MOST_TITLE = 70
"""Characters of a claim up to which it is the heading."""


def region_page(
    text: str, over: Ranges, cells: Sequence[Place], definition: str | None = None
) -> str:
    """Return the page of a region.

    Args: text of the claim; over the ranges of its parameters; cells each with its verdict;
            definition of which the formula is shown.
    """
    verdicts = {cell.values: cell.verdict for cell in cells}
    figure = region_figure(over.names, over.ranges, verdicts)
    document = region_document(cells)
    blocks: list[Block] = [paragraph(plain_region(over, cells), label="In short")]
    blocks.append(paragraph(text, label="Claim"))
    known = DEFINITIONS.get(definition or "")
    if known is not None:
        blocks.append(Formula((known.formula,)))
    rests = paragraph("a document for each cell, or one for several of them", label="Evidence")
    return page(
        ("Where a claim holds",) if len(text) > MOST_TITLE else ("Where it holds: ", text),
        tag("section", opening(blocks), class_="card"),
        cards([figure]),
        blocks_html((Section("Cell by cell", (cells_table(over, cells),)),)),
        blocks_html((Section("What this rests on", (rests, region_scope(over, cells))),)),
        recheck((f"dpverify replay {SAVED}",), document, SAVED),
    )
