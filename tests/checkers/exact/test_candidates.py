"""The float passes keep what can matter."""

from __future__ import annotations

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact import candidates as module
from dpverify.checkers.exact.candidates import candidates, exceeding
from dpverify.checkers.exact.pairs import EveryPair, Listed
from dpverify.checkers.exact.scores import Kind, Scores
from dpverify.checkers.floats import image_of
from dpverify.defs.channel import Channel
from tests.checkers.exact.channels import labels, seeded


def channel(n: int) -> Channel:
    """A random channel with repeated rows."""
    rng = seeded(n)
    weights = [[rng.randint(0, 9) for _ in range(n)] + [1] for _ in range(n)]
    weights[n // 2] = weights[0]
    return Channel.from_weights(labels(n), labels(n + 1), weights)


def exact_scores(scores: Scores, n: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """All scores by plain loops over floats, with −1 on the diagonal."""
    table = np.full((n, n), -1.0)
    for i in range(n):
        for j in range(n):
            if i != j:
                above = scores.sure(np.array([i]), np.array([j]))[0]
                discount = scores.odds * scores.p[j] if scores.kind == "hockey" else 0.0
                table[i, j] = float(((scores.p[i] - discount) * above).sum())
    return table


@pytest.mark.parametrize("kind", ["hockey", "tail", "absolute"])
@pytest.mark.parametrize("worth_cdist", [0, 10**9])
@pytest.mark.parametrize("listed", [False, True])
def test_the_first_largest_pair_is_kept(
    kind: Kind, worth_cdist: int, listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever pass is taken, the first pair of largest score is among few candidates."""
    monkeypatch.setattr(module, "WORTH_CDIST", worth_cdist)
    n = 12
    scores = Scores(image_of(channel(n).rows), 1.7, kind)
    table = exact_scores(scores, n)
    first, second = np.nonzero(table >= 0)
    pairs = Listed(first, second) if listed else EveryPair(n)
    left = candidates(scores, pairs, UNLIMITED)
    expected = divmod(int((table > table.max() - 1e-9).argmax()), n)
    found = [left.pair(k) for k in range(len(left))]
    assert expected in found
    assert found == sorted(found)
    assert len(found) <= 4


@pytest.mark.parametrize("worth_cdist", [0, 10**9])
def test_what_may_exceed_a_bound(worth_cdist: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly the pairs above the bound are kept, with upper bounds of their scores."""
    monkeypatch.setattr(module, "WORTH_CDIST", worth_cdist)
    n = 12
    scores = Scores(image_of(channel(n).rows), 1.2, "hockey")
    table = exact_scores(scores, n)
    bound = float(np.sort(table, axis=None)[-20]) - 1e-6
    left, uppers = exceeding(scores, EveryPair(n), bound, UNLIMITED)
    expected = np.argwhere(table > bound).tolist()
    assert [list(left.pair(k)) for k in range(len(left))] == expected
    assert (np.abs(uppers - table[left.first, left.second]) < 1e-9).all()


def test_of_pairs_without_any_excess_the_first_is_kept() -> None:
    """Equal rows have score 0 everywhere; one pair stands for all."""
    same = Channel.from_weights(labels(9), labels(2), [[1, 2]] * 9)
    for odds in (1.0, 3.0):
        scores = Scores(image_of(same.rows), odds, "hockey")
        left = candidates(scores, EveryPair(9), UNLIMITED)
        assert left.pair(0) == (0, 1)


@pytest.mark.parametrize("kind", ["hockey", "tail"])
def test_blocks_of_one_input_change_nothing(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """City-block distances taken row by row leave the pairs that one call leaves."""
    monkeypatch.setattr(module, "WORTH_CDIST", 0)
    n = 12
    scores = Scores(image_of(channel(n).rows), 1.2, kind)
    bound = float(np.sort(exact_scores(scores, n), axis=None)[-20]) - 1e-6

    def left() -> list[list[tuple[int, int]]]:
        found = candidates(scores, EveryPair(n), UNLIMITED)
        above, _ = exceeding(scores, EveryPair(n), bound, UNLIMITED)
        return [[pairs.pair(k) for k in range(len(pairs))] for pairs in (found, above)]

    at_once = left()
    monkeypatch.setattr(module, "BLOCK_WORK", 1)
    assert left() == at_once
    assert min(map(len, at_once)) > 0
