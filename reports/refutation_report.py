"""A refutation document (`dpverify.refutation`) as blocks that read like a short proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.defs.comparisons import COMPARISONS
from dpverify.reports.claim import parameter_spans, parameters_of
from dpverify.reports.escape import shortened
from dpverify.reports.figures import figure_spans
from dpverify.reports.model import Paragraph, Section, Table, code, paragraph
from dpverify.reports.number_report import number_blocks
from dpverify.reports.result_report import witness_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Block

    Document = Mapping[str, Any]


def refutation_blocks(refutation: Document) -> Iterator[Block]:
    """Yield the objects, the hypotheses that hold, and the conclusion with its witness.

    Of numbers alone, yield what they are and which comparisons they are put into.
    """
    if "claim" in refutation:
        yield from number_blocks(refutation)
        return
    for name, described in refutation["objects"].items():
        yield from _object(name, described)
    for hypothesis in refutation["hypotheses"]:
        yield _claim("Holds", hypothesis)
    conclusion = refutation["conclusion"]
    yield _claim("Fails", conclusion)
    parameters, witness = parameters_of(conclusion), conclusion["witness"]
    if "left" in witness:
        yield Section("Witness", tuple(_two_sides(conclusion)))
    else:
        yield Section("Witness", tuple(witness_blocks(conclusion, witness, parameters)))


def _two_sides(conclusion: Document) -> Iterator[Block]:
    """Yield the inputs, the comparison and the numbers on its two sides."""
    witness, compared = conclusion["witness"], COMPARISONS[conclusion["definition"]]
    first, second = witness["inputs"]
    yield paragraph("x = ", code(first), " and x' = ", code(second), label="Inputs")
    given = {name: shortened(str(text), 80) for name, text in conclusion["given"].items()}
    yield paragraph(f"{compared.statement.format(**given)}", label="Claim")
    for side in ("left", "right"):
        yield paragraph(*figure_spans(witness[side]), label=f"{side.capitalize()} side of ≤")


def _object(name: str, described: Document) -> Iterator[Block]:
    if "matrix" not in described:
        ((operation, operands),) = described.items()
        yield paragraph(code(name), f" is {operation} of ", *_operands(operands), label="Object")
        return
    yield paragraph(code(name), " is the channel", label="Object")
    rows = tuple(
        (code(label), *(code(shortened(str(entry), 40)) for entry in row))
        for label, row in zip(described["inputs"], described["matrix"], strict=True)
    )
    yield Table(("input", *described["outputs"]), rows)


def _operands(operands: list[Any]) -> Iterator[Any]:
    for number, operand in enumerate(operands):
        if number:
            yield ", "
        yield code(operand if isinstance(operand, str) else str(operand))


def _claim(label: str, claim: Document) -> Paragraph:
    with_parameters = parameter_spans(parameters_of(claim))
    spans = (code(claim["of"]), " satisfies ", claim["definition"])
    if with_parameters:
        spans = (*spans, " with ", *with_parameters)
    return paragraph(*spans, label=label)
