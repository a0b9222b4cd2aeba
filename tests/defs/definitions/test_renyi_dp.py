"""Rényi DP: the order, what is shown, and exactness."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.definitions.renyi_dp import RenyiDP
from dpverify.defs.numbers import Real, ln
from tests.defs.definitions.samples import RR, channel
from tests.defs.divergences.pairs import decimal_renyi, random_pairs


def test_randomised_response() -> None:
    """D_2 = ln(7/3): it holds at that ε and not below, decided exactly."""
    assert RenyiDP(2, "ln(7/3)").ruling(RR).violated is None
    assert RenyiDP(2, "ln(7/3)").ruling(RR).exact
    assert RenyiDP("3/2", "ln(25/12)").ruling(RR).exact
    less = RenyiDP(2, "ln(7/3) - 1e-30")
    ruling = less.ruling(RR)
    assert ruling.violated is not None
    assert ruling.violated.shown["order"] == "2"  # type: ignore[union-attr]
    assert less.excess(RR, ruling.violated) == Fraction(1, 10**30)  # type: ignore[arg-type]


def test_the_worse_order_of_a_pair() -> None:
    """The larger of D_α(P‖Q) and D_α(Q‖P), in decimals."""
    for p, q in random_pairs(20, seed=31):
        found = RenyiDP("5/2", 1).measured(channel(p, q)).value
        both = max(decimal_renyi(p, q, Fraction(5, 2)), decimal_renyi(q, p, Fraction(5, 2)))
        assert abs(found.approx() - float(both)) < 1e-12


def test_long_orders_are_enclosed() -> None:
    ruling = RenyiDP("1001/10", 2).ruling(RR)
    assert ruling.violated is None
    assert not ruling.exact
    assert isinstance(RenyiDP("1001/10", 2).measured(RR).value, Real)


def test_its_parts() -> None:
    claim = RenyiDP("6/4", 1)
    assert claim.setting == {"alpha": "3/2"}
    assert claim != RenyiDP(2, 1)
    assert claim == RenyiDP("3/2", "1")
    assert RenyiDP.question({"alpha": "2"}).measured(RR).value == ln("7/3")
