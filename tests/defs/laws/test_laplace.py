"""Laplace noise, against quadrature and against the proofs in the module's docstring."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.laplace import LaplaceShift
from dpverify.defs.numbers import Loss, Value, as_eps, exp, ln
from tests.defs.pairs.oracle import laplace

SHARES = [Fraction(1, 10), Fraction(1), Fraction(5, 2), Fraction(6)]


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_what_is_known_of_the_loss(share: Fraction) -> None:
    """δ(ε), P[L > ε], P[|L| > ε] and the divergences are those of the densities."""
    pair, oracle = LaplaceShift([share]), laplace(float(share))
    for eps in (Fraction(0), share / 3, share * 2 / 3):
        loss, at = as_eps(eps), float(eps)
        assert pair.excess(loss).approx() == pytest.approx(oracle.excess(at), abs=1e-5)
        assert pair.beyond(loss).approx() == pytest.approx(oracle.beyond(at), abs=2e-3)
        if eps:
            assert pair.beyond_either_way(loss).approx() == pytest.approx(
                oracle.beyond_either_way(at), abs=2e-3
            )
    for order in (Fraction(3, 2), Fraction(2), Fraction(5)):
        found = pair.divergence(order).approx()
        assert found == pytest.approx(oracle.divergence(float(order)), rel=1e-6)


def test_by_hand() -> None:
    """At t = 1: the loss is at most 1, its range 2, D_2 = ln(2e/3 + e⁻²/3), ρ = e⁻¹."""
    pair = LaplaceShift([Fraction(1)])
    assert (str(pair.largest_loss()), str(pair.loss_range())) == ("1", "2")
    assert pair.divergence(Fraction(2)) == ln(exp(1) * Fraction(2, 3) + exp(-2) / 3)
    assert pair.rate() == exp(-1)


@pytest.mark.parametrize("share", SHARES, ids=str)
def test_the_distance_from_normal_laws(share: Fraction) -> None:
    """The largest μ over all tests is the one of the symmetric test, as proved."""
    found = LaplaceShift([share]).gaussian_distance().approx()
    assert found == pytest.approx(laplace(float(share)).gaussian_distance(), rel=2e-3)


@pytest.mark.parametrize("shares", [[share] for share in SHARES] + [SHARES], ids=str)
def test_no_order_beats_the_limit(shares: list[Fraction]) -> None:
    """D_α/α does not increase in α, and comes near its limit at α → 1."""
    pair = LaplaceShift(shares)
    orders = [1 + Fraction(2) ** k for k in range(-10, 7)]
    ratios = [pair.divergence(order) / Value(order) for order in orders]
    values = [ratio.approx() for ratio in ratios]
    assert values == sorted(values, reverse=True)
    assert all(ratio < pair.rate() for ratio in ratios)
    assert values[0] == pytest.approx(pair.rate().approx(), rel=1e-2)


def test_several_values_add_up() -> None:
    """Divergences and largest losses of independent values are sums."""
    both = LaplaceShift([Fraction(1), Fraction(1, 2)])
    parts = [LaplaceShift([Fraction(1)]), LaplaceShift([Fraction(1, 2)])]
    order = Fraction(3)
    assert both.divergence(order) == parts[0].divergence(order) + parts[1].divergence(order)
    assert both.rate() == parts[0].rate() + parts[1].rate()
    assert both.largest_loss() == Loss(Fraction(3, 2))


def test_what_is_not_known_is_said() -> None:
    """Of several values the comparison with normal laws is refused, with the kind of noise."""
    with pytest.raises(Undecided, match="Laplace noise on several values"):
        LaplaceShift([Fraction(1), Fraction(1)]).gaussian_distance()
