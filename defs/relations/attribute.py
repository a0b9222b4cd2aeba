"""Neighbours differ in one attribute of one record."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.record import Table, differing
from dpverify.defs.relations.universes import TABLES


def _one_attribute(a: Table, b: Table) -> bool:
    changes = differing(a, b)
    if len(changes) != 1:
        return False
    ((first, second),) = changes
    return sum(x != y for x, y in zip(first, second, strict=True)) == 1


ATTRIBUTE: Final = Relation(
    name="attribute",
    words="one attribute of one record changes",
    source="Asi, Duchi, Javidbakht 2022 (element level)",
    universe=TABLES,
    near=_one_attribute,
)
