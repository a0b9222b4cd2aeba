"""The atlas as it is told: the types of `dpverify.list`, what is chosen of it, and how many."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dpverify.checkers.answers.lists import (
    AtlasArrow,
    AtlasCell,
    AtlasDefinition,
    AtlasListing,
    AtlasPrinted,
)
from dpverify.defs.errors import UsageError
from dpverify.defs.validate import did_you_mean, shown
from dpverify.proofs.atlas.arrows import Arrow
from dpverify.proofs.atlas.definitions import ROWS, UNDECIDED, Row
from dpverify.proofs.atlas.grades import Grade, witness
from dpverify.proofs.atlas.printed import AGREEMENTS, CARRIES, COLUMNS, TABLE, Answer
from dpverify.proofs.atlas.separations import separation
from dpverify.proofs.atlas.table import Cell, atlas
from dpverify.proofs.registry import entry
from dpverify.proofs.theorem import stored


@dataclass(frozen=True)
class Choice:
    """What of the atlas is asked for; None for all.

    Args: definition a row: its cells, and the arrows from and to it; dimension of the rows;
        property a column; answer "yes", "no" or "open"; grade of cells and arrows.
    """

    definition: str | None = None
    dimension: str | None = None
    property: str | None = None
    answer: str | None = None
    grade: str | None = None


def listed(choice: Choice | None = None) -> AtlasListing:
    """The atlas, or what is chosen of it; its counts are of what is shown.

    Raises: UsageError for a definition that is no row.
    """
    chosen, whole = choice or Choice(), atlas()
    names = {row.name for row in ROWS}
    if chosen.definition is not None and chosen.definition not in names:
        hint = did_you_mean(chosen.definition, sorted(names))
        raise UsageError(
            f"there is no definition {shown(chosen.definition)} in the atlas{hint or '; '}"
            f"{'' if hint else '`dpverify atlas` lists them'}"
        )
    rows = [row for row in whole.rows if _row(chosen, row)]
    kept = {row.name for row in rows}
    cells = tuple(_told(c) for c in whole.cells if c.row in kept and _cell(chosen, c))
    arrows = tuple(_drawn(a) for a in whole.arrows if _arrow(chosen, a, kept))
    everything = chosen == Choice()
    printed = tuple(beside()) if everything else ()
    return AtlasListing(
        tuple(_defined(row) for row in rows), cells, arrows, counts(rows, cells, arrows, printed),
        dict(UNDECIDED) if everything else {}, printed,
    )  # fmt: skip


def beside() -> Iterator[AtlasPrinted]:
    """Each cell of the literature's table, with what the atlas has of it."""
    known = {(cell.row, cell.property): cell for cell in atlas().cells}
    for row in TABLE:
        for column, mark, cited in zip(COLUMNS, row.marks, row.cited, strict=True):
            cell = known.get((row.row, column))
            answer: Answer = "open" if cell is None else cell.answer
            grade: Grade = "open" if cell is None else cell.grade
            yield AtlasPrinted(
                row.name, row.dimensions, column, mark, cited, row.row, CARRIES[row.form][1],
                answer, grade, row.agreement(column, answer),
            )  # fmt: skip


def counts(
    rows: list[Row],
    cells: tuple[AtlasCell, ...],
    arrows: tuple[AtlasArrow, ...],
    printed: tuple[AtlasPrinted, ...] = (),
) -> Mapping[str, int]:
    """How many there are, and how many of them are what."""
    answers = Counter(cell.answer for cell in cells)
    kinds = Counter(arrow.kind for arrow in arrows)
    together = Counter(cell.agreement for cell in printed)
    return {
        "definitions": len(rows),
        "definitions_that_combine": sum(row.combines for row in rows),
        "cells": len(cells),
        "cells_yes": answers["yes"],
        "cells_no": answers["no"],
        "cells_open": answers["open"],
        "cells_derived": sum(bool(cell.derived) for cell in cells),
        "cells_proved_or_refuted": sum(cell.grade in ("proved", "refuted") for cell in cells),
        "printed_cells": len(printed),
        "printed_question_marks": sum(cell.printed == "?" for cell in printed),
        "printed_question_marks_decided": together["settled"],
        **{f"printed_{name.replace(' ', '_')}": together[name] for name in AGREEMENTS},
        "arrows": len(arrows),
        "arrows_refuted": sum(not arrow.holds for arrow in arrows),
        "arrows_attained": sum(arrow.tight for arrow in arrows),
        "arrows_stated": kinds["stated"],
        "arrows_by_steps": kinds["steps"],
        "arrows_chained": kinds["chained"],
    }


def document(name: str) -> dict[str, Any]:
    """What decides a claim of the atlas, for `replay`: its stored proof or refutation.

    Args: name the id of a claim, or SOURCE/TARGET of an arrow between two relations.
    Raises: UsageError where nothing of the kind is stored: what was tested has no witness.
    """
    if "/" in name:
        return _separated(name)
    claim = entry(name)
    refutation = witness(claim.id)
    if refutation is not None:
        read: dict[str, Any] = json.loads(refutation)
        return read
    proof = stored(claim)
    if proof is None:
        raise UsageError(
            f"{claim.id} has neither a proof nor a witness to save; `dpverify prove {claim.id}`"
            " examines it"
        )
    return proof


def _separated(name: str) -> dict[str, Any]:
    source, _, target = name.partition("/")
    arrows = [a for a in atlas().arrows if (a.source, a.target) == (source, target)]
    between = [a for a in arrows if a.kind == "steps" and not a.holds]
    if not between:
        raise UsageError(f"{shown(name)} is no arrow between two relations that fails")
    quantity, _, near = source.partition(":")
    far = target.partition(":")[2]
    size = int(between[0].scope.rpartition(" ")[2])
    return separation(quantity, near, far, size)


def _row(chosen: Choice, row: Row) -> bool:
    same = chosen.definition in (None, row.name)
    return same and chosen.dimension in (None, row.dimension)


def _cell(chosen: Choice, cell: Cell) -> bool:
    return (
        chosen.property in (None, cell.property)
        and chosen.answer in (None, cell.answer)
        and chosen.grade in (None, cell.grade)
    )


def _arrow(chosen: Choice, arrow: Arrow, rows: set[str]) -> bool:
    """Those that begin or end at a row that is shown; no property is asked of an arrow."""
    answer = "yes" if arrow.holds else "no"
    return (
        chosen.property is None
        and chosen.answer in (None, answer)
        and chosen.grade in (None, arrow.grade)
        and bool({arrow.source, arrow.target} & rows)
    )


def _defined(row: Row) -> AtlasDefinition:
    return AtlasDefinition(
        row.name, row.title, row.dimension, row.decided, row.relation or "", row.combines,
        row.source,
    )  # fmt: skip


def _told(cell: Cell) -> AtlasCell:
    return AtlasCell(
        cell.row, cell.property, cell.answer, cell.grade, cell.evidence, cell.bounds,
        cell.claims, cell.refuted if cell.answer != "no" else (), cell.derived, cell.printed,
    )  # fmt: skip


def _drawn(arrow: Arrow) -> AtlasArrow:
    return AtlasArrow(
        arrow.source, arrow.target, arrow.given, arrow.concluded, arrow.holds, arrow.grade,
        arrow.evidence, arrow.claims, arrow.kind, arrow.scope, arrow.tight,
    )  # fmt: skip
