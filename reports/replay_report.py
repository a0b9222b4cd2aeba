"""What the kernel said about saved documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.junit import Case, Outcome
from dpverify.reports.model import Report, Span, Table, code

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Row = tuple[str, str, str]

WORDS = {
    "accepted": Span("re-checked", "good"),
    "rejected": Span("does not re-check", "bad"),
    "not-recheckable": Span("not re-checkable", "open"),
}


def replay_report(rows: Sequence[Row]) -> Report:
    """Return one table row for each document: its name, the outcome, the kernel's words."""
    cells = tuple((code(name), WORDS[outcome], text) for name, outcome, text in rows)
    return Report(("Replay",), (Table(("document", "outcome", "kernel"), cells),))


def replay_document(rows: Sequence[Row]) -> Mapping[str, Any]:
    """Return the outcomes for programs."""
    return {
        "schema": "dpverify.replay/1.0",
        "documents": [
            {"document": name, "outcome": outcome, "text": text} for name, outcome, text in rows
        ],
    }


def replay_cases(rows: Sequence[Row]) -> tuple[Case, ...]:
    """Return the outcomes as test cases."""
    kinds: dict[str, Outcome] = {
        "accepted": "passed",
        "rejected": "failure",
        "not-recheckable": "error",
    }
    return tuple(
        Case(name, "dpverify.replay", kinds[outcome], text) for name, outcome, text in rows
    )
