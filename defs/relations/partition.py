"""Neighbours are values of the same class, here of the same pair 2k, 2k + 1."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import POINTS

PARTITION: Final = Relation(
    name="partition",
    words="a value changes within its class",
    source="He, Machanavajjhala, Ding 2014 (Blowfish, partitioned secrets)",
    universe=POINTS,
    near=lambda a, b: a != b and a // 2 == b // 2,
)
