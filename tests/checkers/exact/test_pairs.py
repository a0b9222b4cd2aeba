"""Ordered pairs in blocks."""

from __future__ import annotations

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact import pairs as module
from dpverify.checkers.exact.pairs import EveryPair, Listed, joined, ordered, pairs_of
from dpverify.checkers.exact.question import Question
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import LocalDP, PureDP


def listed(*pairs: tuple[int, int]) -> Listed:
    """The given pairs."""
    first, second = zip(*pairs, strict=True)
    return Listed(np.array(first), np.array(second))


def as_list(pairs: Listed) -> list[tuple[int, int]]:
    """The pairs as tuples."""
    return [pairs.pair(k) for k in range(len(pairs))]


def test_every_pair_once_and_none_with_itself() -> None:
    """One block for each first input; an input with itself is left out."""
    found = []
    for block in EveryPair(4).blocks(10):
        chosen, at = block.chosen(np.ones(4, dtype=bool))
        assert at.tolist() == chosen.second.tolist()
        found += as_list(chosen)
    assert found == [(i, j) for i in range(4) for j in range(4) if i != j]


def test_listed_pairs_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of any size give all pairs in order."""
    monkeypatch.setattr(module, "BLOCK", 6)
    pairs = listed((0, 1), (0, 2), (1, 0), (2, 1), (3, 0))
    blocks = list(pairs.blocks(3))
    assert len(blocks) == 3
    sizes = [2, 2, 1]
    masks = [np.array([True, False])[:size] for size in sizes]
    found = [block.chosen(mask)[0] for block, mask in zip(blocks, masks, strict=True)]
    assert [as_list(part) for part in found] == [[(0, 1)], [(1, 0)], [(3, 0)]]


def test_lists_of_pairs() -> None:
    """Joined, ordered, filtered, cut."""
    pairs = joined([listed((2, 1), (0, 3)), listed((0, 1))])
    assert as_list(ordered(pairs)) == [(0, 1), (0, 3), (2, 1)]
    assert as_list(pairs.where(np.array([True, False, True]))) == [(2, 1), (0, 1)]
    assert as_list(pairs.head(1)) == [(2, 1)]
    assert len(joined([])) == 0


def test_the_pairs_of_a_question() -> None:
    """The listed neighbours in both orders, or all pairs where the definition ranges over them."""
    channel = Channel(["a", "b", "c"], ["y"], [["1"]] * 3, [["c", "a"]])
    relation = pairs_of(Question(channel, PureDP, "eps", {}, UNLIMITED))
    assert isinstance(relation, Listed)
    assert as_list(relation) == [(0, 2), (2, 0)]
    every = pairs_of(Question(channel, LocalDP, "eps", {}, UNLIMITED))
    assert isinstance(every, EveryPair)
    assert every.n == 3
