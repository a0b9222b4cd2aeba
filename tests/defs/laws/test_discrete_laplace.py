"""Discrete Laplace noise, against sums of floats and against the proofs in the docstring."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.discrete_laplace import LAW, DiscreteLaplaceShift
from dpverify.defs.numbers import INFINITY, Loss, as_eps, exp
from tests.defs.laws.lattice import Masses

CASES = [
    (Fraction(1), 1),
    (Fraction(2), 1),
    (Fraction(3, 2), 2),
    (Fraction(3), 5),
    (Fraction(1), 6),
]


def oracle(scale: Fraction, steps: int) -> Masses:
    return Masses(lambda z: math.exp(-abs(z) / float(scale)), steps)


@pytest.mark.parametrize(("scale", "steps"), CASES)
def test_every_answer_is_that_of_the_masses(scale: Fraction, steps: int) -> None:
    pair, truth = DiscreteLaplaceShift([scale], [steps]), oracle(scale, steps)
    for level in (Fraction(0), Fraction(1, 3), Fraction(11, 10), Fraction(3)):
        eps = as_eps(level)
        for name in ("excess", "beyond", "beyond_either_way"):
            wanted = getattr(truth, name)(float(level))
            assert getattr(pair, name)(eps).approx() == pytest.approx(wanted, abs=1e-9), name
    for order in (Fraction(3, 2), Fraction(2), Fraction(7)):
        assert pair.divergence(order).approx() == pytest.approx(truth.divergence(float(order)))
    assert pair.rate().approx() == pytest.approx(truth.expected())
    assert pair.gaussian_distance().approx() == pytest.approx(truth.gaussian_distance())
    assert pair.largest_loss() == Loss(steps / scale)
    assert pair.loss_range() == Loss(2 * steps / scale)


@pytest.mark.parametrize(("scale", "steps"), CASES)
def test_the_rate_is_the_limit_at_one(scale: Fraction, steps: int) -> None:
    """D_α/α falls."""
    pair = DiscreteLaplaceShift([scale], [steps])
    orders = [Fraction(1) + Fraction(1, 10**5), Fraction(11, 10), Fraction(2), Fraction(20)]
    ratios = [pair.divergence(order).approx() / float(order) for order in orders]
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[0] == pytest.approx(pair.rate().approx(), rel=1e-3)


def test_one_step_by_hand() -> None:
    """P[z ≥ 1] = 1/(1+r), Q[z ≥ 1] = r/(1+r)."""
    pair = DiscreteLaplaceShift([Fraction(1)], [1])
    ratio = exp(-1)
    assert pair.excess(Loss(0)) == (1 - ratio) / (1 + ratio)
    assert pair.beyond_either_way(Loss(0)) == 1
    assert pair.beyond(Loss(1)) == pair.excess(Loss(1)) == 0


def test_several_values() -> None:
    """Losses, ranges, divergences and rates add up; δ is that of the sum of the losses."""
    both, one = (DiscreteLaplaceShift([Fraction(1)] * n, [1] * n) for n in (2, 1))
    assert both.largest_loss() == Loss(2)
    assert both.loss_range() == Loss(4)
    assert (both.rate() - 2 * one.rate()).sign() == 0
    half = 1 / (1 + exp(-1))  # loss 1 of each value; 0 where they differ, −2 else
    assert both.excess(Loss(1)) == half * half * (1 - exp(-1))
    with pytest.raises(Undecided, match="normal laws"):
        both.gaussian_distance()
    with pytest.raises(Undecided, match="more than 2,000 values"):
        DiscreteLaplaceShift([Fraction(1)] * 11, [1] * 11).excess(Loss(0))


def test_moves() -> None:
    """A half is no number of steps: nothing is possible twice."""
    assert LAW.pair([Move(Fraction(1), Fraction(1, 2))]).excess(Loss(9)) == 1
    assert LAW.pair([Move(Fraction(1), Fraction(-3))]).largest_loss() == Loss(3)
    assert LAW.pair([Move(Fraction(1), Fraction(1, 2))]).rate() == INFINITY
