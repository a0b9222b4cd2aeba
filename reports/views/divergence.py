"""Losses of two outputs, or a divergence, between the laws of two inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.escape import shortened
from dpverify.reports.figures import exact_text, figure_decimal, figure_spans
from dpverify.reports.model import Table, code, paragraph
from dpverify.reports.views.claimed import line, pair_line, pair_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import DivergencePlace, LossPlace
    from dpverify.reports.model import Block


def loss_blocks(place: LossPlace[Figure], name: str) -> Iterator[Block]:
    """Yield two inputs, the loss of each output, and by how much they are too far apart."""
    yield paragraph(*pair_spans(place.inputs), label=name)
    yield Table(
        ("output", "privacy loss, exact", "decimal"),
        tuple(
            (code(output), code(exact_text(figure) or ""), figure_decimal(figure))
            for output, figure in zip(place.outputs, place.losses, strict=True)
        ),
    )
    if place.excess is not None:
        yield paragraph(*figure_spans(place.excess), label="Excess")


def loss_lines(place: LossPlace[Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    for output, figure in zip(place.outputs, place.losses, strict=True):
        yield line("loss", f"{figure_decimal(figure)}, of {shortened(output, 40)}")
    if place.excess is not None:
        yield line("excess", figure_decimal(place.excess))


def divergence_blocks(place: DivergencePlace[Figure], name: str) -> Iterator[Block]:
    """Yield two inputs, the divergence of their laws, and by how much it is too large."""
    yield paragraph(*pair_spans(place.inputs), label=name)
    limit = " (the limit at order 1)" if place.order == "1" else ""
    divergence = figure_spans(place.divergence)
    yield paragraph(f"D(P‖Q) of order {place.order}: ", *divergence, limit, label="Divergence")
    if place.excess is not None:
        yield paragraph(*figure_spans(place.excess), label="Excess")


def divergence_lines(place: DivergencePlace[Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    yield line("order", place.order)
    yield line("D(P‖Q)", figure_decimal(place.divergence))
    if place.excess is not None:
        yield line("excess", figure_decimal(place.excess))
