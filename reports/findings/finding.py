"""A finding: a claim of the literature and the page that refutes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpverify.reports.model import Display, Section, paragraph

if TYPE_CHECKING:
    from dpverify.reports.model import Report


@dataclass(frozen=True)
class Finding:
    """A page before it is computed.

    Args:
        name: of its file, permanent.
        title: the claim in one line.
        source: who made it, or what is misread.
        build: computes the page.
        documents: computes what `dpverify replay` re-checks; none where no document holds it.
        draw: computes the text of the SVG file that the page shows; None where it shows none.
        undrawn: computes the page without its drawing; None where it shows none.
    """

    name: str
    title: str
    source: str
    build: Callable[[], Report]
    documents: Callable[[], tuple[Mapping[str, Any], ...]] = tuple
    draw: Callable[[], str | None] = lambda: None
    undrawn: Callable[[], Report] | None = None


def recheck(*lines: str) -> Section:
    """Return the commands that compute a page's result again."""
    return Section("How to re-check", (Display(lines, "sh"),))


def nearest(text: str) -> Section:
    """Return what is true in place of the claim."""
    return Section("What is true", (paragraph(text),))
