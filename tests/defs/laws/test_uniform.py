"""Uniform noise, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.laws.uniform import UniformShift
from dpverify.defs.numbers import INFINITY, Loss


def test_uniform_noise() -> None:
    """U[0,4] against U[1,5]: a quarter lies where the other law has nothing."""
    pair = UniformShift(Fraction(1, 4))
    assert pair.excess(Loss(0)) == pair.excess(Loss(9)) == Fraction(1, 4)
    assert pair.beyond(Loss(9)) == pair.beyond_either_way(Loss(9)) == Fraction(1, 4)
    assert pair.largest_loss() == pair.rate() == pair.gaussian_distance() == INFINITY
    assert pair.divergence(Fraction(2)) == pair.loss_range() == INFINITY
