"""Neighbours are graphs that differ in at most two edges."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import GRAPHS

TWO_EDGES: Final = Relation(
    name="two-edges",
    words="at most two edges are added or removed",
    source="Hay, Li, Miklau, Jensen 2009 (k-edge privacy at k = 2)",
    universe=GRAPHS,
    near=lambda a, b: 1 <= len({*a} ^ {*b}) <= 2,
)
