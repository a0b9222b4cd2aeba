"""What the kernel said about saved documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.replays import Outcome, Replayed, Replays
from dpverify.reports.junit import Case
from dpverify.reports.junit import Outcome as Judged
from dpverify.reports.model import Report, Span, Table, code

WORDS = {
    "accepted": Span("re-checked", "good"),
    "rejected": Span("does not re-check", "bad"),
    "not-recheckable": Span("not re-checkable", "open"),
}


class Row(NamedTuple):
    """One document: its name, the outcome, the kernel's words; the whole line, and its parts."""

    name: str
    outcome: Outcome
    text: str
    line: str
    unread: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


def replay_report(rows: Sequence[Row]) -> Report:
    """Return one table row for each document: its name, the outcome, the kernel's line."""
    cells = tuple((code(row.name), WORDS[row.outcome], row.line) for row in rows)
    return Report(("Replay",), (Table(("document", "outcome", "kernel"), cells),))


def replay_document(rows: Sequence[Row]) -> Mapping[str, Any]:
    """Return the outcomes for programs."""
    return encode(Replays("dpverify.replay/1.0", tuple(map(_replayed, rows))))


def _replayed(row: Row) -> Replayed:
    if row.outcome != "accepted":
        return Replayed(row.name, row.outcome, row.text)
    return Replayed(row.name, row.outcome, row.text, dict(row.facts), row.unread)


def replay_cases(rows: Sequence[Row]) -> tuple[Case, ...]:
    """Return the outcomes as test cases."""
    kinds: dict[Outcome, Judged] = {
        "accepted": "passed",
        "rejected": "failure",
        "not-recheckable": "error",
    }
    return tuple(Case(row.name, "dpverify.replay", kinds[row.outcome], row.line) for row in rows)
