"""What a sum must count: moved atoms, folds, an infinite loss, scales without a float."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, expm1

import numpy as np
import pytest

from dpverify.accounting import Plan, account, gaussian, laplace
from dpverify.checkers.accounting import account as grid_account
from dpverify.checkers.accounting import powers
from dpverify.checkers.accounting.curves import GridLaw
from dpverify.checkers.accounting.powers import Sum, summed
from dpverify.defs.errors import Undecided

STEP = 2.0**-8
COIN = GridLaw(STEP, -1, np.array([0.5, 0.0, 0.5]), 0.0)


def total(law: GridLaw = COIN, times: int = 100, tilt: float = 0.5) -> Sum:
    """The sum of 100 coins of loss ±h."""
    return summed([(law, times)], 2**12, tilt, 0.0)


def test_an_infinite_loss_is_certain() -> None:
    """A law with nothing but an infinite loss has δ = 1; .999 once was its upper bound.

    Next to that δ is what it is: 1 once was the lower bound of all from .999 on.
    """
    law = GridLaw(STEP, 0, np.array([1e-9]), 1.0)
    assert summed([(law, 1)], 2**12, 0.0, 0.0).delta(0.0)[1] == 1.0
    for infinite in (1 - 1e-9, 0.9995):
        law = GridLaw(STEP, 0, np.array([1e-9]), infinite)
        low, high = summed([(law, 1)], 2**12, 0.0, 0.0).delta(0.0)
        assert low <= infinite <= high


def test_weights_without_a_float_are_refused() -> None:
    """A weight that stops at e^700 would take mass from the upper law."""
    law = GridLaw(1.0, 0, np.full(1000, 1e-3), 0.0)
    with pytest.raises(Undecided):
        summed([(law, 1)], 2**12, 1.0, 0.0)
    with pytest.raises(Undecided):
        summed([(replace(COIN, masses=np.zeros(3)), 1)], 2**12, 0.5, 0.0)


def test_far_gaps_are_not_cut() -> None:
    """One loss of 700 at θ = 1, ε = 0: δ is 1, and the lower bound is no more than that.

    With gaps cut at 600 the lower bound was larger than the mass by e^100.
    """
    law = GridLaw(1.0, 700, np.array([1e-50]), 0.0)
    low, high = summed([(law, 1)], 2**12, 1.0, 700.0).delta(0.0)
    assert low <= 1e-50 <= high


def test_atoms_may_have_moved() -> None:
    """An ε a rounding below the highest loss: the true δ is not 0, so the upper bound is not."""
    highest = 100 * STEP
    assert total().delta(float(np.nextafter(highest, 0)))[1] > 0
    assert total().delta(highest * 1.01)[1] == 0.0
    assert total().moved >= 100 * STEP * 2.0**-52


@pytest.mark.parametrize("what", ["square_error", "log_error", "above", "below"])
def test_each_error_widens_the_bounds(what: str) -> None:
    """None of the errors that a sum carries is forgotten on its way to δ."""
    law = total()
    low, high = law.delta(0.1)
    wider = replace(law, **{what: getattr(law, what) + 1e-3}).delta(0.1)
    assert wider[0] < low
    assert wider[1] > high or what == "below"


def test_scales_too_far_apart_end() -> None:
    """No grid has both; it is unknown, soon and with little memory."""
    plan = Plan((laplace(10**6), gaussian("0.5", sampling="1/2")))
    with pytest.raises(Undecided):
        account(plan, delta="1e-5")
    for event in (gaussian("1e400", sampling="1/2"), gaussian(1, sampling="1e-400"),
                  laplace("1e-400")):  # fmt: skip
        with pytest.raises(Undecided):
            grid_account.eps_at(Plan((event,)), Fraction(1, 10**5))


def test_frequencies_that_are_left_out_count_as_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the lowest are left out: masses go wrong by percents, and the bounds still hold.

    Losses −h, 0, h with 1/4, 1/2, 1/4 are those of two coins. In 100 steps, without a tilt, δ(0) is
    the sum of the binomials 2^−200·C(200, 100 + k) times 1 − e^(−kh) over k > 0.
    """
    coins = GridLaw(STEP, -1, np.array([0.25, 0.5, 0.25]), 0.0)
    exact = sum(comb(200, 100 + k) * -expm1(-k * STEP) for k in range(1, 101)) / 2.0**200
    close = total(coins, tilt=0.0)
    # ln of the power of the largest frequency that is left out: e^−1 of the whole.
    monkeypatch.setattr(powers, "SMALL", -1.0)
    rough = total(coins, tilt=0.0)
    assert close.square_error < 1e-9
    assert rough.square_error > 1e-3
    wrong = np.sum(np.abs(close.masses - rough.masses) ** 2) ** 0.5
    assert 1e-3 < wrong <= rough.square_error
    for law in (close, rough):
        low, high = law.delta(0.0)
        assert low <= exact <= high


@pytest.mark.parametrize("sampling", ["1/100", "1/64"])
def test_a_window_is_where_the_sum_is(sampling: str) -> None:
    """Next to nothing lies outside of the window that is guessed, so that none is tried twice."""
    plan = Plan((gaussian("0.6", sampling=sampling, times=10_000),))
    for upper, lower in grid_account.sums_near(plan, 2.0):
        assert max(upper.above, upper.below, lower.above, lower.below) < 1e-6
        losses = np.arange(len(upper.masses)) * upper.step
        mean = np.sum(upper.masses * losses)
        deviation = np.sum(upper.masses * (losses - mean) ** 2) ** 0.5
        assert len(upper.masses) * upper.step < 40 * deviation
