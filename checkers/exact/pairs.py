"""Ordered pairs of inputs in blocks that fit the processor's cache, for passes over arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dpverify.checkers.exact.question import Question

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Index = slice | Integers
    Mask = NDArray[np.bool_]

BLOCK = 1 << 17
"""Entries of a block of listed pairs."""


@dataclass(frozen=True, eq=False)
class Block:
    """Some pairs, by indices of the rows of their laws; a slice of one row meets all rows."""

    first: Index
    second: Index

    def chosen(self, where: Mask) -> tuple[Listed, Integers]:
        """The pairs at which a mask over the block is true, and their positions in the block.

        An input with itself is no pair.
        """
        at = np.flatnonzero(where)
        if isinstance(self.first, slice) or isinstance(self.second, slice):
            row = self.first.start if isinstance(self.first, slice) else 0
            at = at[at != row]
            return Listed(np.full(len(at), row, dtype=np.int64), at), at
        return Listed(self.first[at], self.second[at]), at


@dataclass(frozen=True, eq=False)
class EveryPair:
    """All ordered pairs of n inputs."""

    n: int

    def blocks(self, m: int) -> Iterator[Block]:
        """One block for each first input, whatever m is."""
        del m
        return (Block(slice(i, i + 1), slice(0, self.n)) for i in range(self.n))


@dataclass(frozen=True, eq=False)
class Listed:
    """The pairs (first[k], second[k])."""

    first: Integers
    second: Integers

    def __len__(self) -> int:
        return len(self.first)

    def blocks(self, m: int) -> Iterator[Block]:
        """Consecutive pairs, about BLOCK entries of m outputs each."""
        step = max(1, BLOCK // m)
        for start in range(0, len(self.first), step):
            yield Block(self.first[start : start + step], self.second[start : start + step])

    def where(self, chosen: Mask) -> Listed:
        """The pairs at which a mask is true."""
        return Listed(self.first[chosen], self.second[chosen])

    def head(self, count: int) -> Listed:
        """The first pairs."""
        return Listed(self.first[:count], self.second[:count])

    def pair(self, at: int) -> tuple[int, int]:
        """The pair at a position."""
        return int(self.first[at]), int(self.second[at])


Pairs = EveryPair | Listed


def pairs_of(question: Question) -> Pairs:
    """The pairs that a question is about, in lexicographic order."""
    n = len(question.channel.inputs)
    if question.every_pair:
        return EveryPair(n)
    listed = np.array(sorted(set(question.channel.neighbours.ordered_pairs(n))), dtype=np.int64)
    return Listed(listed[:, 0].copy(), listed[:, 1].copy())


def first_apart(apart: Mask, pairs: Pairs) -> Listed | None:
    """The first pair (i, j) at which an n × n mask is true, as a list; None where there is none."""
    if isinstance(pairs, EveryPair):
        first, second = np.divmod(np.flatnonzero(apart)[:1], pairs.n)
        found = Listed(first, second)
    else:
        found = pairs.where(apart[pairs.first, pairs.second]).head(1)
    return found if len(found) else None


def joined(parts: list[Listed]) -> Listed:
    """Lists of pairs, one after another."""
    if not parts:
        return Listed(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    return Listed(
        np.concatenate([part.first for part in parts]),
        np.concatenate([part.second for part in parts]),
    )


def ordered(pairs: Listed) -> Listed:
    """The same pairs in lexicographic order."""
    order = np.lexsort((pairs.second, pairs.first))
    return Listed(pairs.first[order], pairs.second[order])
