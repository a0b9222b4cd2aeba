"""Neighbours differ in one record of a table, its feature and its label."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import TABLES, Record

Table = tuple[Record, ...]


def differing(a: Table, b: Table) -> list[tuple[Record, Record]]:
    """The records that are not the same, of both."""
    return [(r, s) for r, s in zip(a, b, strict=True) if r != s]


RECORD: Final = Relation(
    name="record",
    words="one record of a table changes, in its feature, its label or both",
    source="Dwork, McSherry, Nissim, Smith 2006",
    universe=TABLES,
    near=lambda a, b: len(differing(a, b)) == 1,
)
