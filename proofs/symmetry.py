"""Questions for a solver that differ in the names of variables alone: one answer will do for all.

A statement treats inputs alike, and outputs; what is asked of one pair of neighbours is then word
for word what was asked of another, once labels are exchanged. Two questions whose assertions become
the same under a one-to-one renaming of variables have a solution both or neither. Nothing else is
relied on: a renaming that was chosen badly makes no assertions equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, permutations, product
from typing import Any

from dpverify.checkers.smt.model import assertions
from dpverify.proofs.labels import Shape
from dpverify.proofs.layout import places
from dpverify.proofs.statement import Statement

MOST_RENAMINGS = 200
"""Further ones cost more than the answers that they save."""
MOST_ALONE = 24
"""Of the shortest axis: four labels have so many orders."""
COMMUTATIVE = frozenset({"+", "*", "=", "and", "or", "xor"})

Renaming = Mapping[str, str]


class Alike:
    """Questions that have been answered, and those that differ from them by a renaming.

    >>> seen = Alike([{"x": "y", "y": "x"}])
    >>> seen.add("(assert (< x (+ y 1)))")
    >>> seen.knows("(assert (< y (+ 1 x)))"), seen.knows("(assert (< (+ 1 x) y))")
    (True, False)
    """

    def __init__(self, renamings: Iterable[Renaming]) -> None:
        """Args: renamings one to one, of variables among themselves; each is tried."""
        self._given = renamings
        self._seen: set[frozenset[str]] = set()

    @cached_property
    def _renamings(self) -> list[Renaming]:
        """Made when a second question comes; many statements ask one."""
        return [r for r in self._given if r.keys() == set(r.values())]

    def add(self, question: str) -> None:
        """Count a question as answered."""
        self._seen.add(_renamed(assertions(question), {}))

    def knows(self, question: str) -> bool:
        """Whether it is one of those that were answered, but for the names of its variables."""
        if not self._seen:
            return False
        asserted = assertions(question)
        return any(_renamed(asserted, renaming) in self._seen for renaming in self._renamings)


def renamings(statement: Statement, shape: Shape) -> Iterator[Renaming]:
    """Yield what becomes of the entries of all channels when labels are exchanged; none first."""
    free = {name: place for name, place in places(statement, shape).items() if place.fixed is None}
    axes = sorted({axis for place in free.values() for axis in (place.inputs, place.outputs)})
    for chosen in islice(_orders([len(axis) for axis in axes]), MOST_RENAMINGS):
        to = dict(zip(axes, chosen, strict=True))
        yield {
            f"{name}_{i}_{j}": f"{name}_{to[place.inputs][i]}_{to[place.outputs][j]}"
            for name, place in free.items()
            for i in range(len(place.inputs))
            for j in range(len(place.outputs))
        }


def _orders(lengths: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield orders of the labels of all axes: of the shortest axis alone first, then of all.

    Two inputs are exchanged before the outputs are gone through, of which there may be many.
    """
    same = [tuple(range(length)) for length in lengths]
    yield tuple(same)
    shortest = min(range(len(lengths)), key=lengths.__getitem__, default=0)
    if len(lengths) > 1:
        for order in islice(permutations(same[shortest]), 1, MOST_ALONE):
            yield (*same[:shortest], order, *same[shortest + 1 :])
    # `product` lists what it is given before it starts: of 30 labels there are 30! orders.
    yield from islice(product(*(islice(permutations(s), MOST_RENAMINGS) for s in same)), 1, None)


def _renamed(asserted: list[Any], names: Renaming) -> frozenset[str]:
    return frozenset(_text(formula, names) for formula in asserted)


def _text(term: Any, names: Renaming) -> str:
    """A term with its variables renamed, where order has no meaning in a fixed order."""
    if isinstance(term, str):
        return names.get(term, term)
    parts = [_text(part, names) for part in term[1:]]
    if term[0] in COMMUTATIVE:
        parts.sort()
    return f"({' '.join([term[0], *parts])})"
