"""A result for every ε of a range: where the claim holds, where it fails, and one ε for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.figures import figure_decimal
from dpverify.reports.model import Inline, Span, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.documents import Range, RangePart, RangeWitness
    from dpverify.checkers.answers.figures import Figure
    from dpverify.reports.model import Block

WORDS = {"holds": Span("holds", "good"), "fails": Span("fails", "bad")}


def range_blocks(span: Range, witnesses: Sequence[RangeWitness]) -> Iterator[Block]:
    """Yield the range, a table of its parts, and the ε at which each failure was found."""
    yield paragraph(code(span.over), " of ε in nats, ε > 0", label="Range")
    if span.parts:
        rows = tuple((WORDS[part.verdict], *_ends(part)) for part in span.parts)
        yield Table(("claim", "for ε from", "to"), rows)
        yield paragraph("decided in exact arithmetic; replay re-checks the failures", label="Parts")
    for ranged in witnesses:
        witness = ranged.witness
        first, second = witness.inputs
        event, excess = ", ".join(witness.event[:12]), figure_decimal(witness.excess)
        yield paragraph(
            "ε = ", code(ranged.eps), ": x = ", code(first), ", x' = ", code(second),
            ", event {", event, "}, excess ", excess,
            label="Fails at",
        )  # fmt: skip


def _ends(part: RangePart) -> tuple[Inline, Inline]:
    first, last = part.includes
    return _end(part.start, first), _end(part.stop, last)


def _end(figure: Figure, inside: bool) -> str:
    decimal = figure_decimal(figure)
    shown = decimal if figure.exact in (None, decimal) else f"{figure.exact} {decimal}"
    return shown if inside else f"{shown} (not included)"
