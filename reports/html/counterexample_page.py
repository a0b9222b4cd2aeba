"""The page of a named counterexample: its report, then the drawings of each document in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.html.cards import cards
from dpverify.reports.html.page import download, lead, page
from dpverify.reports.json_report import bundle
from dpverify.reports.markup import NOTHING

if TYPE_CHECKING:
    from dpverify.reports.counterexamples.registry import Counterexample


def counterexample_page(counterexample: Counterexample) -> str:
    """Return the page; what can be saved from it is what `dpverify replay` re-checks."""
    figures = cards(figures_of(*counterexample.documents))
    name = "counterexample.json"
    saved = (
        download(bundle(counterexample.documents), name) if counterexample.documents else NOTHING
    )
    return page(
        counterexample.report.title, lead(counterexample.report), figures, saved, tone="bad"
    )
