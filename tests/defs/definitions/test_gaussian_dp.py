"""Gaussian DP: against the standard library's normal law, and the ends of its range."""

from __future__ import annotations

from statistics import NormalDist

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import GaussianDP
from dpverify.defs.numbers import INFINITY
from tests.defs.definitions.samples import CONSTANT, RR, SPLIT, channel, related
from tests.defs.divergences.pairs import random_pairs
from tests.defs.divergences.test_trade_off import errors

NORMAL = NormalDist()


def test_randomised_response() -> None:
    """The corner (1/4, 1/4): μ = 2·Φ⁻¹(3/4) = 1.3489795…"""
    found = GaussianDP(1).measured(RR).value
    assert found.approx() == pytest.approx(2 * NORMAL.inv_cdf(0.75))
    assert GaussianDP("1.34897951").ruling(RR).violated is None
    claim = GaussianDP("1.3489795")
    spot = claim.ruling(RR).violated
    assert spot is not None
    assert spot.event == ("1",)  # type: ignore[union-attr]
    excess = claim.excess(RR, spot)  # type: ignore[arg-type]
    expected = NORMAL.cdf(NORMAL.inv_cdf(0.75) - 1.3489795) - 0.25
    assert excess.approx() == pytest.approx(expected, rel=1e-3, abs=1e-12)


def test_brute_force_over_events() -> None:
    """The largest Φ⁻¹(1−α) − Φ⁻¹(β) over all events, in both orders."""
    for p, q in random_pairs(40, seed=51):
        every = [*errors(p, q), *errors(q, p)]
        worst = max(
            [NORMAL.inv_cdf(float(1 - a)) - NORMAL.inv_cdf(float(b))
             for a, b in every if 0 < a < 1 and 0 < b < 1] or [0.0]
        )  # fmt: skip
        found = GaussianDP(1).measured(channel(p, q)).value
        assert found.approx() == pytest.approx(max(worst, 0.0), abs=1e-7)


def test_the_ends() -> None:
    """0 for equal laws; infinite where an output is possible on one input alone, either way."""
    assert GaussianDP(1).measured(CONSTANT).value == 0
    assert GaussianDP(0).ruling(CONSTANT).violated is None
    for first, second in (("a", "b"), ("b", "a")):
        one = related(SPLIT, [[first, second]], directed=True)
        assert GaussianDP(9).measured(one).value == INFINITY
        spot = GaussianDP(9).ruling(one).violated
        assert spot is not None
        assert GaussianDP(9).excess(one, spot) > 0  # type: ignore[arg-type]


def test_rare_events() -> None:
    """Probabilities near 0 and near 1 keep their digits: α = 1e-30, β = 1 − 2e-30."""
    tiny = Channel(["a", "b"], ["y", "z"], [["1e-30", "1-1e-30"], ["2e-30", "1-2e-30"]])
    found = GaussianDP(1).measured(tiny).value
    assert found.approx() == pytest.approx(NORMAL.inv_cdf(2e-30) - NORMAL.inv_cdf(1e-30), rel=1e-6)
