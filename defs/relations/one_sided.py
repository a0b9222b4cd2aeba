"""The first one has a sensitive record where the second has any other; not the other way round."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.add_remove import Database, changed
from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import DATABASES

SENSITIVE: Final = 1


def _replaced(a: Database, b: Database) -> bool:
    return changed(a, b) == (1, 1) and a.count(SENSITIVE) > b.count(SENSITIVE)


ONE_SIDED: Final = Relation(
    name="one-sided",
    words="a sensitive record, 1, of the first is replaced in the second",
    source="Kotsogiannis, Doudalis, Haney, Machanavajjhala, Mehrotra 2020",
    universe=DATABASES,
    near=_replaced,
    directed=True,
)
