"""Functions that a claim of f-DP names: their values, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from statistics import NormalDist

import pytest

from dpverify.defs.definitions.claimed_trade_off import claimed_trade_off
from dpverify.defs.errors import DpverifyError
from dpverify.defs.numbers import ONE, ZERO, Value

QUARTER = Value(1) / 4


def test_gaussian() -> None:
    """Against the standard library; at the ends and for μ = 0 exact."""
    f = claimed_trade_off("gaussian(3/2)")
    normal = NormalDist()
    assert f.at(QUARTER).approx() == pytest.approx(normal.cdf(normal.inv_cdf(0.75) - 1.5))
    assert (f.at(ZERO), f.at(ONE)) == (ONE, ZERO)
    assert claimed_trade_off("gaussian(0)").at(QUARTER) == Fraction(3, 4)


def test_approximate() -> None:
    """ε = ln 3, δ = 1/10: max(0, 9/10 − 3α, (9/10 − α)/3)."""
    f = claimed_trade_off(" approx(ln(3), 1/10)")
    assert f.at(ZERO) == Fraction(9, 10)
    assert f.at(QUARTER) == Fraction(13, 60)
    assert f.at(Value(19) / 20) == 0


def test_points() -> None:
    f = claimed_trade_off("points(0,1; 1/4,1/4; 1,0)")
    assert [f.at(Value(k) / 8) for k in (0, 1, 2, 5, 8)] == [1, Fraction(5, 8), QUARTER,
                                                            Fraction(1, 8), 0]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["gaussian(ln(3))", "approx(1/2, 0)", "approx(ln(3), 1/10)", "points(0,1/2; 1,0)"]
)
def test_texts_are_read_back(text: str) -> None:
    assert claimed_trade_off(text).text == text
    assert claimed_trade_off(claimed_trade_off(text)).text == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("gauss(1)", "did you mean 'gaussian'"),
        ("gaussian", "no trade-off function"),
        ("gaussian(1", "no trade-off function"),
        ("", "no trade-off function"),
        ("gaussian(-1)", "negative"),
        ("gaussian(nan)", "not a number"),
        ("gaussian(inf)", "inf"),
        ("approx(1)", "two numbers"),
        ("approx(1, 2)", "no probability"),
        ("approx(-1, 0)", "negative"),
        ("points(0,1)", "the last is 1,0"),
        ("points(0,1; 1,1/10)", "the last is 1,0"),
        ("points(1/10,1/2; 1,0)", "first point has α = 0"),
        ("points(0,1; 1/2; 1,0)", "each point is a pair"),
        ("points(0,1; 1/2,1/4; 1/2,1/8; 1,0)", "increase from point to point"),
        ("points(0,1; 1/4,1/5; 1/2,1/5; 3/4,1/10; 1,0)", "convex"),
        ("points(0,1; 1/2,3/4; 1,0)", "between 0 and 1 − α"),
        ("points(0,1; 1/2,-1/10; 1,0)", "between 0 and 1 − α"),
        ("points(0,1; a,1/10; 1,0)", "not a number"),
    ],
)
def test_refusals(text: str, fault: str) -> None:
    """One line each, which says what is wrong."""
    with pytest.raises(DpverifyError, match=fault) as error:
        claimed_trade_off(text)
    assert "\n" not in str(error.value)


def test_no_text() -> None:
    for given in (1, None, ["gaussian(1)"]):
        with pytest.raises(DpverifyError):
            claimed_trade_off(given)
