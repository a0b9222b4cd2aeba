"""zCDP of two laws: against sums by hand, a grid of orders, and near the smallest ρ itself."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log, tanh

import pytest
from flint import arb, fmpq

from dpverify.defs.divergences import concentration as concentration_module
from dpverify.defs.divergences.concentration import (
    Moments,
    Rate,
    concentration,
    violating_order,
)
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Loss, Value, as_eps, as_value, ln
from tests.defs.divergences.pairs import Weights, decimal_renyi, law, random_pairs

F = Fraction
P, Q = law([3, 1]), law([1, 3])
RARE = law([1, 999]), law([1, 999_999])


def grid(p: Weights, q: Weights) -> float:
    """The largest D_α/α of many orders, in floats: a lower bound of ρ."""
    best = 0.0
    for step in range(1, 1500):
        alpha = 1 + (step / 300) ** 2
        total = sum(
            (a / sum(p)) * ((a / sum(p)) / (b / sum(q))) ** (alpha - 1)
            for a, b in zip(p, q, strict=True)
        )
        best = max(best, log(total) / (alpha - 1) / alpha)
    return best


def test_randomised_response_is_exact() -> None:
    """With e^ε = 3 the supremum is the limit at order 1: KL = ε·tanh(ε/2) = ln(3)/2."""
    found = concentration(P, Q)
    assert found.exact == ln(3) / 2
    assert found.order == 1
    assert log(3) / 2 == pytest.approx(log(3) * tanh(log(3) / 2))
    assert violating_order(P, Q, ln(3) / 2) is None


def test_next_to_the_smallest() -> None:
    """ln(3)/2 = 0.54930614433405…: eight digits less are refuted, at an order close to 1."""
    order = violating_order(P, Q, as_eps("0.549306144"))
    assert order is not None
    assert 1 < order < F(1001, 1000)
    assert decimal_renyi([3, 1], [1, 3], order) > order * F("0.549306144")
    assert violating_order(P, Q, as_eps("0.549306145")) is None


def test_an_order_in_between() -> None:
    """A rare output with a large ratio: the supremum is between 1 and infinity, and enclosed."""
    found = concentration(*RARE)
    assert found.exact is None
    low, high = found.ends
    assert F(3) < found.order < F(4)
    assert (high - low) * 10**8 < low
    best = grid([1000, 999_000], [1, 999_999])
    assert float(low.p) / float(low.q) == pytest.approx(best, rel=1e-5)
    assert best <= float(high.p) / float(high.q) * (1 + 1e-12)
    order = violating_order(*RARE, Loss(low * fmpq(999, 1000)))
    assert order is not None
    weights = [1000, 999_000], [1, 999_999]
    assert decimal_renyi(*weights, order) > order * F(int(low.p), int(low.q)) * F(999, 1000)
    assert violating_order(*RARE, Loss(high)) is None


def test_random_pairs_against_a_grid() -> None:
    """No order of the grid is above the upper end, the best nearly reaches the lower one."""
    for p, q in random_pairs(40, seed=3):
        low, high = concentration(law(p), law(q)).ends
        best = grid(p, q)
        assert best <= float(high.p) / float(high.q) * (1 + 1e-9) + 1e-15
        assert best >= float(low.p) / float(low.q) * (1 - 1e-3)


def test_refuting_orders_refute() -> None:
    """Half of the supremum is refuted, and the order that is named does it, in decimals."""
    for p, q in random_pairs(40, seed=4):
        low, _ = concentration(law(p), law(q)).ends
        if low == 0:
            continue
        order = violating_order(law(p), law(q), Loss(low / 2))
        assert order is not None
        assert order > 1
        assert decimal_renyi(p, q, order) > order * F(int(low.p), int(low.q)) / 2


def test_equal_laws_and_zero() -> None:
    """Equal laws need ρ = 0 alone; others are refuted at ρ = 0."""
    assert violating_order(P, P, Loss(0)) is None
    assert concentration(P, P).exact == 0
    assert violating_order(P, Q, Loss(0)) == 2


def test_infinite() -> None:
    """An output that Q never gives: no ρ holds. One that P never gives is no harm."""
    some, all_three = law([1, 1, 0]), law([1, 1, 1])
    assert concentration(all_three, some).exact == INFINITY
    assert violating_order(all_three, some, Loss(1000)) == 2
    assert concentration(some, all_three).exact == ln("3/2")  # D_α = ln(3/2) for every α


def test_irrational_rows() -> None:
    """P = (e^½, 1)/(1 + e^½): KL = tanh(1/4)/2, known by balls, and enough at its own value."""
    root = as_value("exp(1/2)")
    p = [root / (1 + root), 1 / (1 + root)]
    found = concentration(p, p[::-1])
    assert found.order == 1
    assert found.most.approx() == pytest.approx(tanh(0.25) / 2)
    assert exp(0.5) / (1 + exp(0.5)) == pytest.approx(p[0].approx())


def test_nearly_equal_laws() -> None:
    """(1 ± 2z)/2 against a fair coin, z = 1e-12: ρ = 2z², whose K'' is 2ρ up to the 24th digit."""
    z = Value(1) / 10**12
    found = concentration([Value(1) / 2 + z, Value(1) / 2 - z], law([1, 1]))
    low, high = found.ends
    assert float(low.p) / float(low.q) == pytest.approx(2e-24, rel=2e-3)
    assert float(high.p) / float(high.q) == pytest.approx(2e-24, rel=2e-3)


def test_at_the_supremum_itself_it_is_open() -> None:
    """Between the ends of an enclosure neither a proof nor an order is found."""
    low, high = concentration(*RARE).ends
    stopped = None
    for _ in range(300):
        middle = (low + high) / 2
        try:
            proved = violating_order(*RARE, Loss(middle)) is None
        except Undecided as stop:
            stopped = stop.code
            break
        low, high = (low, middle) if proved else (middle, high)
    assert stopped == "precision"
    assert (high - low) * 10**25 < low


def test_time() -> None:
    """A tick that raises ends the search."""

    def stop() -> None:
        raise Undecided("time", "over")

    with pytest.raises(Undecided, match="over"):
        concentration(*RARE, stop)


def test_ends_of_an_exact_rate() -> None:
    """They enclose it."""
    low, high = Rate(F(1), ln(3)).ends
    assert Loss(low) <= ln(3) <= Loss(high)


def test_two_local_maxima() -> None:
    """D_α/α of P = (0.1, 1e-12, …), Q = (0.001, 1e-18, …): 1.2389 near 2.3, 1.3956 near 5.5."""
    whole = 10**18
    p, q = [10**17, 10**6], [10**15, 1]
    p, q = [*p, whole - sum(p)], [*q, whole - sum(q)]
    found = concentration(law(p), law(q))
    low, high = found.ends
    assert F(5) < found.order < F(6)
    assert float(low.p) / float(low.q) == pytest.approx(1.3956, rel=1e-4)
    for order in (F(23, 10), F(5), F(11, 2)):
        assert decimal_renyi(p, q, order) <= order * F(int(high.p), int(high.q))


def test_the_order_of_laws_that_are_all_but_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Losses near 10^-17, skewed: D_α/α is largest at 10^16, which is reached in few steps.

    With a = (α−1)·10^-17 the rate is 10^-34·ln((e^{2a} + 2e^{−a})/3)/a², up to terms of 10^-17.
    """
    asked = []

    def rate(moments: Moments, order: Fraction) -> arb:
        asked.append(order)
        assert len(asked) < 1000, "one small step after another"
        return divergence_rate(moments, order)

    divergence_rate = concentration_module._rate
    monkeypatch.setattr(concentration_module, "_rate", rate)
    tiny = Value(1) / 10**17
    skewed = [(1 + 2 * tiny) / 3, (1 - tiny) / 3, (1 - tiny) / 3]
    found = concentration(skewed, law([1, 1, 1]))
    best = max(
        log((exp(2 * a) + 2 * exp(-a)) / 3) / a**2 for a in (k / 1000 for k in range(1, 1000))
    )
    low, high = found.ends
    assert found.order > 10**16
    assert float(low.p) / float(low.q) == pytest.approx(best * 1e-34, rel=1e-5)
    assert float(high.p) / float(high.q) == pytest.approx(best * 1e-34, rel=1e-5)


def test_time_while_an_order_is_looked_for() -> None:
    """The way up to a maximum asks for the time as well."""
    ticks = []
    moments = Moments(*RARE)
    concentration_module._climbed(moments, Fraction(2), None, lambda: ticks.append(1))
    assert len(ticks) > 10
