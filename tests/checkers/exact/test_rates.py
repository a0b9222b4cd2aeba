"""Which pairs may need the largest ρ: a fine grid of orders never points elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact.pairs import EveryPair
from dpverify.checkers.exact.rates import _Bounds, deciding


@pytest.mark.parametrize("seed", range(6))
def test_the_pair_of_the_best_order_is_kept(seed: int) -> None:
    """sup D_α/α by brute force over 4,000 orders from 1.001 to 60, in long floats."""
    draw = np.random.default_rng(seed)
    p = draw.random((12, 6)) ** (1 + seed) + 1e-4
    p /= p.sum(axis=1)[:, None]
    orders = np.geomspace(1.001, 60, 4000).astype(np.longdouble)[:, None]
    rates = np.full((12, 12), -np.inf)
    for i in range(12):
        for j in set(range(12)) - {i}:
            losses = np.log(p[i].astype(np.longdouble) / p[j])
            moment = (p[i] * np.exp((orders - 1) * losses)).sum(axis=1)
            rates[i, j] = (np.log(moment) / (orders[:, 0] - 1) / orders[:, 0]).max()
    left = deciding(p, EveryPair(12), UNLIMITED)
    assert left is not None
    kept = set(zip(left.first.tolist(), left.second.tolist(), strict=True))
    best = np.unravel_index(rates.argmax(), rates.shape)
    assert tuple(map(int, best)) in kept
    assert len(kept) < 40


def test_an_infinite_rate_is_that_of_the_first_pair() -> None:
    """Input 1 never gives the last output, so that the pair (0, 1) decides alone."""
    p = np.array([[0.5, 0.25, 0.25], [0.5, 0.5, 0.0], [0.25, 0.25, 0.5]])
    left = deciding(p, EveryPair(3), UNLIMITED)
    assert left is not None
    assert (left.first.tolist(), left.second.tolist()) == ([0], [1])


@pytest.mark.parametrize("apart", [0.0, 1e-6, 1e-4])
def test_intervals_of_laws_that_are_nearly_alike_are_not_halved(
    apart: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the last order nothing is discarded, so that 2^13 orders would tell nothing."""

    def refine(_: object) -> bool:
        raise AssertionError("intervals are halved")

    monkeypatch.setattr(_Bounds, "refine", refine)
    p = 1 + apart * np.random.default_rng(1).uniform(-1, 1, (20, 6))
    p /= p.sum(axis=1)[:, None]
    left = deciding(p, EveryPair(20), UNLIMITED)
    assert left is not None
    assert len(left) == 20 * 19
