"""A report as data: what is said, apart from how a terminal or a Markdown file shows it.

What must never change: a report holds finished text; renderers escape and lay out, they never
compute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from dpverify.defs.lazy_dataclass import lazy_dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.reports.drawings.figure import Figure

Style: TypeAlias = Literal["plain", "strong", "code", "good", "bad", "open", "seen"]


@lazy_dataclass(frozen=True)
class Span:
    """A run of text in one style; `code` is for labels and numbers, what follows it for verdicts.

    `full`: a number that `text` shortens, for what can be unfolded.

    `seen` is for what was tested or computed again, and is no verdict on all cases.
    """

    text: str
    style: Style = "plain"
    full: str = ""


Inline: TypeAlias = "Span | str"
Cells: TypeAlias = tuple[Inline, ...]


@lazy_dataclass(frozen=True)
class Paragraph:
    """Running text, optionally under a short bold label ("Claim", "Event")."""

    spans: tuple[Inline, ...]
    label: str | None = None


@lazy_dataclass(frozen=True)
class Display:
    """Lines shown as they are: a formula, an inequality, a command."""

    lines: tuple[str, ...]
    language: str = ""


@lazy_dataclass(frozen=True)
class Formula(Display):
    """Lines of mathematics, which a page typesets and every other form shows as they are."""


@lazy_dataclass(frozen=True)
class Table:
    """Rows under column names; every row is as long as `columns`."""

    columns: tuple[str, ...]
    rows: Sequence[Cells]


@lazy_dataclass(frozen=True)
class Picture:
    """A file that shows something, by its path from where the report is read.

    A page, which fetches nothing, shows the figure itself where it is given.
    """

    path: str
    caption: str
    figure: Figure | None = None


@lazy_dataclass(frozen=True)
class Section:
    """Blocks under a heading of their own."""

    title: str
    blocks: Sequence[Block]


Block: TypeAlias = Paragraph | Display | Table | Picture | Section


@lazy_dataclass(frozen=True)
class Report:
    """A whole report: one title and its blocks in reading order."""

    title: tuple[Inline, ...]
    blocks: Sequence[Block]
    width: int = 100  # columns of the text form where there is no terminal


def code(text: str) -> Span:
    """Return a label or number, shown literally."""
    return Span(text, "code")


def strong(text: str) -> Span:
    """Return text that stands out."""
    return Span(text, "strong")


def paragraph(*spans: Inline, label: str | None = None) -> Paragraph:
    """Return running text made of the given spans."""
    return Paragraph(spans, label)


def plain(spans: tuple[Inline, ...]) -> str:
    """Return the text of the spans without their styles."""
    return "".join(span if isinstance(span, str) else span.text for span in spans)
