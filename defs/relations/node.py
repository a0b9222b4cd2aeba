"""Neighbours are graphs that differ in edges of one node."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import GRAPHS, Record

Graph = tuple[Record, ...]


def _of_one_node(a: Graph, b: Graph) -> bool:
    changes = [{*edge} for edge in {*a} ^ {*b}]
    return bool(changes) and bool(set.intersection(*changes))


NODE: Final = Relation(
    name="node",
    words="the edges of one node change",
    source="Hay, Li, Miklau, Jensen 2009; Kasiviswanathan, Nissim, Raskhodnikova, Smith 2013",
    universe=GRAPHS,
    near=_of_one_node,
)
