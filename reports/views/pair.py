"""What a definition measures of two laws: losses, a divergence, a value, two sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.escape import shortened
from dpverify.reports.figures import figure_decimal, figure_spans
from dpverify.reports.model import Table, code, paragraph
from dpverify.reports.views.claimed import figure_row, line, pair_line, pair_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import DivergencePlace, LossPlace, PairValue, Sides
    from dpverify.reports.model import Block
    from dpverify.reports.views.claimed import Claimed


def loss_blocks(place: LossPlace[Figure], name: str) -> Iterator[Block]:
    """Yield two inputs and the loss of each output."""
    yield paragraph(*pair_spans(place.inputs), label=name)
    rows = zip(place.outputs, place.losses, strict=True)
    columns = ("output", "privacy loss, exact", "decimal")
    yield Table(columns, tuple(figure_row(code(output), figure) for output, figure in rows))


def loss_lines(place: LossPlace[Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    for output, figure in zip(place.outputs, place.losses, strict=True):
        yield line("loss", f"{figure_decimal(figure)}, of {shortened(output, 40)}")


def divergence_blocks(place: DivergencePlace[Figure], name: str) -> Iterator[Block]:
    """Yield two inputs and the divergence of their laws."""
    yield paragraph(*pair_spans(place.inputs), label=name)
    limit = " (the limit at order 1)" if place.order == "1" else ""
    divergence = figure_spans(place.divergence)
    yield paragraph(f"D(P‖Q) of order {place.order}: ", *divergence, limit, label="Divergence")


def divergence_lines(place: DivergencePlace[Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    yield line("order", place.order)
    yield line("D(P‖Q)", figure_decimal(place.divergence))


def value_blocks(place: PairValue[Figure], name: str) -> Iterator[Block]:
    """Yield two inputs and what the definition measures of their laws."""
    yield paragraph(*pair_spans(place.inputs), label=name)
    yield paragraph("of these two inputs: ", *figure_spans(place.value), label="Value")


def value_lines(place: PairValue[Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    yield line("value", figure_decimal(place.value))


def sides_blocks(place: Sides[Figure], claim: Claimed) -> Iterator[Block]:
    """Yield two inputs, the comparison and the numbers on its two sides."""
    from dpverify.defs.comparisons import COMPARISONS

    yield paragraph(*pair_spans(place.inputs), label="Inputs")
    given = {name: shortened(text, 80) for name, text in claim.parameters.items()}
    yield paragraph(COMPARISONS[claim.definition].statement.format(**given), label="Claim")
    yield paragraph(*figure_spans(place.left), label="Left side of ≤")
    yield paragraph(*figure_spans(place.right), label="Right side of ≤")
