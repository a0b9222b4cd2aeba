"""The outcome of a pack: how far it was decided, which labels are wrong, where it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from dpverify.checkers.answers.envelopes import ClaimLine
from dpverify.reports.json_report import bundle
from dpverify.reports.model import Report, Section, Table, code, paragraph

Row = tuple[str, str, str, str, Mapping[str, Any] | None]
"""Id, text, label, why it is not expressible, document."""
WIDTH = 120
VERDICTS: dict[str, Literal["holds", "fails"]] = {
    "holds": "holds", "holds at sizes": "holds", "fails": "fails",
}  # fmt: skip


def coverage(rows: Sequence[Row]) -> dict[str, int]:
    """How many statements ended in which way."""
    counts = dict.fromkeys(
        ("true, for every n", "true, at stated sizes", "false", "unknown", "not expressible"), 0
    )
    for _, _, _, missing, document in rows:
        counts[_kind(missing, document)] += 1
    return counts


def _kind(missing: str, document: Mapping[str, Any] | None) -> str:
    if missing or document is None:
        return "not expressible"
    return {
        "holds": "true, for every n", "holds at sizes": "true, at stated sizes", "fails": "false",
    }.get(document["verdict"], "unknown")  # fmt: skip


def disagreements(rows: Sequence[Row]) -> list[Row]:
    """The statements of which the label says the opposite of the verdict."""
    return [
        row for row in rows
        if row[4] is not None and row[2] != "none"
        and row[4]["verdict"].removesuffix(" at sizes") not in ("unknown", row[2])
    ]  # fmt: skip


def partial(rows: Sequence[Row]) -> list[Row]:
    """The statements that fail, and hold for some n and candidates: where is part of the answer."""
    return [
        row for row in rows
        if row[4] is not None and row[4]["verdict"] == "fails"
        and any(c["verdict"] == "holds" and c["because"] != "alone"
                for c in row[4].get("cells", ()))
    ]  # fmt: skip


def region(document: Mapping[str, Any]) -> str:
    """Where a statement holds and fails, in words.

    >>> cell = {"n": {"least": 3}, "candidates": "any", "verdict": "fails", "because": "attained"}
    >>> region({"cells": [cell]})
    'fails: n ≥ 3'
    """
    if "cells" not in document:
        return ""
    parts = []
    for verdict in ("holds", "fails"):
        cells = [cell for cell in document["cells"] if cell["verdict"] == verdict]
        if cells:
            parts.append(f"{verdict}: {'; '.join(map(_cell, cells))}")
    return " · ".join(parts)


def _cell(cell: Mapping[str, Any]) -> str:
    n, candidates = cell["n"], cell["candidates"]
    size = f"n = {n['size']}" if "size" in n else f"{n.get('parity', '')} n ≥ {n['least']}".strip()
    some = {"any": "", "1": ", d = 1", "2": ", d = 2", "2 or more": ", d ≥ 2",
            "3 or more": ", d ≥ 3"}  # fmt: skip
    return size + some[candidates]


def reason_of(document: Mapping[str, Any] | None) -> str:
    """Why a statement is open."""
    reason = (document or {}).get("reason", "no cell is known")
    return str(reason["text"] if isinstance(reason, Mapping) else reason)


def pack_report(title: str, rows: Sequence[Row]) -> Report:
    """The counts, the labels that are wrong, and where false statements hold in part."""
    counts = coverage(rows)
    labels = ("holds", "fails", "none")
    table = Table(
        ("outcome", *(f"printed: {label}" for label in labels), "all"),
        tuple(
            (kind, *(str(sum(_kind(r[3], r[4]) == kind and r[2] == label for r in rows))
                     for label in labels), str(count))
            for kind, count in counts.items()
        ),
    )  # fmt: skip
    wrong = disagreements(rows)
    blocks: list[Any] = [table, paragraph(f"{len(wrong)} of {len(rows)} labels are wrong.")]
    if wrong:
        lines = tuple((code(r[0]), r[1], r[2], region(r[4] or {"cells": []})) for r in wrong)
        blocks.append(Section("Labels that are wrong", (
            Table(("id", "statement", "printed", "where"), lines),)))  # fmt: skip
    if some := partial(rows):
        lines = tuple((code(r[0]), r[1], region(r[4] or {"cells": []})) for r in some)
        blocks.append(Section("False in general, true in part", (
            Table(("id", "statement", "where"), lines),)))  # fmt: skip
    left = [r for r in rows if _kind(r[3], r[4]) in ("unknown", "not expressible")]
    if left:
        lines = tuple((code(r[0]), r[1], r[3] or reason_of(r[4]))
                      for r in left)  # fmt: skip
        blocks.append(
            Section("Not decided", (Table(("id", "statement", "what is missing"), lines),))
        )
    return Report((title,), tuple(blocks), WIDTH)


def pack_document(rows: Sequence[Row]) -> Mapping[str, Any]:
    """All documents in the envelope that `replay` opens, with the labels that are printed."""
    decided = [row for row in rows if row[4] is not None and row[4]["verdict"] in VERDICTS]
    claims = tuple(
        ClaimLine(name, label if label in ("holds", "fails") else "holds", VERDICTS[verdict])
        for name, _, label, _, document in decided
        for verdict in [(document or {})["verdict"]]
    )
    return bundle([row[4] or {} for row in decided], claims)
