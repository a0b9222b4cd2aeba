"""Neighbours are values next to each other: a policy whose secret graph is a line."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import POINTS

LINE: Final = Relation(
    name="line",
    words="a value changes to one next to it",
    source="He, Machanavajjhala, Ding 2014 (Blowfish, distance threshold 1)",
    universe=POINTS,
    near=lambda a, b: abs(a - b) == 1,
)
