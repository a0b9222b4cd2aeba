"""Geometric noise, against sums of floats."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.geometric import LAW
from dpverify.defs.numbers import INFINITY, Loss, as_eps
from tests.defs.laws.lattice import Masses


def weight(z: int) -> float:
    return math.exp(-z / 2) if z >= 0 else 0.0


@pytest.mark.parametrize("steps", [3, -3])
def test_delta_is_that_of_the_masses(steps: int) -> None:
    pair, truth = LAW.pair([Move(Fraction(2), Fraction(steps))]), Masses(weight, steps)
    for level in (Fraction(0), Fraction(1), Fraction(3)):
        wanted = truth.excess(float(level))
        assert pair.excess(as_eps(level)).approx() == pytest.approx(wanted, abs=1e-9)


def test_one_way_is_bounded() -> None:
    """With P higher every output is e^(m/b) times as likely."""
    rise, fall = (LAW.pair([Move(Fraction(2), Fraction(by))]) for by in (3, -3))
    assert rise.largest_loss() == Loss(Fraction(3, 2))
    assert fall.largest_loss() == INFINITY
    assert LAW.pair([Move(Fraction(2), Fraction(1, 2))]).excess(Loss(0)) == 1
