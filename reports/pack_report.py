"""The outcome of a pack: how far it was decided, which labels are wrong, where it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dpverify.checkers.answers.envelopes import ClaimLine
from dpverify.reports.json_report import bundle
from dpverify.reports.junit import Case
from dpverify.reports.model import Report, Section, Table, code, paragraph


@dataclass(frozen=True)
class Said:
    """What is known of a statement.

    Args: verdict "holds" (for all that it speaks of), "holds at sizes", "fails" or "unknown";
        document, which the kernel re-checks.
    """

    verdict: str
    document: Mapping[str, Any]


Row = tuple[str, str, str, str, Said | None]
"""Id, text, label, why it is not expressible, what is known."""
WIDTH = 120
OUTCOMES = {
    "holds": "true, for every n", "holds at sizes": "true, at stated sizes", "fails": "false",
}  # fmt: skip
VERDICTS: dict[str, Literal["holds", "fails"]] = {
    "holds": "holds", "holds at sizes": "holds", "fails": "fails",
}  # fmt: skip
LABELS = ("holds", "fails", "none")


def kind(row: Row) -> str:
    """How a statement ended."""
    if row[3] or row[4] is None:
        return "not expressible"
    return OUTCOMES.get(row[4].verdict, "unknown")


def disagreements(rows: Sequence[Row]) -> list[Row]:
    """Statements that are false and labelled true, or true for every n and labelled false."""
    wrong = {("fails", "holds"), ("holds", "fails")}
    return [row for row in rows if row[4] is not None and (row[4].verdict, row[2]) in wrong]


def unconfirmed(rows: Sequence[Row]) -> list[Row]:
    """Statements that are labelled false and hold at the sizes that were decided."""
    return [r for r in rows if r[4] and (r[4].verdict, r[2]) == ("holds at sizes", "fails")]


def undecided(rows: Sequence[Row]) -> list[Row]:
    """Statements of which nothing is known."""
    return [row for row in rows if kind(row) in ("unknown", "not expressible")]


def partial(rows: Sequence[Row]) -> list[Row]:
    """Statements that fail, and hold for some n and candidates: where is part of the answer."""
    return [
        row for row in rows
        if row[4] is not None and row[4].verdict == "fails"
        and any(c["verdict"] == "holds" and c["because"] != "alone"
                for c in row[4].document.get("cells", ()))
    ]  # fmt: skip


def region(document: Mapping[str, Any]) -> str:
    """Where a statement holds and fails, in words.

    >>> cell = {"n": {"least": 3}, "candidates": "any", "verdict": "fails", "because": "attained"}
    >>> region({"cells": [cell]})
    'fails: n ≥ 3'
    """
    parts = []
    for verdict in ("holds", "fails"):
        cells = [cell for cell in document.get("cells", ()) if cell["verdict"] == verdict]
        if cells:
            parts.append(f"{verdict}: {'; '.join(map(_cell, cells))}")
    return " · ".join(parts)


def _cell(cell: Mapping[str, Any]) -> str:
    n, candidates = cell["n"], cell["candidates"]
    size = f"n = {n['size']}" if "size" in n else f"{n.get('parity', '')} n ≥ {n['least']}".strip()
    some = {"any": "", "1": ", d = 1", "2": ", d = 2", "2 or more": ", d ≥ 2",
            "3 or more": ", d ≥ 3"}  # fmt: skip
    return size + some[candidates]


def reason_of(row: Row) -> str:
    """Why a statement is open."""
    if row[3] or row[4] is None:
        return row[3]
    reason = row[4].document.get("reason", "no cell is known")
    return str(reason["text"] if isinstance(reason, Mapping) else reason)


def counts(rows: Sequence[Row]) -> Table:
    """How many statements ended how, by their labels."""
    kinds = (*OUTCOMES.values(), "unknown", "not expressible")
    return Table(
        ("outcome", *(f"printed: {label}" for label in LABELS), "all"),
        tuple(
            (name, *(str(sum(kind(r) == name and r[2] == label for r in rows)) for label in LABELS),
             str(sum(kind(r) == name for r in rows)))
            for name in kinds
        ),
    )  # fmt: skip


def pack_report(title: str, rows: Sequence[Row]) -> Report:
    """The counts, the labels that are wrong, and where false statements hold in part."""
    table = counts(rows)
    wrong = disagreements(rows)
    summary = paragraph(f"{len(wrong)} of {len(rows)} labels are wrong.")
    sections = (
        _section("Labels that are wrong", "printed", [(r, r[2]) for r in wrong]),
        _section("Labelled false, and not confirmed", "decided", [
            (r, "true at the sizes that were decided") for r in unconfirmed(rows)]),
        _section("False in general, true in part", "where", [
            (r, region(r[4].document)) for r in partial(rows) if r[4] is not None]),
        _section("Not decided", "what is missing", [(r, reason_of(r)) for r in undecided(rows)]),
    )  # fmt: skip
    some = tuple(section for section in sections if section is not None)
    return Report((title,), (table, summary, *some), WIDTH)


def _section(title: str, head: str, rows: Sequence[tuple[Row, str]]) -> Section | None:
    return Section(title, (listed(head, rows),)) if rows else None


def listed(head: str, rows: Sequence[tuple[Row, str]]) -> Table:
    """Statements with what is said of each."""
    lines = tuple((code(row[0]), row[1], text) for row, text in rows)
    return Table(("id", "statement", head), lines)


def pack_lines(rows: Sequence[Row]) -> list[str]:
    """A line for each statement: how it ended, and what is printed of it."""
    return [f"{kind(row)}, printed: {row[2]}; {row[0]}: {' '.join(row[1].split())}" for row in rows]


def pack_cases(rows: Sequence[Row]) -> tuple[Case, ...]:
    """Each statement as a case of JUnit: a wrong label is a failure, what is open an error."""
    wrong = {row[0] for row in disagreements(rows)}
    left_open = {row[0] for row in undecided(rows)}
    return tuple(
        Case(
            row[0],
            "dpverify.check",
            "failure" if row[0] in wrong else "error" if row[0] in left_open else "passed",
            f"{row[1]}; printed: {row[2]}; decided: {kind(row)}"
            + (f"; {reason_of(row)}" if row[0] in left_open else ""),
        )
        for row in rows
    )


def pack_document(rows: Sequence[Row]) -> Mapping[str, Any]:
    """All documents in the envelope that `replay` opens, with the labels that are printed."""
    decided = [(row, row[4]) for row in rows if row[4] is not None and row[4].verdict in VERDICTS]
    claims = tuple(
        ClaimLine(row[0], "fails" if row[2] == "fails" else "holds", VERDICTS[said.verdict])
        for row, said in decided
    )
    documents = [d for _, said in decided for d in said.document.get("proofs", [said.document])]
    return bundle(documents, claims)
