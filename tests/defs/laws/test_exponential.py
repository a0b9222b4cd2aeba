"""Exponential noise, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.laws.exponential import ExponentialFall, ExponentialRise
from dpverify.defs.numbers import INFINITY, Loss, exp

ONE = Fraction(1)


def test_exponential_noise_of_the_higher_law() -> None:
    """1 + E against E: every output of P is e times as likely, those below 1 are Q's alone."""
    pair = ExponentialRise(ONE)
    assert pair.largest_loss() == pair.divergence(Fraction(7)) == pair.rate() == 1
    assert pair.excess(Loss(0)) == 1 - exp(-1)
    assert pair.excess(Loss(1)) == pair.excess(Loss(2)) == 0
    assert pair.beyond(Loss(Fraction(1, 2))) == 1
    assert pair.beyond(Loss(1)) == 0
    assert pair.loss_range() == pair.gaussian_distance() == INFINITY


def test_exponential_noise_of_the_lower_law() -> None:
    """E against 1 + E: outputs below 1 are impossible there, the others have the loss −1."""
    pair = ExponentialFall(ONE)
    assert pair.largest_loss() == pair.divergence(Fraction(2)) == pair.rate() == INFINITY
    assert pair.excess(Loss(5)) == pair.beyond(Loss(5)) == 1 - exp(-1)
    assert pair.beyond_either_way(Loss(Fraction(1, 2))) == 1
    assert pair.beyond_either_way(Loss(1)) == 1 - exp(-1)
