"""Discrete Gaussian noise, against sums of floats."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpverify.defs.errors import Undecided
from dpverify.defs.laws import discrete_gaussian
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.discrete_gaussian import LAW, DiscreteGaussianShift
from dpverify.defs.numbers import INFINITY, Loss, as_eps
from tests.defs.laws.lattice import Masses

CASES = [(Fraction(1), 1), (Fraction(1, 5), 1), (Fraction(4), 3), (Fraction(50), 2)]


@pytest.mark.parametrize(("variance", "steps"), CASES)
def test_every_answer_is_that_of_the_masses(variance: Fraction, steps: int) -> None:
    pair = DiscreteGaussianShift([variance], [steps])
    truth = Masses(lambda z: math.exp(-(z**2) / (2 * float(variance))), steps)
    for level in (Fraction(0), Fraction(1, 3), Fraction(11, 10), Fraction(3)):
        eps = as_eps(level)
        for name in ("excess", "beyond", "beyond_either_way"):
            wanted = getattr(truth, name)(float(level))
            assert getattr(pair, name)(eps).approx() == pytest.approx(wanted, abs=1e-9), name
    for order in (Fraction(7, 6), Fraction(3, 2), Fraction(2), Fraction(5, 2)):
        assert pair.divergence(order).approx() == pytest.approx(truth.divergence(float(order)))
    assert pair.rate() == Fraction(steps**2) / (2 * variance)
    assert pair.largest_loss() == pair.loss_range() == INFINITY


def test_divergences_are_exact_at_integers_and_smaller_between() -> None:
    """D_α ≤ α·m²/(2s), equal exactly where α·m is an integer."""
    pair = DiscreteGaussianShift([Fraction(1, 4)], [2])
    for numerator in range(5, 17):
        order = Fraction(numerator, 4)
        bound = order * pair.rate()
        if (order * 2).denominator == 1:
            assert pair.divergence(order) == bound
        else:
            assert pair.divergence(order) < bound


NORMAL = [
    (Fraction(1), 1),
    (Fraction(1, 4), 1),
    (Fraction(1), 6),
    (Fraction(4), 5),
    (Fraction(9), 2),
]


@pytest.mark.parametrize(("variance", "steps"), NORMAL)
def test_the_distance_of_normal_laws(variance: Fraction, steps: int) -> None:
    """The largest over all corners, by sums of floats; it is above the shift over σ."""
    found = DiscreteGaussianShift([variance], [steps]).gaussian_distance()
    truth = Masses(lambda z: math.exp(-(z**2) / (2 * float(variance))), steps)
    assert found.approx() == pytest.approx(truth.gaussian_distance(), abs=1e-9)
    assert found.approx() > steps / math.sqrt(variance)


def test_what_is_not_known() -> None:
    """Several values; noise so wide that the corners are too many."""
    both = DiscreteGaussianShift([Fraction(1), Fraction(2)], [1, 1])
    assert both.rate() == Fraction(3, 4)
    with pytest.raises(Undecided, match="lattice of several dimensions"):
        both.gaussian_distance()
    with pytest.raises(Undecided, match="infinitely many corners"):
        DiscreteGaussianShift([Fraction(10**6)], [1]).gaussian_distance()


def test_a_larger_step_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps around p = 2 fall, so that none beyond it is larger; counted from 0 they do too."""
    monkeypatch.setattr(discrete_gaussian, "MOST_STEPS", 40)
    for inner in (0, 1, 2):
        discrete_gaussian.refuse_larger_step(Fraction(1), inner)
    with pytest.raises(Undecided, match="first 40"):
        discrete_gaussian.refuse_larger_step(Fraction(10), 0)


def test_moves() -> None:
    """A half is no number of steps."""
    assert LAW.pair([Move(Fraction(1), Fraction(1, 2))]).excess(Loss(9)) == 1
    assert LAW.pair([Move(Fraction(2), Fraction(-3))]).rate() == Fraction(9, 4)
