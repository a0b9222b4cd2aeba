"""Neighbours are values at a distance of at most two: a policy with a distance threshold."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import POINTS

THRESHOLD: Final = Relation(
    name="threshold",
    words="a value changes by at most two",
    source="He, Machanavajjhala, Ding 2014 (Blowfish, distance threshold 2)",
    universe=POINTS,
    near=lambda a, b: 1 <= abs(a - b) <= 2,
)
