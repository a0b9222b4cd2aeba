"""Reports about sensitivities: the value, and two neighbouring databases that attain it."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.figures import figure_of
from dpverify.defs.numbers import Value, number_json, number_text
from dpverify.defs.validate import shown_number
from dpverify.reports.figures import figure_spans
from dpverify.reports.model import Report, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.sensitivity.norms import Sensitivity

SENSITIVITY_SCHEMA = "dpverify.sensitivity/1.0"


def sensitivity_document(
    query: str, sensitivity: Sensitivity, given: Mapping[str, str]
) -> dict[str, Any]:
    """The JSON form."""
    return {
        "schema": SENSITIVITY_SCHEMA,
        "query": query,
        "given": dict(given),
        "neighbours": sensitivity.neighbours,
        "norm": sensitivity.norm,
        "sensitivity": number_json(sensitivity.value),
        "attained_by": {
            "databases": [
                [_record(value) for value in database] for database in sensitivity.databases
            ],
            "answers": [_texts(answer) for answer in sensitivity.answers],
        },
    }


def sensitivity_report(query: str, sensitivity: Sensitivity, given: Mapping[str, str]) -> Report:
    """The report for a terminal or a Markdown file."""
    stated = ", ".join(f"{name} = {value}" for name, value in given.items())
    change = (
        "one record replaced" if sensitivity.neighbours == "bounded" else "one added or removed"
    )
    blocks = [paragraph(code(stated), label="Given")] if stated else []
    blocks += [
        paragraph(f"{sensitivity.neighbours}: {change}", label="Neighbours"),
        paragraph(*figure_spans(figure_of(sensitivity.value)), label=f"ℓ{sensitivity.norm}"),
    ]
    for database, answer, label in zip(
        sensitivity.databases, sensitivity.answers, ("Attained", "and"), strict=True
    ):
        numbers = ", ".join(map(shown_number, answer))
        blocks.append(paragraph(code(_database(database)), " gives ", code(numbers), label=label))
    return Report((f"Global sensitivity of a {query}",), tuple(blocks))


def _database(records: Sequence[Any]) -> str:
    """Runs of the same value as "29 × 0"."""
    runs = [(value, len(list(run))) for value, run in groupby(records)]
    texts = [(_record(value, short=True), count) for value, count in runs]
    parts = [f"{count} × {text}" if count > 1 else text for text, count in texts]
    return f"({', '.join(parts)})"


def _record(value: Any, *, short: bool = False) -> str:
    """A record as text; Python itself refuses to write integers of more than 4300 digits."""
    if type(value) is not int and not isinstance(value, Fraction):
        return str(value)
    return shown_number(value) if short else number_text(Value(value))


def _texts(answer: Sequence[Fraction]) -> list[str]:
    return [number_text(Value(number)) for number in answer]
