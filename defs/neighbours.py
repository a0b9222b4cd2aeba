"""Which ordered pairs of inputs a definition of privacy compares.

What must never change: pairs are *ordered*; a relation given without `directed` is taken in both
orders; a relation without any pair is an error, because "for all pairs" would hold of anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dpverify.defs.emptiness import refuse_empty
from dpverify.defs.errors import ChannelError
from dpverify.defs.validate import did_you_mean, sequence, shown

Pair = tuple[int, int]
NO_PAIR = "no pair of inputs is neighbouring"
GIVE_A_PAIR = "give at least two inputs and one pair of neighbours"


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A relation on the inputs of a channel, by their positions.

    `pairs` is sorted, without repetition, in both orders unless `directed`; empty for "all", and
    for "none", which is `ALONE`.
    A directed relation that contains the reverse of each of its pairs is not directed.
    """

    kind: Literal["all", "pairs", "none"]
    pairs: tuple[Pair, ...] = ()
    directed: bool = False

    def ordered_pairs(self, n: int) -> Iterator[Pair]:
        """Every ordered pair (i, j) of distinct neighbours among n inputs, in ascending order."""
        if self.kind != "all":
            return iter(self.pairs)
        return ((i, j) for i in range(n) for j in range(n) if i != j)

    def count(self, n: int) -> int:
        """How many ordered pairs there are among n inputs."""
        return len(self.pairs) if self.kind != "all" else n * (n - 1)

    def contains(self, i: int, j: int) -> bool:
        """Whether (i, j) is an ordered pair of neighbours; by search, O(log)."""
        if self.kind == "all":
            return i != j
        from bisect import bisect_left

        at = bisect_left(self.pairs, (i, j))
        return at < len(self.pairs) and self.pairs[at] == (i, j)

    def label_pairs(self, inputs: Sequence[str]) -> list[list[str]]:
        """The pairs as a file lists them: one order each, unless directed."""
        return [[inputs[i], inputs[j]] for i, j in self.pairs if self.directed or i < j]

    def restricted(self, kept: Sequence[int]) -> Neighbours:
        """The relation among the inputs at the positions `kept`, renumbered in that order.

        Raises: ChannelError if no pair is left.
        """
        if self.kind == "pairs":
            new = {old: position for position, old in enumerate(kept)}
            pairs = [(new[i], new[j]) for i, j in self.pairs if i in new and j in new]
            relation = _relation(pairs, directed=self.directed)
        else:
            relation = self
        return _nonempty(relation, len(kept))


ALL = Neighbours("all")
"""The relation of most channels. They share it, so that it is sent once with many of them."""
ALONE = Neighbours("none")
"""Of the law of one input, which is compared with another law of it and not with a neighbour.

Whoever asks about privacy asks `neighbours_of`, which refuses it.
"""


def relation_of(given: object, inputs: Sequence[str], *, directed: object = False) -> Neighbours:
    """The same as `neighbours_of`, and `ALONE` for one input."""
    if given is ALONE and len(inputs) == 1:
        return ALONE
    return neighbours_of(given, inputs, directed=directed)


def neighbours_of(given: object, inputs: Sequence[str], *, directed: object = False) -> Neighbours:
    """Read a relation.

    Args: given "all", a Neighbours, or a list of pairs of labels; inputs the labels; directed
        whether a pair stands for that order alone.
    Raises: ChannelError for an unknown label, an input paired with itself, or no pair at all.
    """
    if not isinstance(directed, bool):
        raise ChannelError(f"directed is {shown(directed)}, must be true or false")
    if isinstance(given, Neighbours):
        return _checked(given, len(inputs))
    if isinstance(given, str):
        if given != "all":
            raise ChannelError(
                f"neighbours is {shown(given)}, must be 'all' or a list of pairs of inputs"
                f"{did_you_mean(given, ['all'])}"
            )
        return _nonempty(ALL, len(inputs))
    index = {label: position for position, label in enumerate(inputs)}
    pairs = [
        _pair(pair, number, index)
        for number, pair in enumerate(sequence(given, "neighbours"), start=1)
    ]
    return _nonempty(_relation(pairs, directed=directed), len(inputs))


def _pair(given: object, number: int, index: dict[str, int]) -> Pair:
    members = list(given) if isinstance(given, (list, tuple)) else []
    if len(members) != 2:
        raise ChannelError(
            f"neighbours pair number {number} is {shown(given)}, must be a list of two input labels"
        )
    for label in members:
        if not isinstance(label, str) or label not in index:
            hint = did_you_mean(label, index) or "; neighbours are labels out of 'inputs'"
            raise ChannelError(
                f"neighbours pair number {number} names {shown(label)}, which is no input{hint}"
            )
    first, second = members
    if first == second:
        raise ChannelError(
            f"neighbours pair number {number} is {shown(first)} with itself; no input is its own"
            " neighbour, remove the pair"
        )
    return index[first], index[second]


def _relation(pairs: Sequence[Pair], *, directed: bool) -> Neighbours:
    ordered = set(pairs)
    reverse = {(j, i) for i, j in ordered}
    directed = directed and reverse != ordered
    if not directed:
        ordered |= reverse
    return Neighbours("pairs", tuple(sorted(ordered)), directed)


def _nonempty(relation: Neighbours, n: int) -> Neighbours:
    count = relation.count(n)
    if not count:
        reason = "the list is empty" if relation.kind == "pairs" else "there is one input only"
        refuse_empty(count, f"{NO_PAIR} ({reason})", GIVE_A_PAIR)
    return relation


def _checked(relation: Neighbours, n: int) -> Neighbours:
    if relation.kind == "all" and not relation.pairs:
        return _nonempty(relation, n)
    if any(not (0 <= i < n and 0 <= j < n) or i == j for i, j in relation.pairs):
        raise ChannelError(f"neighbours name positions outside the {n} inputs, or equal ones")
    if relation.kind != "pairs":
        return _nonempty(Neighbours(relation.kind), n)
    return _nonempty(_relation(relation.pairs, directed=relation.directed), n)
