"""Bounds on differences that follow from others: left out, they turn some cycles into trees.

A program that sorts compares more pairs than needed; z0 ≥ z1 ≥ z2 implies z0 ≥ z2. Bounds
v_a − v_b ≤ w are edges of a graph, and a path's sum bounds the difference of its ends. Where every
cycle has a sum above 0, an edge follows from the others exactly if a path through a third node is
no longer, and all such edges can be left out at once. A cycle of sum ≤ 0 has probability 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from dpverify.checkers.continuous.order import Interval, compare
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError

ORIGIN = -1
"""The node of the number 0: a bound of a single noise is one of its difference with 0."""

Edge = tuple[int, int]
Bounds = dict[Edge, Shift]
"""By (a, b): the least w with v_a − v_b ≤ w."""


def cyclic(pairs: Mapping[Edge, object]) -> bool:
    """Whether the pairs have a cycle."""
    group: dict[int, int] = {}

    def find(node: int) -> int:
        while group.setdefault(node, node) != node:
            node = group[node]
        return node

    for first, second in pairs:
        a, b = find(first), find(second)
        if a == b:
            return True
        group[a] = b
    return False


def without_implied(
    single: Mapping[int, Interval], pairs: Mapping[Edge, Interval]
) -> dict[Edge, Interval] | None:
    """The intervals of differences v_i − v_j that remain; None where nothing satisfies all.

    Args: single, intervals of single v_i; pairs by (i, j), of v_i − v_j.
    """
    edges = _edges({**{(i, ORIGIN): bounds for i, bounds in single.items()}, **pairs})
    closed = _closure(edges)
    if closed is None:
        return None
    nodes = {node for edge in edges for node in edge}
    kept = {
        edge: w
        for edge, w in edges.items()
        if ORIGIN in edge or not _implied(edge, w, closed, nodes)
    }
    if _closure(kept) != closed:
        raise InternalError("bounds that were left out did not follow from the others")
    found = {(i, j): Interval(_negative(kept.get((j, i))), kept.get((i, j))) for i, j in pairs}
    return {pair: i for pair, i in found.items() if i.low is not None or i.high is not None}


def _edges(intervals: Mapping[Edge, Interval]) -> Bounds:
    edges: Bounds = {}
    for (i, j), bounds in intervals.items():
        if bounds.high is not None:
            edges[i, j] = bounds.high
        if bounds.low is not None:
            edges[j, i] = -bounds.low
    return edges


def _negative(bound: Shift | None) -> Shift | None:
    return None if bound is None else -bound


def _closure(edges: Bounds) -> Bounds | None:
    """The least bound of each difference; None where a cycle has a sum ≤ 0."""
    least = dict(edges)
    nodes = {node for edge in edges for node in edge}
    for k, i, j in product(sorted(nodes), nodes, nodes):
        if (i, k) not in least or (k, j) not in least:
            continue
        through = least[i, k] + least[k, j]
        if i == j:
            if compare(through, Shift()) <= 0:
                return None
        elif (i, j) not in least or compare(through, least[i, j]) < 0:
            least[i, j] = through
    return least


def _implied(edge: Edge, w: Shift, closed: Bounds, nodes: set[int]) -> bool:
    first, last = edge
    return any(
        compare(closed[first, k] + closed[k, last], w) <= 0
        for k in nodes - {first, last}
        if (first, k) in closed and (k, last) in closed
    )
