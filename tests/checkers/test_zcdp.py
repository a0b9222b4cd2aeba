"""Concentrated differential privacy: against sums by hand, and against a grid of orders."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import pytest

from dpverify.checkers.zcdp import concentration, concentration_of, renyi
from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value

F = Fraction
P = [Value(3) / 4, Value(1) / 4]
Q = [Value(1) / 4, Value(3) / 4]


def plain(p: list[float], q: list[float], alpha: float) -> float:
    """D_α/α in floats."""
    return log(sum(a**alpha * b ** (1 - alpha) for a, b in zip(p, q, strict=True))) / (
        (alpha - 1) * alpha
    )


def test_renyi_of_orders_one_and_two() -> None:
    """D_1 = ln(3)/2; D_2 = ln(9/4 + 1/12) = ln(7/3)."""
    assert float(renyi(P, Q, F(1)).mid()) == pytest.approx(log(3) / 2)
    assert float(renyi(P, Q, F(2)).mid()) == pytest.approx(log(7 / 3))


def test_a_grid_of_orders_is_below() -> None:
    """No order gives more than the upper bound, and one gives the lower."""
    p, q = [Value(1) / 100, Value(99) / 100], [Value(1) / 2, Value(1) / 2]
    for one, two in ((P, Q), (p, q), (q, p)):
        low, high, order = concentration(one, two)
        assert float(high.mid()) - float(low.mid()) <= 2e-6
        a, b = ([x.approx() for x in law] for law in (one, two))
        grid = [1 + i / 50 for i in range(1, 1000)]
        best = max(plain(a, b, alpha) for alpha in grid)
        assert best <= float(high.mid()) + 1e-9
        assert best >= float(low.mid()) - 2e-2
        if order > 1:
            assert plain(a, b, float(order)) == pytest.approx(float(low.mid()))


def test_an_order_in_between() -> None:
    """A rare output with a large ratio: the supremum is at an order above 1."""
    rare = Value(1) / 1000
    p, q = [rare, Value(1) - rare], [rare / 1000, Value(1) - rare / 1000]
    low, _, order = concentration(p, q)
    assert order > F(3, 2)
    kullback = float(renyi(p, q, F(1)).mid())
    assert float(low.mid()) > 2 * kullback


def test_equal_laws() -> None:
    """0, up to the width."""
    low, high, _ = concentration(P, P)
    assert abs(float(low.mid())) < 1e-20
    assert 0 <= float(high.mid()) <= 2e-6


def test_infinite() -> None:
    """An output that one law never gives."""
    with pytest.raises(Undecided, match="infinite"):
        concentration([Value(1) / 2, Value(1) / 2], [Value(1), Value(0)])


def test_a_channel() -> None:
    """Randomised response with e^ε = 3: ρ at α → 1 is ln(3)/2, less than ε²/2."""
    channel = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]], neighbours="all")
    found = concentration_of(channel)
    assert found.order == 1
    assert float(found.lower.mid()) == pytest.approx(log(3) / 2)
    assert float(found.upper.mid()) <= log(3) ** 2 / 2
    assert exp(2 * float(found.lower.mid())) == pytest.approx(3)
