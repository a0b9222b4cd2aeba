"""Curves that an account carries: genuine ones are accepted, each that says more is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import e
from typing import Any

import pytest
from scipy.stats import norm

from dpverify.accounting import Plan, account, gaussian, laplace, private, table, with_curve
from dpverify.checkers.accounting.answer import Account
from dpverify.checkers.kernel import account_curves
from dpverify.checkers.kernel.door import replay
from dpverify.defs.accounting.events import Event
from dpverify.defs.errors import DomainError, EmptyQuestion
from tests.checkers.kernel.forging import Forgery, assert_refused
from tests.command_line import run
from tests.schemas import faults

PLANS = {
    "closed form": Plan((gaussian(2),)),
    "parts": Plan((private("1/4"),), parts=((private(1),), (private("1/4", "1/10"),))),
    "one way": Plan((gaussian(2), gaussian(3)), "add"),
    "Laplace": Plan((laplace(2, times=3),)),
}
EPS = [Fraction(i, 20) for i in range(41)]


@cache
def answer(name: str) -> Account:
    """δ at ε = 1, with a curve."""
    return with_curve(account(PLANS[name], eps=1), EPS)


def saved(name: str = "closed form") -> Any:
    """The document that a user would save; a copy of it."""
    return json.loads(json.dumps(answer(name).document()))


@pytest.mark.parametrize("name", PLANS)
def test_genuine_curves_are_accepted(name: str) -> None:
    """Before they are given, and when they are read again; their form is that of the schema."""
    document = saved(name)
    assert answer(name).not_rechecked is None
    assert len(document["curve"]) == len(EPS)
    assert ("trade_off" in document) == (name != "one way")
    assert replay(document).status == "accepted"
    assert faults(document) == []


def test_the_errors_of_gaussian_noise() -> None:
    """β(α) = Φ(Φ⁻¹(1 − α) − 1/2) lies between the bounds, which are some percent apart."""
    for error in answer("closed form").trade_off:
        true = norm.cdf(norm.ppf(1 - float(error.alpha)) - 0.5)
        assert float(error.lower) <= true <= float(error.upper)
        assert float(error.upper) - float(error.lower) < 0.06


def test_the_errors_of_randomised_response() -> None:
    """β(α) = max(1 − e·α, (1 − α)/e) for ε = 1; the point ε = 1 makes the lower bound that."""
    found = with_curve(account(Plan((private(1),)), eps=1), ["1"])
    for error in found.trade_off:
        alpha = float(error.alpha)
        true = max(1 - e * alpha, (1 - alpha) / e)
        assert abs(float(error.lower) - true) < 1e-12
        assert float(error.upper) >= true - 1e-12


def test_sums_on_a_grid_are_read_by_replay() -> None:
    """The curve says so where the kernel was not asked at once."""
    plan = Plan((laplace("1/4"), laplace("1/2")), "add")
    found = with_curve(account(plan, delta="1/10"), ["3"])
    assert found.not_rechecked is not None
    outcome = replay(json.loads(json.dumps(found.document())))
    assert outcome.status == "accepted"
    assert "curve[1].directions[0].grid.window" in outcome.unread


FORGED: dict[str, Forgery] = {
    "less δ than there is": (("curve", 3, "delta", "upper"), "1e-9", "no interval"),
    "a direction that costs less": (
        ("curve", 3, "directions", 0, "delta", "upper"),
        "1e-9",
        "no i",
    ),
    "a point twice": (("curve", 3, "given", "eps"), "1/10", "too small"),
    "a point at a place of another": (("curve", 3, "given", "eps"), "1/5", "too large"),
    "a point without its directions": (("curve", 3, "directions"), None, "directions"),
    "a point of another plan": (("curve", 3, "plan"), {}, "not read here"),
    "a point given δ": (("curve", 3, "given"), {"delta": "1/10"}, "eps"),
    "no point": (("curve",), [], "1 to 1000 points"),
    "errors without a curve": (("curve",), None, "follows from a curve"),
    "a larger β than is shown": (("trade_off", 2, "beta", "lower"), "0.9", "lower bound of β"),
    "a smaller β than is shown": (("trade_off", 2, "beta", "upper"), "0.875", "upper bound of β"),
    "the error of another α": (("trade_off", 2, "alpha"), "9/100", "lower bound of β"),
    "α above 1": (("trade_off", 2, "alpha"), "11/10", "between 0 and 1"),
    "a word beside β": (("trade_off", 2, "exact"), "1/2", "not read here"),
    "neighbours of one order": (("plan", "relation"), "remove", "directions"),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_curves_are_refused(name: str) -> None:
    """One change, one reason."""
    assert_refused(saved(), FORGED[name])


def test_points_in_another_order_are_refused() -> None:
    """Each is true by itself."""
    document = saved()
    document["curve"].reverse()
    outcome = replay(document)
    assert (outcome.status, "the ε of a curve rise" in outcome.text) == ("rejected", True)
    document = saved()
    document["trade_off"].reverse()
    outcome = replay(document)
    assert (outcome.status, "the α of a trade-off curve" in outcome.text) == ("rejected", True)


def test_errors_of_one_order_are_refused() -> None:
    """A plan whose records are only added has a curve, and no trade-off curve."""
    document = saved("one way")
    document["trade_off"] = []
    outcome = replay(document)
    assert (outcome.status, "change places" in outcome.text) == ("rejected", True)


def test_without_points_nothing_follows() -> None:
    """One point at a large ε says nothing of β from above; the bound that is left is 1 − α."""
    document = saved()
    document["curve"] = document["curve"][-1:]
    for error in document["trade_off"]:
        error["beta"] = {"lower": "0", "upper": str(1 - Fraction(error["alpha"]))}
    assert replay(document).status == "accepted"
    document["trade_off"][2]["beta"]["upper"] = "0.949"
    assert "upper bound of β" in replay(document).text


def test_behind_the_last_point_any_test_may_be_worse() -> None:
    """With ε = 0 alone all that is known from above is 1 − α; 1 − δ(0) − α is 0.753 there."""
    document = saved()
    document["curve"] = document["curve"][:1]
    document["trade_off"] = [{"alpha": "1/20", "beta": {"lower": "0.75", "upper": "0.8"}}]
    assert "upper bound of β" in replay(document).text
    document["trade_off"][0]["beta"]["upper"] = "0.95"
    assert replay(document).status == "accepted"


def test_errors_follow_from_the_bounds_that_are_stated() -> None:
    """δ ≤ 1 is true at every point, and says nothing: a β above 0 does not follow from it."""
    document = saved()
    for point in document["curve"]:
        for bounds in (point["delta"], *(side["delta"] for side in point["directions"])):
            bounds["upper"] = "1"
    assert "lower bound of β" in replay(document).text
    for error in document["trade_off"]:
        error["beta"]["lower"] = "0"
    assert replay(document).status == "accepted"


def test_what_is_no_curve() -> None:
    """One sentence each."""
    whole = account(PLANS["closed form"], eps=1)
    with pytest.raises(EmptyQuestion, match="no ε"):
        with_curve(whole, [])
    with pytest.raises(DomainError, match="between 0 and 500"):
        with_curve(whole, ["501"])


@pytest.mark.parametrize(
    ("count", "status"), [(0, "rejected"), (1, "accepted"), (3, "accepted"), (4, "rejected")]
)
def test_a_curve_has_a_largest_number_of_points(
    count: int, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here three."""
    document = saved("one way")
    monkeypatch.setattr(account_curves, "MOST_POINTS", 3)
    document["curve"] = document["curve"][:count]
    assert replay(document).status == status


def test_the_command() -> None:
    """--curve adds the points to what is printed; --for leaves no one plan to draw."""
    plan = ("account", "dp-sgd", "--sampling", "1", "--sigma", "2", "--steps", "3")
    done = run(*plan, "--delta", "1e-5", "--curve", "1,2", "--format", "json")
    document = done.json()
    assert [point["given"]["eps"] for point in document["curve"]] == ["0", "1", "2"]
    text = run(*plan, "--delta", "1e-5", "--curve", "1").out
    assert "δ at most" in text
    assert "f(α) at least" in text
    refused = run(*plan[:-2], "--for", "steps", "--eps", "1", "--delta", "1e-5", "--curve", "1")
    assert "leave --for out" in refused.one_line()


def test_of_a_test_that_is_wrong_often_enough_nothing_is_known() -> None:
    """With δ = 1/2 and α = 3/4 a test may be right whenever it matters: β ≥ 0, by either order."""
    for eps in (Fraction(0), Fraction(1)):
        points = [(eps, Fraction(1, 2), Fraction(1, 2))]
        assert account_curves._least(points, Fraction(3, 4)) == 0
        assert account_curves._least(points, Fraction(1, 2)) == 0


ONE_ORDER = table([[1, 0], ["1/2", "1/2"]], pairs=[[0, 1]])
BOTH_ORDERS = table([[1, 0], ["1/2", "1/2"]], pairs=[[0, 1], [1, 0]])
BESIDE_NULL = table([[1, 0], ["1/2", "1/2"], ["1/4", "3/4"]], pairs=[[0, 2], [2, 1]], null=2)


@pytest.mark.parametrize(
    ("event", "relation"),
    [(ONE_ORDER, "replace"), (ONE_ORDER, "add-or-remove"), (BESIDE_NULL, "add-or-remove")],
)
def test_pairs_of_one_order_have_no_trade_off_curve(event: Event, relation: str) -> None:
    """δ(ln 2) = 0 of the first row against the second says nothing of the second one's output."""
    found = with_curve(account(Plan((event,), relation), eps=1), ["1/2", "1"])
    document = json.loads(json.dumps(found.document()))
    assert "trade_off" not in document
    assert replay(document).status == "accepted"
    # A test that never errs on the first row misses the second one half the time.
    document["trade_off"] = [{"alpha": "1/1000", "beta": {"lower": "0.9", "upper": "0.999"}}]
    outcome = replay(document)
    assert (outcome.status, "change places" in outcome.text) == ("rejected", True)


def test_of_both_orders_the_curve_is_convex() -> None:
    """One order has (1 − α)/2, the other 1 − 2α; the largest convex f below both is 1/2 − α."""
    found = with_curve(account(Plan((BOTH_ORDERS,), "replace"), eps=1), EPS)
    assert len(found.trade_off) > 0
    for error in found.trade_off:
        true = max(Fraction(1, 2) - error.alpha, Fraction(0))
        assert Fraction(error.lower) <= true <= Fraction(error.upper)
