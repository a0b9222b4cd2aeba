"""The database is fixed, and compared with those that differ from it in one record."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import TABLES, Record

NOTHING: Final = (0, 0)
"""The records of the fixed table."""


def is_fixed(table: tuple[Record, ...]) -> bool:
    """Whether it is the table that the data custodian holds."""
    return all(record == NOTHING for record in table)


def _near(a: tuple[Record, ...], b: tuple[Record, ...]) -> bool:
    return (is_fixed(a) or is_fixed(b)) and sum(x != y for x, y in zip(a, b, strict=True)) == 1


INDIVIDUAL: Final = Relation(
    name="individual",
    words="one record of a fixed table, here of records (0, 0), is replaced",
    source="Soria-Comas, Domingo-Ferrer, Sánchez, Megías 2017",
    universe=TABLES,
    near=_near,
)
