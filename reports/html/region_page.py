"""The page of a region: how far the claim holds, in words, as a picture and cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.drawings.region import region_figure
from dpverify.reports.html.blocks import blocks_html, inline_html
from dpverify.reports.html.cards import cards
from dpverify.reports.html.page import download, page
from dpverify.reports.markup import join, tag
from dpverify.reports.model import Section
from dpverify.reports.region_report import (
    cells_table,
    plain_region,
    region_document,
    region_scope,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.reports.region_report import Place, Ranges


def region_page(text: str, over: Ranges, cells: Sequence[Place]) -> str:
    """Return the page of a region.

    Args: text of the claim; over the ranges of its parameters; cells each with its verdict.
    """
    verdicts = {cell.values: cell.verdict for cell in cells}
    figure = region_figure(over.names, over.ranges, verdicts)
    short = tag("p", inline_html((plain_region(over, cells),)), class_="short")
    opening = tag("section", join((short, blocks_html((region_scope(over),))), "\n"), class_="card")
    return page(
        (text,),
        opening,
        cards([figure]),
        blocks_html((Section("Cell by cell", (cells_table(over, cells),)),)),
        download(region_document(cells)),
    )
