"""Neighbours differ in the label of one record; features are public."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.record import Table, differing
from dpverify.defs.relations.universes import TABLES


def _one_label(a: Table, b: Table) -> bool:
    changes = differing(a, b)
    return len(changes) == 1 and changes[0][0][0] == changes[0][1][0]


LABEL: Final = Relation(
    name="label",
    words="the label of one record changes",
    source="Chaudhuri, Hsu 2011; Ghazi, Golowich, Kumar, Manurangsi, Zhang 2021",
    universe=TABLES,
    near=_one_label,
)
