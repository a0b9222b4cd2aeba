"""Which pairs may have the lowest trade-off somewhere: those of the exact hull are all kept."""

from __future__ import annotations

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact.curves import deciding
from dpverify.checkers.exact.pairs import EveryPair
from dpverify.checkers.floats import image_of
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.f_dp import FDP
from dpverify.defs.definitions.gaussian_dp import GaussianDP
from dpverify.defs.numbers import Value

N, M = 8, 5


@pytest.mark.parametrize("seed", range(5))
def test_the_pairs_of_the_lowest_lines_are_kept(seed: int) -> None:
    """The pair of the largest δ(ε), which touches the hull, for 41 slopes e^ε: by brute force."""
    weights = np.random.default_rng(seed).integers(1, 1000, (N, M))
    inputs, outputs = ([str(k) for k in range(count)] for count in (N, M))
    channel = Channel.from_weights(inputs, outputs, weights)
    p = weights / weights.sum(axis=1)[:, None]
    left = deciding(
        FDP.question({}), channel, image_of(channel.rows).floats, EveryPair(N), UNLIMITED
    )
    assert left is not None
    kept = set(zip(left.first.tolist(), left.second.tolist(), strict=True))
    for odds in np.geomspace(0.1, 10, 41):
        # 1 − Q(S) + E·P(S) is least where Q(S) − E·P(S) is largest.
        gains = np.maximum(p[None, :, :] - odds * p[:, None, :], 0).sum(axis=2)
        np.fill_diagonal(gains, -1)
        if gains.max() > max(0, 1 - odds) + 1e-9:
            assert tuple(map(int, np.unravel_index(gains.argmax(), gains.shape))) in kept


def test_another_support_is_infinite_for_gaussian_dp() -> None:
    """The first pair of which one input gives what the other cannot."""
    channel = Channel(["a", "b", "c"], ["y", "z"], [["1/2", "1/2"], ["1/4", "3/4"], ["0", "1"]])
    left = deciding(
        GaussianDP(mu=Value(1)), channel, image_of(channel.rows).floats, EveryPair(3), UNLIMITED
    )
    assert left is not None
    assert (left.first.tolist(), left.second.tolist()) == ([0], [2])
