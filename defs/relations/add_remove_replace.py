"""Neighbours differ in one record that is added, removed or replaced."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.add_remove import changed
from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import DATABASES

ADD_REMOVE_REPLACE: Final = Relation(
    name="add-remove-replace",
    words="one record is added, removed or replaced",
    source="Desfontaines, Pejó 2020 (both relations together)",
    universe=DATABASES,
    near=lambda a, b: max(changed(a, b)) == 1,
)
