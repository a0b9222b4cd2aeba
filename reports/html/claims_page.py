"""The claims about privacy itself as a page to look through: each is examined when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.html.filters import filters
from dpverify.reports.html.index_page import STATUSES, part_of, sources_of
from dpverify.reports.html.page import page, resource
from dpverify.reports.markup import Html, tag, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.checkers.answers.lists import ListedClaim


def claims_page(claims: Sequence[ListedClaim]) -> str:
    """Return the page of all claims, each with a link to ID.html beside it.

    Args: claims as they are registered; how they end is told by their own pages alone.
    """
    expected = [status for status in STATUSES if any(c.expected == status for c in claims)]
    parts = sorted({part_of(claim.id) for claim in claims})
    sources = sorted({name for c in claims for name in sources_of(c.source)}, key=str.casefold)
    above = tag("p", tag("a", text("Back to what is explored"), href="../"), class_="back")
    note = tag("p", text(
        "“Registered as” is what the authors expect, and no verdict. Open a claim, and it is"
        " examined on this machine; that may take some seconds."
    ))  # fmt: skip
    choices = filters({"registered": expected, "part": parts, "source": sources}, "claims")
    names = ("claim", "registered as", "part", "source")
    head = tag("tr", *(tag("th", text(name), scope="col") for name in names))
    table = tag("table", tag("thead", head), tag("tbody", *map(_row, claims)), class_="index")
    box = tag("div", table, class_="scroll", tabindex="0", role="group", aria_label="all claims")
    return page(
        ("Claims about privacy itself",),
        tag("section", note, choices, class_="card"),
        tag("section", box, class_="card"),
        above=above,
        script=resource("filters.js"),
    )


def _row(claim: ListedClaim) -> Html:
    link = tag("a", text(claim.title), href=f"{claim.id}.html")
    return tag(
        "tr",
        tag("td", link, tag("span", text(claim.id), class_="id")),
        tag("td", text(claim.expected), data_name="registered as"),
        tag("td", text(part_of(claim.id)), data_name="part"),
        tag("td", text("; ".join(sources_of(claim.source))), data_name="source"),
        data_registered=claim.expected,
        data_part=part_of(claim.id),
        data_source="|".join(sources_of(claim.source)),
    )
