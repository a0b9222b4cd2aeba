"""Both tables are drawn, with replacement, from the records that the data custodian holds."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import TABLES, Record

HELD: Final = frozenset({(0, 0), (1, 1)})
"""The records that occur in the data at hand."""


def _near(a: tuple[Record, ...], b: tuple[Record, ...]) -> bool:
    drawn = HELD.issuperset(a) and HELD.issuperset(b)
    return drawn and sum(x != y for x, y in zip(a, b, strict=True)) == 1


BOOTSTRAP: Final = Relation(
    name="bootstrap",
    words="one record is replaced, and all records are among those held, here (0, 0) and (1, 1)",
    source="O'Keefe, Charest 2019",
    universe=TABLES,
    near=_near,
)
