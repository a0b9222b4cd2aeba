"""The pairs that may reach a bound at some odds: those that do are all left."""

from __future__ import annotations

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact import curves, grids
from dpverify.checkers.exact.divergences import narrowed
from dpverify.checkers.exact.grids import Lines, odds_of, reaching
from tests.checkers.exact.test_divergences import claim, drawn, told

N, M = 40, 12


def laws(kind: str) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Flat ones, steep ones, ones with zeros, and ones that differ in the 9th digit alone."""
    draw = np.random.default_rng(len(kind))
    p = draw.random((N, M)) + 0.01
    if kind == "steep":
        p **= 9
    elif kind == "zero":
        p[draw.random((N, M)) < 0.1] = 0
    elif kind == "near":
        p = 1 + 1e-9 * p
    found: np.ndarray[tuple[int, int], np.dtype[np.float64]] = p / p.sum(axis=1)[:, None]
    return found


def largest(p: np.ndarray[tuple[int, int], np.dtype[np.float64]], odds: float) -> tuple[int, int]:
    """The pair of the largest Σ max(0, P − E·Q), and by which it is known not to be rounding."""
    gains = np.maximum(p[:, None] - odds * p[None], 0).sum(axis=2)
    i, j = np.unravel_index(int(gains.argmax()), gains.shape)
    return int(i), int(j)


@pytest.mark.parametrize("kind", ["flat", "steep", "zero", "near"])
def test_the_largest_pairs_of_all_odds_are_left(kind: str) -> None:
    """At 400 odds beside the grid, up to those where nothing is gained any more."""
    p = laws(kind)
    left = reaching(p, odds_of(p), None, UNLIMITED)
    pairs = set(zip(left.first.tolist(), left.second.tolist(), strict=True))
    for odds in np.geomspace(1, 1e6, 400):
        i, j = largest(p, odds)
        if np.maximum(p[i] - odds * p[j], 0).sum() > 1e-12:
            assert {(i, j), (j, i)} <= pairs
    if kind == "flat":
        assert len(pairs) < N * N / 4


def test_what_is_left_reaches_a_given_line() -> None:
    """A bound that one pair alone exceeds, and one that no pair does."""
    p = laws("flat")
    odds = odds_of(p)
    i, j = largest(p, 1)
    above = np.full_like(odds, np.maximum(p[i] - p[j], 0).sum() - 1e-5)
    left = reaching(p, odds, Lines(odds, above, np.zeros_like(odds)), UNLIMITED)
    assert (i, j) in set(zip(left.first.tolist(), left.second.tolist(), strict=True))
    none = reaching(p, odds, Lines(odds, np.ones_like(odds), np.zeros_like(odds)), UNLIMITED)
    assert len(none) <= 2 * (1 - grids.RARE) * N * N + 2


@pytest.mark.parametrize("kind", ["random", "zeros", "ties", "near", "tiny"])
def test_the_trade_off_function_is_that_of_all_pairs(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exactly, corner by corner, where grids are used for channels of any size."""
    monkeypatch.setattr(curves, "WORTH", 0)
    for seed in range(2):
        channel, question = drawn(kind, seed), claim("f-dp", {})
        few = narrowed(question, channel, UNLIMITED)
        assert told(question.measured(few)) == told(question.measured(channel))


@pytest.mark.parametrize("kind", ["ties"])
def test_the_worst_normal_law_is_that_of_all_pairs(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """μ of Gaussian DP, with the pair and the event."""
    monkeypatch.setattr(curves, "WORTH", 0)
    channel, question = drawn(kind, 1), claim("gaussian-dp", {})
    few = narrowed(question, channel, UNLIMITED)
    assert told(question.measured(few)) == told(question.measured(channel))
