"""Bars of losses, read back from their SVG."""

from __future__ import annotations

import math

import pytest

import dpverify as dv
from dpverify.reports.drawings.loss_profile import loss_bars, loss_profile
from dpverify.reports.drawings.pair import pair_of
from tests.reports.drawings.samples import PAIR, of_class, read


def test_bars_by_hand() -> None:
    """By loss, what is in the event and what is not; what never happens has no bar."""
    bars, binned = loss_bars(PAIR)
    assert not binned
    assert {round(loss, 6): parts for loss, parts in bars.items()} == {
        round(math.log(2), 6): (0.5, 0.0),
        math.inf: (0.25, 0.0),
        round(-math.log(3), 6): (0.0, 0.25),
    }


def test_many_losses_share_bars_and_lose_no_mass() -> None:
    weights = [[1 + j for j in range(150)], [150 - j for j in range(150)]]
    many = dv.Channel.from_weights(["0", "1"], [str(j) for j in range(150)], weights)
    pair = pair_of(many, ("0", "1"), ["149"])
    bars, binned = loss_bars(pair)
    assert binned
    assert len(bars) <= 62
    assert sum(sum(parts) for parts in bars.values()) == pytest.approx(1)
    assert sum(parts[0] for parts in bars.values()) == pytest.approx(pair.p[149])
    assert "share a bar" in "".join(read(loss_profile(pair, {"eps": 1.0})).texts)


def test_an_infinite_loss_stands_at_the_right_end() -> None:
    found = read(loss_profile(PAIR, {"eps": 1.0}))
    assert "∞" in found.texts
    inside = [float(bar["x"]) for bar in of_class(found, "bar in") if bar["height"] != "10"]
    others = [float(bar["x"]) for bar in of_class(found, "bar") if bar["height"] != "10"]
    assert len(inside) == 2
    assert max(inside) > min(inside) > max(others)
