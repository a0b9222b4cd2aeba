"""Truncated concentrated DP: exact orders, a grid of floats, and zCDP beyond them."""

from __future__ import annotations

from fractions import Fraction
from math import log

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError

RARE = (Fraction(1, 100), Fraction(1, 1000))


def _bit(p: Fraction, q: Fraction) -> dv.Channel:
    pair = [("x", "z")]
    return dv.Channel(["x", "z"], ["1", "0"], [[p, 1 - p], [q, 1 - q]], pair, directed=True)


def _rho(channel: dv.Channel, order: str) -> float:
    return float(dv.over_pairs("truncated-cdp", channel, order=order).value)


def _rate(p: Fraction, q: Fraction, order: float) -> float:
    """D_α/α in floats."""
    pairs = ((float(p), float(q)), (1 - float(p), 1 - float(q)))
    moment = sum(a**order * b ** (1 - order) for a, b in pairs)
    return log(moment) / (order - 1) / order


@pytest.mark.parametrize("order", ["3/2", "2", "5", "20"])
def test_against_a_grid_of_orders(order: str) -> None:
    """The largest D_α/α of 2,000 orders up to ω is no more, and nearly as much."""
    most = float(Fraction(order))
    grid = max(_rate(*RARE, 1 + (most - 1) * k / 2000) for k in range(1, 2001))
    assert grid - 1e-12 <= _rho(_bit(*RARE), order) <= grid * (1 + 1e-6)


def test_the_rate_at_order_two_by_hand() -> None:
    """D_α/α rises up to about 5.4 here, so at ω = 2 it is half of ln Σ P²/Q."""
    p, q = RARE
    exact = log(p**2 / q + (1 - p) ** 2 / (1 - q)) / 2
    assert _rho(_bit(*RARE), "2") == pytest.approx(exact, rel=2e-9)


def test_randomised_response_and_many_orders() -> None:
    """There the limit at order 1 is the largest, ½·ln 3 exactly; with many orders it is zCDP."""
    response = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    assert dv.over_pairs("truncated-cdp", response, order="3/2").value == dv.parse("1/2*ln(3)")
    every = dv.measure(_bit(*RARE), "zcdp").tight["rho"].upper  # type: ignore[union-attr]  # bounds
    assert _rho(_bit(*RARE), "1000") == pytest.approx(float(every), rel=1e-8)


@pytest.mark.parametrize("order", ["1", "1/2", "2**(1/2)", None])
def test_one_clear_line(order: str | None) -> None:
    """Orders are above 1 and rational."""
    with pytest.raises(UsageError, match=r"must be a rational number above 1|give order"):
        dv.over_pairs("truncated-cdp", _bit(*RARE), order=order)
    with pytest.raises(UsageError, match="has no largest order; leave order out"):
        dv.over_pairs("ternary-difference", _bit(*RARE), order=2)
