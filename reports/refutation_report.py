"""A refutation document (`dpverify.refutation`) as blocks that read like a short proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.files import StatedChannel
from dpverify.checkers.answers.refutations import (
    Composition,
    Conclusion,
    Hypothesis,
    NumberRefutation,
    Refutation,
)
from dpverify.reports.claim import claimed, parameter_spans
from dpverify.reports.escape import shortened
from dpverify.reports.model import Paragraph, Section, Table, code, paragraph
from dpverify.reports.number_report import number_blocks
from dpverify.reports.views.places import place_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpverify.reports.model import Block, Inline


def refutation_blocks(refutation: Refutation | NumberRefutation) -> Iterator[Block]:
    """Yield the objects, the hypotheses that hold, and the conclusion with its witness.

    Of numbers alone, yield what they are and which comparisons they are put into.
    """
    if isinstance(refutation, NumberRefutation):
        yield from number_blocks(refutation)
        return
    for name, described in refutation.objects.items():
        yield from _object(name, described)
    for hypothesis in refutation.hypotheses:
        yield _claim("Holds", hypothesis)
    yield _claim("Fails", refutation.conclusion)
    blocks = place_blocks(refutation.conclusion.witness, claimed(refutation.conclusion))
    yield Section("Witness", tuple(blocks))


def _object(name: str, described: StatedChannel | Composition) -> Iterator[Block]:
    if not isinstance(described, StatedChannel):
        ((operation, operands),) = encode(described).items()
        yield paragraph(code(name), f" is {operation} of ", *_operands(operands), label="Object")
        return
    yield paragraph(code(name), " is the channel", label="Object")
    rows = tuple(
        (code(label), *(code(shortened(entry, 40)) for entry in row))
        for label, row in zip(described.inputs, _cells(described), strict=True)
    )
    yield Table(("input", *described.outputs), rows)


def _cells(channel: StatedChannel) -> Iterable[Iterable[str]]:
    """The cells of each row: probabilities, or weights where the document has these."""
    if channel.matrix is not None:
        return [map(str, row) for row in channel.matrix]
    return [row.split(" ") for row in channel.weights or ()]


def _operands(operands: list[Any]) -> Iterator[Any]:
    for number, operand in enumerate(operands):
        if number:
            yield ", "
        yield code(operand if isinstance(operand, str) else str(operand))


def _claim(label: str, claim: Hypothesis | Conclusion) -> Paragraph:
    with_parameters = parameter_spans(claimed(claim).parameters)
    spans: tuple[Inline, ...] = (code(claim.of), " satisfies ", claim.definition)
    if with_parameters:
        spans = (*spans, " with ", *with_parameters)
    return paragraph(*spans, label=label)
