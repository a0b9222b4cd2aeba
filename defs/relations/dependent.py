"""Two records depend on each other: whoever changes one may change the other."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import TABLES, Record


def _near(a: tuple[Record, ...], b: tuple[Record, ...]) -> bool:
    changed = [place for place, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    return len({place // 2 for place in changed}) == 1


DEPENDENT: Final = Relation(
    name="dependent",
    words="records of one couple change; the first and the second record are one, and so on",
    source="Liu, Chakraborty, Mittal 2016 (dependent differential privacy, dependence size 2)",
    universe=TABLES,
    near=_near,
)
