"""The pairs that may reach a bound at some odds: those that do are all left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact import curves, grids
from dpverify.checkers.exact.divergences import narrowed
from dpverify.checkers.exact.grids import Lines, highest, odds_of, reaching, sampled
from dpverify.checkers.exact.pairs import Listed
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
    left = reaching(p, sampled(p, odds_of(p), UNLIMITED), None, UNLIMITED)
    pairs = set(zip(left.first.tolist(), left.second.tolist(), strict=True))
    for odds in np.geomspace(1, 1e6, 400):
        i, j = largest(p, odds)
        if np.maximum(p[i] - odds * p[j], 0).sum() > 1e-12:
            assert {(i, j), (j, i)} <= pairs
    if kind == "flat":
        assert len(pairs) < N * N / 4


@pytest.mark.parametrize("kind", ["flat", "steep", "zero", "near"])
@pytest.mark.parametrize(("low", "high"), [(1.0, 12.0), (1.7, 1.8), (3.0, 1e5)])
def test_the_largest_pairs_between_two_odds_are_left(kind: str, low: float, high: float) -> None:
    """At 200 odds between them, in this order of the pair alone."""
    p = laws(kind)
    left = highest(p, low, high, UNLIMITED)
    pairs = list(zip(left.first.tolist(), left.second.tolist(), strict=True))
    assert pairs == sorted(set(pairs))
    for odds in np.geomspace(low, high, 200):
        i, j = largest(p, odds)
        if np.maximum(p[i] - odds * p[j], 0).sum() > 1e-12:
            assert (i, j) in pairs
    if kind == "flat" and high < 100:
        assert len(pairs) < N * N / 4


@pytest.mark.parametrize("first_look", [1.0, 0.5])
@pytest.mark.parametrize("dense", [0.0, 2.0])
@pytest.mark.parametrize("kind", ["flat", "steep", "zero"])
def test_two_looks_leave_what_one_does(
    kind: str, dense: float, first_look: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All pairs at all odds at once, or at few odds and the rest pair by pair, or row by row."""
    p = laws(kind)
    grid = sampled(p, odds_of(p), UNLIMITED)
    least = np.full_like(grid.odds, 0.01 if kind == "steep" else 0.05)
    bounds = [None, Lines(grid.odds, least, np.zeros_like(least))]
    monkeypatch.setattr(grids, "LAST_LOOK", 0.0)
    monkeypatch.setattr(grids, "FIRST_LOOK", 0.0)
    at_once = [reaching(p, grid, lines, UNLIMITED) for lines in bounds]
    monkeypatch.setattr(grids, "FIRST_LOOK", first_look)
    monkeypatch.setattr(grids, "DENSE", dense)
    looks = []
    known = grids._at_all_odds

    def noted(*given: Any) -> Any:
        looks.append(len(given[2]) - len(given[3][0]))
        return known(*given)

    monkeypatch.setattr(grids, "_at_all_odds", noted)
    for lines, one in zip(bounds, at_once, strict=True):
        two = reaching(p, grid, lines, UNLIMITED)
        assert two.first.tolist() == one.first.tolist()
        assert two.second.tolist() == one.second.tolist()
    assert (kind, first_look) != ("flat", 1.0) or max(looks) > 0


def test_a_line_is_taken_with_more_slack_where_odds_are_far_apart() -> None:
    """Of 10⁵ floats, a sum of up to the quotient of the odds errs by less."""
    odds = np.array([1.0, 2.0, 2000.0])
    _, bound = Lines(odds, np.ones(3), np.zeros(3)).places()
    assert np.allclose(1 - bound[:, 0], grids.LINE)
    assert np.allclose(1 - bound[:, 1], 100 * grids.LINE)


def test_products_are_kept_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """And are the same where they are not."""
    p = laws("flat")
    monkeypatch.setattr(grids, "ROOM", 4 * p.size)
    products = grids.Products(p)
    first, second = products.at(1.5), products.at(2.5)
    assert products.at(1.5) is first
    assert products.at(2.5) is not second
    assert np.array_equal(products.at(2.5), second)


def test_what_is_left_reaches_a_given_line() -> None:
    """A bound that one pair alone exceeds, and one that no pair does."""
    p = laws("flat")
    odds = odds_of(p)
    i, j = largest(p, 1)
    above = np.full_like(odds, np.maximum(p[i] - p[j], 0).sum() - 1e-5)
    sample = sampled(p, odds, UNLIMITED)
    left = reaching(p, sample, Lines(odds, above, np.zeros_like(odds)), UNLIMITED)
    assert (i, j) in set(zip(left.first.tolist(), left.second.tolist(), strict=True))
    none = reaching(p, sample, Lines(odds, np.ones_like(odds), np.zeros_like(odds)), UNLIMITED)
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


def inputs_of(pairs: Listed) -> tuple[list[int], list[int]]:
    """First and second inputs of pairs."""
    return pairs.first.tolist(), pairs.second.tolist()


@pytest.mark.parametrize("kind", ["flat", "steep"])
def test_both_orders_of_a_pair_are_seen_at_once(kind: str) -> None:
    """The hull and the pairs at it are those of all ordered pairs, one after another.

    With zeros, one of the orders also keeps pairs for a second corner at (1, 0) that says nothing;
    that the whole function is the same is tested above.
    """
    p = laws(kind)
    first, second = (index.ravel() for index in np.indices((N, N)))
    every = Listed(first, second).where(first != second)
    half = every.where(every.first < every.second)
    whole = curves._lowest(p, every, UNLIMITED)
    curve = curves._lowest(p, half, UNLIMITED, mirrored=True)
    at = np.linspace(0, 1, 1001)
    # Points of the other order are moved to the right by what β may err by, so as not to be below.
    assert (np.interp(at, *curve) >= np.interp(at, *whole) - 1e-13).all()
    assert (np.interp(at, *curve) <= np.interp(at - 1e-12, *whole) + 1e-12)[at > 0].all()
    one = curves._below(p, every, whole, UNLIMITED)
    both = curves._below(p, half, whole, UNLIMITED, mirrored=True)
    assert inputs_of(both) == inputs_of(one)
    assert set(zip(*inputs_of(one), strict=True)) <= set(
        zip(*inputs_of(curves._below(p, half, curve, UNLIMITED, mirrored=True)), strict=True)
    )
    assert 0 < len(one) < len(every)
