"""Any two values of a person are neighbours: local differential privacy."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import POINTS

ANY_VALUES: Final = Relation(
    name="any-values",
    words="a value changes to any other",
    source="Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011, Definition 2.2",
    universe=POINTS,
    near=lambda a, b: bool(a != b),
)
