"""All pairs at once: none that may have the largest rate is left out, whatever rows and orders."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact import orders
from dpverify.checkers.exact.moments import powers
from dpverify.checkers.exact.orders import at_least, at_most, reaching
from dpverify.checkers.exact.pairs import EveryPair, Listed
from dpverify.checkers.exact.rates import GRID, deciding
from dpverify.checkers.floats import image_of
from dpverify.defs.channel import Channel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ORDERS = np.geomspace(1.01, 100, 300)[:, None]
KINDS = ("random", "skewed", "zeros", "alike", "huge")


def drawn(kind: str, seed: int, n: int = 9, m: int = 5) -> Channel:
    """A channel; zeros in one column of all; alike: rows that are equal, or nearly so."""
    draw = np.random.default_rng([len(kind), seed])
    weights = [[int(x) for x in row] for row in draw.integers(1, 1000, (n, m))]
    if kind == "skewed":
        weights = [[x**6 for x in row] for row in weights]
    elif kind == "zeros":
        weights = [[*row[:-1], 0] for row in weights]
    elif kind == "alike":
        weights = [[10**9 + x % 2 for x in weights[k // 3]] for k in range(n)]
    elif kind == "huge":
        weights = [[x * 10**60 + 7 * k for k, x in enumerate(row)] for row in weights]
    inputs = [str(i) for i in range(n)]
    return Channel.from_weights(inputs, [str(o) for o in range(m)], weights)


def rates_at(p: Floats, losses: Floats, some: Floats) -> Floats:
    """D_α/α at some orders; the largest term is taken out, so that no exponential overflows."""
    largest = losses.max()
    sums = (p * np.exp((some - 1) * (losses - largest))).sum(axis=1)
    found: Floats = (np.log(sums) / (some[:, 0] - 1) + largest) / some[:, 0]
    return found


def brute(image: Floats, pairs: list[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """D_α/α by 300 orders up to 100: a lower bound of each rate."""
    rates = {}
    for i, j in pairs:
        own = image[i] > 0
        losses = np.log(image[i, own] / image[j, own])
        rates[i, j] = float(rates_at(image[i, own], losses, ORDERS).max())
    return rates


def as_set(pairs: Listed | None) -> set[tuple[int, int]]:
    """The pairs of a list."""
    assert pairs is not None
    return set(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True))


def _lost(image: Floats, asked: Any, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs that were left out, though their rate is the largest by more than floats err by."""
    rates = brute(image, pairs)
    best = max(rates.values())
    kept = as_set(reaching(image, asked, GRID, UNLIMITED))
    assert kept <= set(pairs)
    return [pair for pair in set(pairs) - kept if rates[pair] >= best - 1e-12]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_the_best_pair_is_kept(kind: str, seed: int) -> None:
    """Of all pairs, and of those that a list has."""
    image = image_of(drawn(kind, seed).rows).floats
    every = list(permutations(range(len(image)), 2))
    assert not _lost(image, EveryPair(len(image)), every)
    some = [pair for k, pair in enumerate(every) if k % 3 != seed]
    first, second = (np.array(side) for side in zip(*some, strict=True))
    assert not _lost(image, Listed(first, second), some)


def test_a_wrong_bound_loses_the_best_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above notices rates that are thought too large."""
    every = list(permutations(range(9), 2))
    images = [image_of(drawn("random", seed).rows).floats for seed in range(3)]
    assert not any(_lost(image, EveryPair(9), every) for image in images)
    with monkeypatch.context() as planted:
        real = orders._threshold
        planted.setattr(orders, "_threshold", lambda best, *given: real(2 * best, *given))
        assert any(_lost(image, EveryPair(9), every) for image in images)


def test_orders_beyond_the_last_are_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rate of (0, 1) is large at order 2 and below that of (2, 3) up to 5/4.

    Of (0, 1), Σ P²/Q is about 10^-6/10^-9, so that its rate is at least ln(1000)/2. Without what is
    beyond the last order of the grid, 5/4, it is lost.
    """
    image = np.array([[0.999, 1e-3], [1 - 1e-9, 1e-9], [0.9, 0.1], [0.5, 0.5]])
    asked = Listed(np.array([0, 2]), np.array([1, 3]))
    assert (0, 1) in as_set(reaching(image, asked, GRID[:2], UNLIMITED))
    monkeypatch.setattr(orders, "_beyond", lambda *_: np.zeros((4, 4), dtype=bool))
    assert as_set(reaching(image, asked, GRID[:2], UNLIMITED)) == {(2, 3)}


def _missed(start: int, order: int, threshold: Any) -> int:
    """For how many pairs a threshold is above a moment, though the interval has the rate."""
    image = image_of(drawn("random", 0).rows).floats
    above, below, error = powers(image, Fraction(order)) or (image, image, 0.0)
    some = np.linspace(max(start, 1.01), order, 200)[:, None]
    missed = 0
    for i, j in permutations(range(len(image)), 2):
        rate = float(rates_at(image[i], np.log(image[i] / image[j]), some).max())
        value = float(above[i] @ below[j])
        given = Fraction(start), Fraction(order), error
        missed += value < threshold(rate * (1 - 1e-12), *given)
        most = float(at_most(np.array([value]), error, Fraction(order))[0])
        assert value < orders._threshold(1.001 * most / start, *given)
        assert float(at_least(np.array([value]), error, Fraction(order))[0]) <= most / order
    return missed


@pytest.mark.parametrize(("start", "order"), [(1, 2), (2, 3), (4, 8)])
def test_the_threshold_of_an_interval(start: int, order: int) -> None:
    """It lets pass what has a rate on the interval, and not much that D_b/a does not.

    That D_b is over a, and not over b, is noticed.
    """
    assert not _missed(start, order, orders._threshold)
    real = orders._threshold
    assert _missed(start, order, lambda best, _, end, error: real(best, end, end, error))


def test_what_is_beyond_the_last_order() -> None:
    """No pair is left out whose largest loss, in floats, reaches the rate; the others are."""
    image = image_of(drawn("zeros", 1).rows).floats[:, :-1]
    losses = np.log(image[:, None] / image[None]).max(axis=2)
    for i, j in permutations(range(len(image)), 2):
        assert orders._beyond(image, Fraction(4), losses[i, j] / 4 - 1e-12)[i, j]
    assert not orders._beyond(image, Fraction(4), losses.max() / 4 + 1e-9).any()


def test_a_threshold_beyond_all_floats() -> None:
    """Where the exponential overflows, no moment reaches it; rates of 0 let all pass."""
    assert orders._threshold(1e3, Fraction(1), Fraction(2), 0.0) == np.inf
    assert orders._threshold(0.0, Fraction(1), Fraction(2), 0.0) == -np.inf


def test_a_row_of_tiny_probabilities() -> None:
    """Of weights down to 2^-900 no power but one has an image; the claim is decided elsewhere."""
    image = np.array([[0.5, 0.5], [1.0, 2.0**-900], [2.0**-900, 1.0]])
    assert reaching(image, EveryPair(3), GRID, UNLIMITED) is None
    assert deciding(image, EveryPair(3), UNLIMITED) is None


def test_a_sample_without_a_pair() -> None:
    """Of 130 inputs every second one is tried, and none of these is a neighbour of another."""
    image = image_of(drawn("random", 4, n=130, m=3).rows).floats
    some = [(i, j) for i, j in permutations(range(130), 2) if i % 2 or j % 2]
    some = [(i, j) for i, j in some if (i + j) % 2]
    first, second = (np.array(side) for side in zip(*some, strict=True))
    kept = as_set(deciding(image, Listed(first, second), UNLIMITED))
    losses = np.log(image[first] / image[second])
    rates = [
        np.log((image[first] * np.exp(x * losses)).sum(axis=1)) / x / (x + 1)
        for x in (0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8)
    ]
    best = int(np.max(rates, axis=0).argmax())
    assert (int(first[best]), int(second[best])) in kept
