"""Neighbours differ in at most two records that are added or removed: a group of two."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.add_remove import changed
from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import DATABASES

GROUP_OF_TWO: Final = Relation(
    name="group-of-two",
    words="at most two records are added or removed",
    source="Dwork 2008 (groups)",
    universe=DATABASES,
    near=lambda a, b: 1 <= sum(changed(a, b)) <= 2,
)
