"""Gaussian noise, against quadrature."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.laws.gaussian import GaussianShift
from dpverify.defs.numbers import INFINITY, Loss, as_eps
from tests.defs.pairs.oracle import gaussian

SQUARES = [Fraction(1, 4), Fraction(1), Fraction(2), Fraction(9)]


@pytest.mark.parametrize("square", SQUARES, ids=str)
def test_what_is_known_of_the_loss(square: Fraction) -> None:
    """δ(ε), P[L > ε], P[|L| > ε] and the divergences are those of the densities."""
    pair, oracle = GaussianShift(square), gaussian(float(square) ** 0.5)
    for eps in (Fraction(0), Fraction(1, 3), Fraction(2)):
        loss, at = as_eps(eps), float(eps)
        assert pair.excess(loss).approx() == pytest.approx(oracle.excess(at), abs=1e-6)
        assert pair.beyond(loss).approx() == pytest.approx(oracle.beyond(at), abs=2e-3)
        assert pair.beyond_either_way(loss).approx() == pytest.approx(
            oracle.beyond_either_way(at), abs=2e-3
        )
    for order in (Fraction(3, 2), Fraction(2), Fraction(4)):
        if square < 9:  # the tilted law then lies beyond where the oracle looks
            found = pair.divergence(order).approx()
            assert found == pytest.approx(oracle.divergence(float(order)), rel=1e-6)


@pytest.mark.parametrize("square", SQUARES[:3], ids=str)
def test_the_distance_from_normal_laws_is_its_own(square: Fraction) -> None:
    """μ of N(μ,1) against N(0,1) is μ, exactly."""
    distance = GaussianShift(square).gaussian_distance()
    assert distance * distance == square
    found = gaussian(float(square) ** 0.5).gaussian_distance()
    assert found == pytest.approx(float(square) ** 0.5, rel=1e-4)


def test_the_rate_is_the_divergence_per_order() -> None:
    """D_α/α is μ²/2 at every order."""
    pair = GaussianShift(Fraction(3))
    assert all(pair.divergence(a) == pair.rate() * a for a in (Fraction(5, 4), Fraction(7)))
    assert pair.rate() == Fraction(3, 2)


def test_the_loss_has_no_bound() -> None:
    """Pure privacy and bounded range are infinite."""
    pair = GaussianShift(Fraction(1, 100))
    assert pair.largest_loss() == INFINITY == pair.loss_range()
    assert pair.excess(Loss(0)).sign() > 0
