"""Neighbours differ in one record that one of them has and the other lacks."""

from __future__ import annotations

from collections import Counter
from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import DATABASES

Database = tuple[int, ...]


def changed(a: Database, b: Database) -> tuple[int, int]:
    """How many records the first one has alone, and how many the second."""
    one, two = Counter(a), Counter(b)
    return (one - two).total(), (two - one).total()


ADD_REMOVE: Final = Relation(
    name="add-remove",
    words="one record is added or removed",
    source="Dwork 2006; Kifer, Machanavajjhala 2011 (unbounded)",
    universe=DATABASES,
    near=lambda a, b: sum(changed(a, b)) == 1,
)
