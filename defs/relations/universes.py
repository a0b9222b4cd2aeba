"""The inputs that relations are about, at the sizes at which they can be listed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import Final

from dpverify.defs.relations.contract import Universe

VALUES: Final = (0, 1)
"""What a record may be."""

Record = tuple[int, int]


def _databases(size: int) -> Sequence[tuple[int, ...]]:
    return [d for n in range(size + 1) for d in combinations_with_replacement(VALUES, n)]


def _tables(size: int) -> Sequence[tuple[Record, ...]]:
    return [*product(product(VALUES, VALUES), repeat=size)]


def _graphs(size: int) -> Sequence[tuple[Record, ...]]:
    edges = [*combinations(range(size), 2)]
    return [g for n in range(len(edges) + 1) for g in combinations(edges, n)]


def _streams(size: int) -> Sequence[tuple[tuple[int, ...], ...]]:
    return [*product(product(VALUES, repeat=2), repeat=size)]


def _points(size: int) -> Sequence[int]:
    return range(size + 1)


DATABASES: Final = Universe(
    "databases",
    "multisets of at most that many records",
    _databases,
    lambda n: (n + 1) * (n + 2) // 2,
)
TABLES: Final = Universe(
    "tables", "lists of that many records, each a feature and a label", _tables, lambda n: 4**n
)
GRAPHS: Final = Universe(
    "graphs",
    "graphs on that many nodes, each a set of edges",
    _graphs,
    lambda n: 2 ** (n * (n - 1) // 2),
    2,
)
STREAMS: Final = Universe(
    "streams", "what two users do at that many times", _streams, lambda n: 4**n
)
POINTS: Final = Universe(
    "points", "the values 0, 1, … up to that number, of one person", _points, lambda n: n + 1
)
"""Points may be ages or places on a line."""
