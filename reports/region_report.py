"""Reports about regions: a drawing of the cells, and why each is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from dpverify.reports.json_report import bundle
from dpverify.reports.model import Report, Span, Table, paragraph

WORDS = {
    "holds": Span("holds", "good"),
    "fails": Span("fails", "bad"),
    "unknown": Span("?", "open"),
}
MARKS = {"holds": "●", "fails": "○", "unknown": "?"}


class Place(Protocol):
    """One cell, as `app.regions` has it."""

    @property
    def values(self) -> tuple[int, ...]:
        """Of the parameters."""

    @property
    def verdict(self) -> str:
        """holds, fails or unknown."""

    @property
    def why(self) -> str:
        """In a word or two."""

    @property
    def document(self) -> Mapping[str, Any] | None:
        """What the kernel re-checks."""


class Ranges(Protocol):
    """What the cells range over."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the parameters."""

    @property
    def ranges(self) -> tuple[range, ...]:
        """One for each."""

    @property
    def all_eps(self) -> bool:
        """Whether eps is every number above 0."""


def region_report(text: str, over: Ranges, cells: Sequence[Place]) -> Report:
    """A drawing with one row for each value of the second parameter, then the reasons."""
    at = {cell.values: cell for cell in cells}
    columns = over.ranges[0]
    rows = over.ranges[1] if len(over.ranges) > 1 else None
    names = over.names
    drawing = Table(
        ("" if rows is None else f"{names[1]} \\ {names[0]}", *map(str, columns)),
        tuple(
            (str(row) if rows is not None else names[0],
             *(MARKS[at[(x, row) if rows is not None else (x,)].verdict] for x in columns))
            for row in (reversed(rows) if rows is not None else [0])
        ),
    )  # fmt: skip
    table = Table(
        (*names, "verdict", "because"),
        tuple((*map(str, cell.values), WORDS[cell.verdict], cell.why) for cell in cells),
    )
    counts = ", ".join(
        f"{sum(cell.verdict == verdict for cell in cells)} {word}"
        for verdict, word in (("holds", "hold"), ("fails", "fail"), ("unknown", "unknown"))
    )
    eps = "for every eps above 0; " if over.all_eps else ""
    legend = f"{eps}● holds, ○ fails, ? unknown: {counts}"
    return Report((text,), (drawing, paragraph(legend), table))


def region_document(cells: Sequence[Place]) -> Mapping[str, Any]:
    """The documents of the cells, each once, in the envelope that `replay` opens."""
    documents: list[Mapping[str, Any]] = []
    for cell in cells:
        if cell.document is not None and cell.document not in documents:
            documents.append(cell.document)
    return bundle(documents)
