"""The page of a named counterexample: its report, then the drawings of each document in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.html.blocks import title_of
from dpverify.reports.html.figures import refutation_figures, result_figures
from dpverify.reports.html.markup import NOTHING, Html, join, tag
from dpverify.reports.html.page import download, header, lead, whole
from dpverify.reports.json_report import bundle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpverify.reports.counterexamples.registry import Counterexample


def counterexample_page(found: Counterexample) -> str:
    """Return the page; what can be saved from it is what `dpverify replay` re-checks."""
    figures = join(_figures(document) for document in found.documents)
    name = "counterexample.json"
    saved = download(bundle(found.documents), name) if found.documents else NOTHING
    body = tag("main", lead(found.report), figures, saved)
    return whole(title_of(found.report.title), header(found.report.title, tone="bad"), body)


def _figures(document: Mapping[str, Any]) -> Html:
    if document["schema"].startswith("dpverify.refutation/"):
        return refutation_figures(document)
    if document["schema"].startswith("dpverify.result/"):
        return result_figures(document)
    return NOTHING
