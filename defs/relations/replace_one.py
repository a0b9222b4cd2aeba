"""Neighbours have equally many records and differ in one."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.add_remove import changed
from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import DATABASES

REPLACE_ONE: Final = Relation(
    name="replace-one",
    words="one record is replaced by another",
    source="Dwork, McSherry, Nissim, Smith 2006; Kifer, Machanavajjhala 2011 (bounded)",
    universe=DATABASES,
    near=lambda a, b: changed(a, b) == (1, 1),
)
