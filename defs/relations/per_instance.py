"""The database is fixed, and so is the record that is in it or not."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.individual import is_fixed
from dpverify.defs.relations.universes import TABLES, Record

TARGET: Final = (1, 1)


def _holds_the_target(table: tuple[Record, ...]) -> bool:
    return table[0] == TARGET and is_fixed(table[1:])


def _near(a: tuple[Record, ...], b: tuple[Record, ...]) -> bool:
    return (is_fixed(a) and _holds_the_target(b)) or (is_fixed(b) and _holds_the_target(a))


PER_INSTANCE: Final = Relation(
    name="per-instance",
    words="the first record of a fixed table becomes the target, (1, 1)",
    source="Wang 2017 (per-instance differential privacy), with a record replaced",
    universe=TABLES,
    near=_near,
)
