"""Any two streams of the same length are neighbours."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import STREAMS

ANY_STREAMS: Final = Relation(
    name="any-streams",
    words="anything that happens differs",
    source="Kifer, Machanavajjhala 2011 (free-lunch privacy), for streams",
    universe=STREAMS,
    near=lambda a, b: bool(a != b),
)
