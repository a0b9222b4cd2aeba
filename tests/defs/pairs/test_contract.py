"""Pairs that no law of noise is needed for."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.numbers import INFINITY, Loss
from dpverify.defs.pairs.contract import Disjoint, Identical


def test_equal_laws() -> None:
    """Nothing is learnt."""
    pair = Identical()
    assert pair.excess(Loss(0)) == pair.largest_loss() == pair.loss_range() == pair.rate() == 0
    assert pair.divergence(Fraction(2)) == pair.beyond(Loss(0)) == pair.gaussian_distance() == 0


def test_disjoint_laws() -> None:
    """One output tells all."""
    pair = Disjoint()
    assert pair.excess(Loss(3)) == pair.beyond(Loss(0)) == pair.beyond_either_way(Loss(9)) == 1
    assert pair.largest_loss() == pair.loss_range() == pair.rate() == INFINITY
    assert pair.gaussian_distance() == pair.divergence(Fraction(2)) == INFINITY
