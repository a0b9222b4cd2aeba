"""Known answers about plans: closed forms, binomials, other accountants' published numbers."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb, exp

import numpy as np
import pytest
from flint import arb

from dpverify.accounting import (
    Account,
    Noise,
    Plan,
    account,
    gaussian,
    laplace,
    parse_plan,
    table,
)
from dpverify.checkers.accounting import account as grid_account
from dpverify.checkers.accounting import answer as answers
from dpverify.checkers.accounting.curves import GridLaw
from dpverify.checkers.accounting.powers import summed
from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import DomainError, EmptyQuestion, SchemaError, UsageError
from dpverify.defs.numbers.balls import working_precision

DELTA = "1e-5"


def bounds(answer: Account) -> tuple[float, float]:
    """Both as floats."""
    return float(answer.lower), float(answer.upper)


def test_training_run() -> None:
    """DP-SGD of 60 epochs, batches of 256 of 60,000, σ = 1.1.

    dp_accounting 0.4.4 with connected dots prints 2.38169 as its upper bound at δ = 1e-5.
    """
    plan = Plan((gaussian("1.1", sampling=Fraction(256, 60000), times=14062),))
    low, high = bounds(account(plan, delta=DELTA))
    assert low < 2.3817 < high + 1e-4
    assert high < 2.382
    assert (high - low) / high < 1e-3


@pytest.mark.parametrize(("sigma", "rate", "times"), [("0.8", "1/100", 10**4), ("20", "1", 10**4)])
def test_bounds_are_close(sigma: str, rate: str, times: int) -> None:
    """Within 10^-3 of each other."""
    low, high = bounds(account(Plan((gaussian(sigma, sampling=rate, times=times),)), delta=DELTA))
    assert 0 < low <= high
    assert (high - low) / high < 1e-3


def test_grid_agrees_with_the_closed_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """100 steps with σ = 20 are μ = 1/2: the same numbers by sums on a grid, two routes."""
    plan = Plan((gaussian(20, times=100),))
    exact = account(plan, delta=DELTA)
    assert exact.lower[:30] == exact.upper[:30]
    monkeypatch.setattr(answers, "squared_mean", lambda _: None)
    low, high = bounds(account(plan, delta=DELTA))
    assert low <= float(exact.lower) <= float(exact.upper) <= high
    assert (high - low) / high < 1e-3


def test_small_deltas() -> None:
    """δ = 1e-30: the closed form lies between bounds that are still close."""
    plan = Plan((gaussian(20, times=100),))
    exact = account(plan, delta="1e-30")
    low, high = bounds(exact)
    (side, _) = grid_account.eps_at(plan, Fraction(1, 10**30))
    assert side.bounds.lower <= low <= high <= side.bounds.upper
    assert side.bounds.width() < 1e-3


def test_one_laplace_step() -> None:
    """δ(ε) of one step of loss 1 is 1 − e^((ε−1)/2)."""
    low, high = bounds(account(Plan((laplace(1),)), eps="1/2"))
    assert low <= 1 - exp(-0.25) <= high
    assert high - low < 1e-5


def test_laplace_steps_by_brute_force() -> None:
    """Two steps of loss 1: the convolution of the law of the loss with itself, by quadrature.

    The law has atoms of 1/2 at 1 and e^(−1)/2 at −1 and the density e^((l−1)/2)/4 between.
    """
    n = 4_000
    unit = 2 / n
    cells = [
        (-1 + (i + 0.5) * unit, exp((-1 + (i + 0.5) * unit - 1) / 2) / 4 * unit) for i in range(n)
    ]
    atoms = [(1.0, 0.5), (-1.0, exp(-1) / 2)]
    eps = 0.5

    def excess(loss: float) -> float:
        return max(0.0, 1 - exp(eps - loss))

    value = sum(p * q * excess(a + b) for a, p in atoms for b, q in atoms)
    value += 2 * sum(p * q * excess(a + b) for a, p in atoms for b, q in cells)
    # Two continuous parts: their sum at s has the density e^((s−2)/2)/16·(2 − |s|).
    value += sum(
        exp((s - 2) / 2) / 16 * (2 - abs(s)) * excess(s) * 2 * unit
        for s in (-2 + (i + 0.5) * 2 * unit for i in range(n))
    )
    low, high = bounds(account(Plan((laplace(1, times=2),)), eps="1/2"))
    assert low - 1e-6 <= value <= high + 1e-6
    assert high - low < 1e-4


def test_sums_of_coins_are_binomial() -> None:
    """4,000 answers of a coin of loss ±h: δ by binomials in balls lies within the bounds."""
    step, times = 2.0**-8, 4_000
    odds = exp(step)
    law = GridLaw(step, -1, np.array([1 / (1 + odds), 0.0, odds / (1 + odds)]), 0.0)
    total = summed([(law, times)], 2**15, 0.5, 1.0)
    with working_precision(200):
        h = arb(step)
        p = 1 / (1 + (-h).exp())
        for eps in (0.5, 1.0, 2.0):
            first = (times + int(eps / step)) // 2
            true = sum(
                arb(comb(times, heads))
                * p**heads
                * (1 - p) ** (times - heads)
                * (1 - (eps - h * (2 * heads - times)).exp())
                for heads in range(first + 1, first + 900)
            )
            low, high = total.delta(eps)
            assert low * (1 - 1e-9) <= float(true) <= high * (1 + 1e-9)
            assert high - low < 1e-6


def test_events_add_up() -> None:
    """A list costs at least each part, and no more than all of them one after another."""
    parts = (gaussian("1.1", sampling="1/100", times=500), laplace(10, times=10), gaussian(5))
    together = account(Plan(parts), delta="1e-6")
    for part in parts:
        assert float(account(Plan((part,)), delta="1e-6").lower) <= float(together.upper)
    apart = sum(float(account(Plan((part,)), delta="1e-6").upper) for part in parts)
    assert float(together.lower) <= apart


def test_directions_differ() -> None:
    """Adding and removing a record are different numbers; the larger one is the answer."""
    event = gaussian(1, sampling="1/10", times=10)
    removed = account(Plan((event,), "remove"), delta=DELTA)
    added = account(Plan((event,), "add"), delta=DELTA)
    both = account(Plan((event,)), delta=DELTA)
    assert float(added.upper) < float(removed.lower)
    assert both.lower == removed.lower


def test_eps_zero_where_delta_is_large() -> None:
    """At δ = .9 one weak answer costs no ε at all."""
    answer = account(Plan((laplace(100),)), delta="0.9")
    assert bounds(answer) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "fault", "rule"),
    [
        ("relation = 'add'", SchemaError, "a plan has a list of events"),
        ("events = []", EmptyQuestion, "no event"),
        ("[[event]]\nnoise = 'gauss'\nsigma = 1", DomainError, "must be one of"),
        ("[[event]]\nnoise = 'gaussian'", SchemaError, "has no sigma"),
        ("[[event]]\nnoise = 'gaussian'\nscale = 1\nsigma = 1", SchemaError, "has scale"),
        ("[[event]]\nnoise = 'gaussian'\nsigma = 0", DomainError, "must be more than 0"),
        ("[[event]]\nnoise = 'gaussian'\nsigma = 1\nsampling = 2", DomainError, "at most 1"),
        ("[[event]]\nnoise = 'gaussian'\nsigma = 1\ntimes = 0", DomainError, "integer between"),
        ("[[event]]\nnoise = 'gaussian'\nsigma = nan", DomainError, "sigma"),
        ("[[event]]\nnoise = 'gaussian'\nsigma = 1\nrate = 1", SchemaError, "'rate'"),
        ("[[event]]\nnoise = 'gaussian'\nsigma = [1]", DomainError, "sigma"),
        ("relation = 'swap'\n[[event]]\nnoise = 'laplace'\nscale = 1", DomainError, "relation"),
        ("[event", SchemaError, "no TOML"),
    ],
)
def test_bad_plans(text: str, fault: type[Exception], rule: str) -> None:
    """Each is refused in one line that names the rule."""
    with pytest.raises(fault, match=rule) as caught:
        parse_plan(text)
    assert "\n" not in str(caught.value)


def test_bad_questions() -> None:
    """One of eps and delta, in range."""
    plan = Plan((gaussian(1),))
    with pytest.raises(UsageError):
        account(plan)
    with pytest.raises(UsageError):
        account(plan, eps=1, delta=DELTA)
    for bad in ("0", "1", "-1"):
        with pytest.raises(DomainError):
            account(plan, delta=bad)
    with pytest.raises(DomainError):
        account(plan, eps="-1")


def test_digits_are_exact() -> None:
    """1.1 in a file is 11/10."""
    (event,) = parse_plan("[[event]]\nnoise = 'gaussian'\nsigma = 1.1").events
    assert isinstance(event.noise, Noise)
    assert event.noise.size == Fraction(11, 10)


@pytest.mark.parametrize("sigma", ["10", "30"])
def test_a_delta_that_no_document_can_hold(sigma: str) -> None:
    """δ at ε = 50 is below 10^-10000: it lies between 0 and that, and the kernel has read it."""
    found = account(Plan((gaussian(sigma),)), eps=50)
    assert (found.lower, found.upper) == ("0", "1e-10000")
    assert found.not_rechecked is None


@pytest.mark.parametrize("times", [1, 2, 10])
def test_an_infinite_loss_beside_small_ones(times: int) -> None:
    """By hand: at ε = 1 no loss of ln(5/4) or less counts, and one use in five tells: 1 − (4/5)^n.

    The best tilt is without bounds then, and the first grid is coarse.
    """
    rows = [["1/2", "1/2", "0"], ["2/5", "2/5", "1/5"]]
    found = account(Plan((table(rows, times=times),), "remove"), eps=1)
    exact = 1 - Fraction(4, 5) ** times
    assert Fraction(found.lower) <= exact <= Fraction(found.upper) <= exact + Fraction(1, 10**9)
    assert Fraction(found.lower) > exact - Fraction(1, 10**9)
    assert replay(json.dumps(found.document())).status == "accepted"
