"""Reports about the sensitivity of a function: the bound, what attains it, the certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.model import Block, Report, code, paragraph

if TYPE_CHECKING:
    from dpverify.checkers.sensitivity.functions import FunctionQuestion, FunctionSensitivity


def function_document(question: FunctionQuestion, answer: FunctionSensitivity) -> dict[str, Any]:
    """What `dpverify replay` re-checks; where nothing is known, what was asked and why."""
    if answer.document is not None:
        return answer.document
    return {
        "schema": "dpverify.function-sensitivity/1.0",
        "function": question.text,
        "verdict": "unknown",
        "reason": answer.reason,
    }


def function_report(question: FunctionQuestion, answer: FunctionSensitivity, norm: int) -> Report:
    """The report for a terminal or a Markdown file."""
    change = {
        "bounded": "one record replaced", "unbounded": "one added or removed",
    }[question.neighbours]  # fmt: skip
    parity = f"{question.parity} " if question.parity else ""
    size = f"n = {question.size}" if question.size is not None else (
        f"every {parity}n ≥ {question.least}"
    )  # fmt: skip
    blocks: list[Block] = [
        paragraph(code(f"[{question.low}, {question.high}]"), ", ", size, label="Records"),
        paragraph(f"{question.neighbours}: {change}", label="Neighbours"),
    ]
    for name, (low, high) in question.where.items():
        blocks.append(paragraph(code(f"{low} ≤ {name} ≤ {high}"), label="Where"))
    document = answer.document
    if document is None:
        blocks.append(paragraph(f"unknown: {answer.reason}", label="Sensitivity"))
    else:
        blocks += _found(document, norm)
    return Report((f"Global sensitivity of {question.text}",), tuple(blocks))


def _found(document: dict[str, Any], norm: int) -> list[Block]:
    exact = document["evidence"] == "exact"
    bound = document["bound"] if exact else f"between {document['lower']} and {document['bound']}"
    blocks: list[Block] = [paragraph(code(bound), label=f"ℓ{norm}")]
    place = document["attained"]
    if place is None:
        return blocks
    at = "".join(f", with {name} = {value}" for name, value in place.get("where", {}).items())
    # Of an interval its lower end is what they show, and the sensitivity may be attained elsewhere.
    label = "Attained" if exact else "Lower end"
    if "databases" in place:
        first, second = (f"({', '.join(database)})" for database in place["databases"])
        blocks.append(paragraph(code(first), " and ", code(second), at, label=label))
    else:
        low, high = place["values"][::-1]
        others = {"halves": "the others at both ends"}.get(
            place["others"], f"all others {place['others']}"
        )
        text = f"record {place['record']} from {low} to {high}, {others}{at}"
        blocks.append(paragraph(text, label=label))
    return blocks


__all__ = ["function_document", "function_report"]
