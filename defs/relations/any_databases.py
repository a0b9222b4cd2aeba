"""Any two databases are neighbours: free-lunch privacy."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import DATABASES

ANY_DATABASES: Final = Relation(
    name="any-databases",
    words="anything differs",
    source="Kifer, Machanavajjhala 2011 (free-lunch privacy)",
    universe=DATABASES,
    near=lambda a, b: bool(a != b),
)
