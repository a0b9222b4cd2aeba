"""Neighbours are graphs that differ in one edge."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import GRAPHS

EDGE: Final = Relation(
    name="edge",
    words="one edge is added or removed",
    source="Hay, Li, Miklau, Jensen 2009",
    universe=GRAPHS,
    near=lambda a, b: len({*a} ^ {*b}) == 1,
)
