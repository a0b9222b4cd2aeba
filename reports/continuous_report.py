"""What a result about continuous noise shows beside its claim: a word on two inputs, a bound."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from dpverify.reports.escape import shortened
from dpverify.reports.figures import exact_text, figure_decimal, figure_spans
from dpverify.reports.model import Display, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Block

    Document = Mapping[str, Any]


def word_blocks(place: Document, label: str = "Inputs") -> Iterator[Block]:
    """Yield two inputs, the word with its released values, and both probabilities or densities."""
    first, second = place["inputs"]
    yield paragraph("x = ", code(first), " and x' = ", code(second), *_numbers(place), label=label)
    values = place.get("released", [])
    released = ("; released: ", code(", ".join(values))) if values else ()
    yield paragraph(code(place["word"]), *released, label="Word")
    kind = "density" if "densities" in place else "probability"
    figures = place.get("densities") or place.get("probabilities") or ()
    rows = tuple(
        (f"{kind} on input {input_}", code(exact_text(figure) or ""),
         figure_decimal(figure))
        for input_, figure in zip((first, second), figures, strict=False)
    )  # fmt: skip
    if rows:
        yield Table((kind, "exact", "decimal"), rows)
    if "excess" in place:
        yield paragraph(*figure_spans(place["excess"]), label="Excess")


def value_blocks(place: Document, label: str = "Inputs") -> Iterator[Block]:
    """Yield two inputs, what the definition measures of their laws, and the excess."""
    first, second = place["inputs"]
    yield paragraph("x = ", code(first), " and x' = ", code(second), label=label)
    yield paragraph("of these two inputs: ", *figure_spans(place["value"]), label="Value")
    if "excess" in place:
        yield paragraph(*figure_spans(place["excess"]), label="Excess")


def _numbers(place: Document) -> tuple[Any, ...]:
    gaps = place.get("gaps") or {}
    if gaps:
        return (", with ", ", ".join(f"{name} = {number}" for name, number in gaps.items()))
    return ()


def approached_blocks(document: Document) -> Iterator[Block]:
    """Yield where a supremum is approached, if it is one."""
    place = document.get("approached_by")
    if not document.get("supremum") or place is None:
        return
    first, second = place["inputs"]
    yield paragraph(
        "x = ", code(first), " and x' = ", code(second), " as the gaps grow", label="Approached"
    )
    yield paragraph(code(place["word"]), label="Word")
    limit = place.get("limit")
    if limit is not None:
        yield Display(
            (
                "P(word | x) / P(word | x')  →",
                f"  ({shortened(limit['numerator'], 200)})",
                f"  / ({shortened(limit['denominator'], 200)})",
            )
        )


def bound_blocks(document: Document) -> Iterator[Block]:
    """Yield the bound that alignments show, and how much there is to re-check."""
    bound = document.get("bound")
    if bound is None:
        return
    size = len(json.dumps(document.get("certificate", {})))
    yield paragraph(
        "alignments show ε ≤ ", *figure_spans(bound["eps"]), f" ({size:,} characters)",
        label="Bound",
    )  # fmt: skip
