"""Any two graphs on the same nodes are neighbours."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import GRAPHS

ANY_GRAPHS: Final = Relation(
    name="any-graphs",
    words="any edges differ",
    source="Kifer, Machanavajjhala 2011 (free-lunch privacy), for graphs",
    universe=GRAPHS,
    near=lambda a, b: bool(a != b),
)
