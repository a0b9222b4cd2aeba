"""Any two tables of the same size are neighbours."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import TABLES

ANY_TABLES: Final = Relation(
    name="any-tables",
    words="anything in a table differs",
    source="Kifer, Machanavajjhala 2011 (free-lunch privacy), for tables of one size",
    universe=TABLES,
    near=lambda a, b: bool(a != b),
)
