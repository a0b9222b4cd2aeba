"""A result for every ε of a range: where the claim holds, where it fails, and one ε for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.figures import exact_of, figure_decimal
from dpverify.reports.model import Inline, Span, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Block

    Document = Mapping[str, Any]

WORDS = {"holds": Span("holds", "good"), "fails": Span("fails", "bad")}


def range_blocks(document: Document) -> Iterator[Block]:
    """Yield the range, a table of its parts, and the ε at which each failure was found."""
    parts = document["range"]["parts"]
    yield paragraph(code(document["range"]["over"]), " of ε in nats, ε > 0", label="Range")
    if parts:
        rows = tuple((WORDS[part["verdict"]], *_ends(part)) for part in parts)
        yield Table(("claim", "for ε from", "to"), rows)
        yield paragraph("decided in exact arithmetic; replay re-checks the failures", label="Parts")
    for witness in document.get("witnesses", ()):
        result = witness["result"]
        first, second = result["witness"]["inputs"]
        event = ", ".join(result["witness"]["event"][:12])
        yield paragraph(
            "ε = ", code(witness["eps"]), ": x = ", code(first), ", x' = ", code(second),
            ", event {", event, "}, excess ", figure_decimal(result["witness"]["excess"]),
            label="Fails at",
        )  # fmt: skip


def _ends(part: Document) -> tuple[Inline, Inline]:
    return tuple(  # type: ignore[return-value]  # two ends
        f"{_figure(part[name])}{'' if inside else ' (not included)'}"
        for name, inside in zip(("from", "to"), part["includes"], strict=True)
    )


def _figure(figure: Document) -> str:
    exact = exact_of(figure)
    decimal = figure_decimal(figure)
    return decimal if exact is None or exact == decimal else f"{exact} {decimal}"
