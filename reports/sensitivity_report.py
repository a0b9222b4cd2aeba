"""Reports about sensitivities: the value, and two neighbouring databases that attain it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from dpverify.defs.numbers import Value, number_json, number_text
from dpverify.reports.figures import figure_spans
from dpverify.reports.model import Report, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from dpverify.defs.sensitivity.norms import Sensitivity

SENSITIVITY_SCHEMA = "dpverify.sensitivity/1.0"


def sensitivity_document(
    query: str, found: Sensitivity, given: Mapping[str, str]
) -> dict[str, Any]:
    """The JSON form."""
    return {
        "schema": SENSITIVITY_SCHEMA,
        "query": query,
        "given": dict(given),
        "neighbours": found.neighbours,
        "norm": found.norm,
        "sensitivity": number_json(found.value),
        "attained_by": {
            "databases": [[str(value) for value in database] for database in found.databases],
            "answers": [_texts(answer) for answer in found.answers],
        },
    }


def sensitivity_report(query: str, found: Sensitivity, given: Mapping[str, str]) -> Report:
    """The report for a terminal or a Markdown file."""
    said = ", ".join(f"{name} = {value}" for name, value in given.items())
    change = "one record replaced" if found.neighbours == "bounded" else "one added or removed"
    blocks = [paragraph(code(said), label="Given")] if said else []
    blocks += [
        paragraph(f"{found.neighbours}: {change}", label="Neighbours"),
        paragraph(*figure_spans(number_json(found.value)), label=f"ℓ{found.norm}"),
    ]
    for database, answer, label in zip(
        found.databases, found.answers, ("Attained", "and"), strict=True
    ):
        shown = code(_database(database))
        blocks.append(paragraph(shown, " gives ", code(", ".join(_texts(answer))), label=label))
    return Report((f"Global sensitivity of a {query}",), tuple(blocks))


def _database(records: Sequence[Any]) -> str:
    """Runs of the same value as "29 × 0"."""
    runs = [(value, len(list(run))) for value, run in groupby(records)]
    parts = [f"{count} × {value}" if count > 1 else str(value) for value, count in runs]
    return f"({', '.join(parts)})"


def _texts(answer: Sequence[Fraction]) -> list[str]:
    return [number_text(Value(number)) for number in answer]
