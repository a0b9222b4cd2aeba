"""The index of a run of the suite: a bar, filters, and a line for each claim.

Without its few lines of script the page shows every claim and no filters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from dpverify.reports.drawings.key import Key
from dpverify.reports.drawings.shares import share_bar
from dpverify.reports.html.blocks import inline_html
from dpverify.reports.html.cards import key_list
from dpverify.reports.html.entry_page import TONES
from dpverify.reports.html.filters import filters
from dpverify.reports.html.page import download, page, resource
from dpverify.reports.markup import NOTHING, Html, tag, text
from dpverify.reports.model import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.checkers.answers.suites import Suite, SuiteEntry

STATUSES = ("proved", "refuted", "follows", "computed", "tested", "vacuous", "unknown")
PARTS = {
    "dp": "differential privacy",
    "guessing": "guessing",
    "par": "privacy at risk",
    "pk": "partial knowledge",
    "qif": "information flow",
    "rr": "randomised response",
}
DATED = re.compile(r".*?(?:arXiv \d{4}\.\d+|\b(?:19|20)\d\d\b)")


def index_page(suite: Suite, *, carried: Mapping[str, Any] | None = None) -> str:
    """Return the page of a run of the suite.

    Args:
        suite: what became of it.
        carried: its document, for a page that stands alone; without it the document and a page of
            each entry, called after its id, stand beside this one.
    """
    entries, linked = suite.entries, carried is None
    ended = sum(entry.as_registered for entry in entries)
    verdict = Span("as registered", "good" if ended == len(entries) else "bad")
    under = tag("p", inline_html((f"{ended} of {len(entries)} ended ", verdict)), class_="under")
    link = tag("a", text("Save suite.json"), class_="button", href="suite.json", download=True)
    saved = tag("section", link, class_="card")
    if carried is not None:
        saved = download(carried, "suite.json")
    content = (_overview(entries), _table(entries, linked=linked), saved)
    return page(
        ("Claims about privacy, examined",), *content, under=under, script=resource("filters.js")
    )


def _overview(entries: Sequence[SuiteEntry]) -> Html:
    """How many claims ended how: as a bar, with its key."""
    counts = {status: sum(entry.status == status for entry in entries) for status in STATUSES}
    parts = [(Key(name, f"{count} {name}"), count) for name, count in counts.items() if count]
    bar = tag("div", share_bar(parts), class_="summary")
    return tag("section", bar, key_list(key for key, _ in parts), _filters(entries), class_="card")


def _filters(entries: Sequence[SuiteEntry]) -> Html:
    statuses = [status for status in STATUSES if any(entry.status == status for entry in entries)]
    parts = sorted({part_of(entry.id) for entry in entries})
    sources = sorted(
        {name for entry in entries for name in sources_of(entry.source)}, key=str.casefold
    )
    return filters({"status": statuses, "part": parts, "source": sources}, "claims")


def part_of(name: str) -> str:
    """Return the part of the suite that an entry of some id belongs to, by its first word."""
    first = re.split(r"[.-]", name, maxsplit=1)[0]
    return PARTS.get(first, first)


def sources_of(source: str) -> list[str]:
    """Return the publications that an entry names, each up to its year, without the place in it.

    >>> sources_of("Dwork, Roth 2014, Proposition 2.1; Meiser 2018, section 3")
    ['Dwork, Roth 2014', 'Meiser 2018']
    """
    sources = []
    for piece in source.split(";"):
        dated = DATED.match(piece)
        sources.append((dated[0] if dated else piece.split(",")[0]).strip().replace("|", "/"))
    return list(dict.fromkeys(name for name in sources if name))


def _table(entries: Sequence[SuiteEntry], *, linked: bool) -> Html:
    names = ("claim", "status", "scope", "instances", "mutants", "source")
    head = tag("tr", *(tag("th", text(name), scope="col") for name in names))
    body = (_row(entry, linked=linked) for entry in entries)
    table = tag("table", tag("thead", head), tag("tbody", *body), class_="index")
    box = tag("div", table, class_="scroll", tabindex="0", role="group", aria_label="all claims")
    return tag("section", box, class_="card")


def _row(entry: SuiteEntry, *, linked: bool) -> Html:
    title = text(entry.title)
    name = tag("a", title, href=f"{entry.id}.html") if linked else tag("strong", title)
    status = Span(entry.status, TONES[entry.status])
    astray = () if entry.as_registered else (" ", Span(f"expected {entry.expected}", "bad"))
    counts, mutants = entry.instances, entry.mutants
    instances = f"{counts.met_hypotheses}/{counts.generated}" if counts.generated else ""
    killed = f"{mutants.killed}/{mutants.total}" if mutants.total else ""
    return tag(
        "tr",
        tag("td", name, tag("span", text(entry.id), class_="id")),
        tag("td", inline_html((status, *astray))),
        _cell("scope", entry.scope or entry.evidence or ""),
        _cell("instances", instances),
        _cell("mutants refuted", killed),
        _cell("source", "; ".join(sources_of(entry.source))),
        data_status=entry.status,
        data_part=part_of(entry.id),
        data_source="|".join(sources_of(entry.source)),
    )


def _cell(name: str, words: str) -> Html:
    return tag("td", text(words), data_name=name) if words else tag("td", NOTHING)
