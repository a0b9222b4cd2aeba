"""How many records have the label 1 is public: neighbours are as close as this allows."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import TABLES, Record


def _near(a: tuple[Record, ...], b: tuple[Record, ...]) -> bool:
    moved = [y[1] - x[1] for x, y in zip(a, b, strict=True) if x != y]
    # No table with the same number of labels 1 differs from the first in fewer of these records.
    return moved == [0] or sorted(moved) == [-1, 1]


INDUCED: Final = Relation(
    name="induced",
    words="one record keeps its label, or two records exchange theirs: their number is public",
    source="Kifer, Machanavajjhala 2011 (neighbours induced by what is public)",
    universe=TABLES,
    near=_near,
)
