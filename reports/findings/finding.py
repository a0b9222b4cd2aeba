"""A finding: a claim of the literature and the page that refutes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
        draw: computes the text of the SVG file that the page shows; None where it shows none.
    """

    name: str
    title: str
    source: str
    build: Callable[[], Report]
    draw: Callable[[], str | None] = lambda: None


def recheck(*lines: str) -> Section:
    """Return the commands that compute a page's result again."""
    return Section("How to re-check", (Display(lines, "sh"),))


def nearest(text: str) -> Section:
    """Return what is true in place of the claim."""
    return Section("What is true", (paragraph(text),))
