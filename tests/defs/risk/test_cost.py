"""The cost model, its minimum, its window, and where it is convex."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from scipy.optimize import minimize_scalar

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import ln, parse
from dpverify.defs.risk import NoiseDifference
from dpverify.defs.risk.cost import CostModel, printed_confidence
from dpverify.defs.risk.cost_convexity import convexity
from dpverify.defs.risk.cost_minimum import cheapest
from dpverify.defs.risk.cost_window import window
from tests.defs.risk.oracles import near

CENTRE = CostModel.of(5500 * 100, 1)  # S1's health centre: 100 stakeholders, ε₀ = 1/2


def test_the_health_centre() -> None:
    """S1's numbers: $74434.40 for 0.5-privacy, the minimum $37805.86, the saving $36628.54."""
    least = cheapest(CENTRE, "1/2")
    assert near(CENTRE.private("1/2"), "74434.40578")
    assert near(least.above, "37805.85668")
    assert near(least.below, "37805.85668")
    assert near(CENTRE.private("1/2") - least.above, "36628.54910")


def test_where_the_minimum_is() -> None:
    """At (ε, γ₁) = (.274115, .609337), not at S1's (0.29, 0.64), which costs 37990.13."""
    least = cheapest(CENTRE, "1/2")
    assert near(least.low, "0.274115")
    assert near(least.high, "0.274115")
    assert near(printed_confidence(least.low, "1/2"), "0.609337")
    there = CENTRE.at_risk("0.29", "1/2", "0.64")
    assert near(there, "37990.13")
    assert there > least.above + 184


@pytest.mark.parametrize(("c", "eps0"), [("1", "1/2"), ("1", "3/2"), ("1/3", "5"), ("4", "1")])
def test_the_minimum_is_that_of_an_optimiser(c: str, eps0: str) -> None:
    """A float optimiser finds the same place, convex or not."""
    model = CostModel.of(1, c)
    least = cheapest(model, eps0)
    assert least.high - least.low <= Fraction(1, 10**12)
    assert least.below <= least.above
    assert model.slope(least.low, eps0).sign() < 0 <= model.slope(least.high, eps0).sign()

    def budget(x: float) -> float:
        return model.at_printed_risk(Fraction(x), eps0).approx()

    high = float(Fraction(eps0))
    found = minimize_scalar(budget, bounds=(high / 100, high), method="bounded")
    assert abs(found.x - least.low.approx()) < 1e-4


@pytest.mark.parametrize("c", ["1/4", "1", "5"])
@pytest.mark.parametrize("eps0", ["1/2", "2", "6"])
def test_there_is_one_stationary_point(c: str, eps0: str) -> None:
    """The slope changes its sign once on a grid: the argument in `cheapest` at work."""
    model = CostModel.of(1, c)
    end = Fraction(eps0)
    signs = [model.slope(end * i / 200, eps0).sign() for i in range(1, 201)]
    assert signs == sorted(signs)
    assert signs[-1] == 1


def test_the_properties_of_a_cost_model() -> None:
    """Below E, increasing, small for small ε and near E for large ε."""
    costs = [CENTRE.private(eps) for eps in ("1/1000", "1/10", "1", "10", "1000000")]
    assert all(a < b for a, b in pairwise(costs))
    assert costs[0] < Fraction(1, 10**400)
    assert 549_999 < costs[-1] < 550_000


def test_the_printed_confidence_is_gamma1() -> None:
    """The cost model's γ₁ is the one of one number."""
    assert printed_confidence("1/3", 2) == NoiseDifference(1).gamma1("1/3", 2)


@pytest.mark.parametrize(
    ("c", "eps0", "convex"),
    [("1", "1/2", True), ("1", "1", True), ("1", "6/5", False), ("1", "3/2", False)],
)
def test_where_it_is_convex(c: str, eps0: str, convex: bool) -> None:
    """S1: "Convex function!" For c = 1 it is at ε₀ = 1/2 and 1, and is not at 1.2 and 1.5."""
    found = convexity(CostModel.of(1, c), eps0)
    assert found.convex is convex
    if found.point is not None:
        assert CostModel.of(1, c).curvature(found.point, eps0).sign() < 0
        assert found.point <= parse(eps0)
    assert (found.intervals == 0) == (eps0 == "1/2" or not convex)


def test_non_convexity_by_a_chord() -> None:
    """At ε₀ = 3/2 the middle of two points lies above the chord, without any derivative."""
    model = CostModel.of(1, 1)
    low, middle, high = (model.at_printed_risk(x, "3/2") for x in ("13/10", "7/5", "3/2"))
    assert 2 * middle > low + high


def test_curvature_is_the_second_difference() -> None:
    """(f(x+h) − 2f(x) + f(x−h))/h² times 1 − e^(−ε₀) tends to it."""
    model, x, h = CostModel.of(1, 2), Fraction(3, 4), Fraction(1, 10**6)
    around = [model.at_printed_risk(x + i * h, 2) for i in (-1, 0, 1)]
    second = (around[0] - 2 * around[1] + around[2]) / (h * h) * (1 - parse("exp(-2)"))
    assert abs((second - model.curvature(x, 2)).approx()) < 1e-9
    first = (around[2] - around[0]) / (2 * h) * (1 - parse("exp(-2)"))
    assert abs((first - model.slope(x, 2)).approx()) < 1e-9


def test_for_a_fixed_confidence_convex_up_to_half_of_c() -> None:
    """E·e^(−c/ε) has second differences of the sign of c − 2ε."""
    for x, sign in (("2/5", 1), ("3/5", -1)):
        at, h = Fraction(x), Fraction(1, 100)
        left, middle, right = (CENTRE.private(at + i * h) for i in (-1, 0, 1))
        assert (left + right - 2 * middle).sign() == sign


def test_the_window() -> None:
    """1/T ≤ ε ≤ 1/ln(γE/(B − (1−γ)E_ε₀)); at the upper end the budget is exactly B."""
    allowed = window(CENTRE, error=4, limit=40_000, eps0="1/2", confidence="0.64")
    assert allowed.least == Fraction(1, 4)
    assert near(allowed.most, "0.304586407")
    assert CENTRE.at_risk("0.3045", "1/2", "0.64") < 40_000
    assert CENTRE.at_risk("0.3046", "1/2", "0.64") > 40_000
    wide = window(CENTRE, error=4, limit=40_000, eps0="1/2", confidence=1, sensitivity=3)
    assert wide.least == Fraction(3, 4)
    assert abs((1 / wide.most - ln("55/4")).approx()) < 1e-12


@pytest.mark.parametrize(("limit", "message"), [(26_000, "not even"), (400_000, "every")])
def test_the_window_needs_its_hypotheses(limit: int, message: str) -> None:
    """0 < B − (1−γ)E_ε₀ < γE, else there is no upper end: refused with the side that fails."""
    with pytest.raises(DomainError, match=message):
        window(CENTRE, error=4, limit=limit, eps0="1/2", confidence="0.64")


def test_refuses() -> None:
    """Bad parameters are one line each."""
    with pytest.raises(DomainError, match="E is 0"):
        CostModel.of(0, 1)
    with pytest.raises(DomainError, match="above"):
        CENTRE.at_risk(1, "1/2", "1/2")
    with pytest.raises(DomainError, match="confidence"):
        CENTRE.at_risk("1/4", "1/2", 2)
