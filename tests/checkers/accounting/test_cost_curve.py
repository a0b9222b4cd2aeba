"""Whole curves: each point encloses what a question about it alone answers."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, sqrt

import pytest
from scipy.stats import norm

from dpverify.accounting import Plan, account, cost_curve, gaussian, laplace, table
from dpverify.defs.errors import DomainError


def test_gaussian_noise_has_its_closed_form() -> None:
    """μ = 1/2: Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ) at every point."""
    curve = cost_curve(Plan((gaussian(2),)), count=12)
    for point in curve.points:
        eps = float(point.eps)
        true = (erfc((2 * eps - 0.25) / sqrt(2)) - exp(eps) * erfc((2 * eps + 0.25) / sqrt(2))) / 2
        assert abs(float(point.lower) - true) < 1e-12
        assert abs(float(point.upper) - true) < 1e-12


@pytest.mark.parametrize("alpha", ["0", "1/100", "1/10", "1/2", "1"])
def test_the_trade_off_of_gaussian_noise(alpha: str) -> None:
    """β(α) = Φ(Φ⁻¹(1 − α) − μ), between both bounds, which are close."""
    curve = cost_curve(Plan((gaussian(2),)), count=400)
    share = Fraction(alpha)
    low, high = curve.trade_off(share)
    true = norm.cdf(norm.ppf(1 - float(share)) - 0.5)
    assert float(low) <= true + 1e-9
    assert true <= float(high) + 1e-9
    assert high - low < Fraction(1, 300)


PLANS = {
    "sampled": Plan((gaussian(1, sampling="1/10", times=20), laplace(8))),
    "channel": Plan((table([["1/2", "1/2"], ["1/4", "3/4"], ["2/5", "3/5"]], times=5),)),
    "one way": Plan((gaussian(1, sampling="1/10", times=20),), "add"),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_curve_agrees_with_single_answers(name: str) -> None:
    """Both bounds overlap those of the question about this ε alone; the curve falls."""
    curve = cost_curve(PLANS[name], count=8)
    for before, point in zip(curve.points, curve.points[1:], strict=False):
        assert before.lower >= point.lower
        assert before.upper >= point.upper
        assert point.lower <= point.upper
    for point in curve.points[::4]:
        alone = account(PLANS[name], eps=point.eps)
        assert point.lower <= Fraction(alone.upper)
        assert Fraction(alone.lower) <= point.upper


def test_what_a_curve_is_not_asked() -> None:
    """A largest ε of 0, α above 1, and tests of neighbours that may not change places."""
    plan = Plan((gaussian(2),))
    with pytest.raises(DomainError, match="largest"):
        cost_curve(plan, most=Fraction(0))
    with pytest.raises(DomainError, match="between 0 and 1"):
        cost_curve(plan, count=4).trade_off(Fraction(2))
    one_way = cost_curve(Plan((gaussian(2),), "add"), count=4)
    with pytest.raises(DomainError, match="change places"):
        one_way.trade_off(Fraction(1, 2))
    one_order = Plan((table([["1/2", "1/2"], ["1/4", "3/4"]], pairs=[[0, 1]]),), "replace")
    with pytest.raises(DomainError, match="change places"):
        cost_curve(one_order, count=4).trade_off(Fraction(1, 2))
