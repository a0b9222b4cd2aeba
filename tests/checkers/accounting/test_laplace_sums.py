"""Sums of Laplace losses: the closed form of one, two by hand, many beside the sums on a grid."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import exp

import pytest

from dpverify.accounting import Account, Plan, account, laplace
from dpverify.checkers.accounting import account as grids


def encloses(answer: Account, value: Decimal) -> None:
    """The bounds agree in 30 digits, and the number lies between them."""
    low, high = Decimal(answer.lower), Decimal(answer.upper)
    assert high - low <= high * Decimal(10) ** -30
    assert low - Decimal(10) ** -45 <= value <= high + Decimal(10) ** -45


def test_one_answer() -> None:
    """δ = 1 − e^((ε−ε₀)/2), and ε = ε₀ + 2·ln(1 − δ)."""
    plan = Plan((laplace(2),))
    with localcontext(prec=50):
        encloses(account(plan, eps="1/3"), 1 - ((Decimal(1) / 3 - Decimal(1) / 2) / 2).exp())
        delta = Decimal("1e-5")
        encloses(account(plan, delta="1e-5"), Decimal(1) / 2 + 2 * (1 - delta).ln())


def test_two_answers_by_hand() -> None:
    """ε₀ = 1, ε = 1/2: what the atoms and the densities of the sum give, each integrated by hand.

    Two atoms: mass 1/4 at 2. An atom and a density: e^((s−2)/2)/4 on (0, 2) from the upper atom;
    the lower one reaches 0 only. Two densities: (2 − s)·e^((s−2)/2)/16 on (0, 2). With
    E = ∫ from 1/2 to 2 of (a + b·s)·(e^(s/2) − e^(1/2−s/2)) ds, a = 1/4 + 2/16, b = −1/16.
    """
    with localcontext(prec=50):

        def antiderivative(s: Decimal) -> Decimal:
            """Of (a + b·s)·(e^(s/2) − e^(1/2−s/2)): 2(a + bs)(A + B) − 4b(A − B)."""
            up, down = (s / 2).exp(), (Decimal("0.5") - s / 2).exp()
            line = Decimal("0.375") - s / 16
            return 2 * line * (up + down) + (up - down) / 4

        inner = antiderivative(Decimal(2)) - antiderivative(Decimal("0.5"))
        value = (1 - Decimal("-1.5").exp()) / 4 + Decimal(-1).exp() * inner
        encloses(account(Plan((laplace(1, times=2),)), eps="1/2"), value)


@pytest.mark.parametrize(("scale", "times"), [(2, 10), (10, 40), (3, 100)])
def test_many_answers_beside_the_grid(scale: int, times: int) -> None:
    """The sums by transforms enclose the exact number."""
    plan = Plan((laplace(scale, times=times),), "add")
    exact = account(plan, delta="1e-4")
    (side,) = grids.eps_at(plan, Fraction(1, 10**4), 1e-2)
    assert side.bounds.lower <= float(exact.lower) <= float(exact.upper) <= side.bounds.upper
    assert Fraction(exact.upper) - Fraction(exact.lower) < Fraction(1, 10**30)


def test_no_loss_is_larger_than_all() -> None:
    """From kε₀ on δ is 0; below it is not."""
    plan = Plan((laplace(4, times=3),))
    assert account(plan, eps="3/4").upper == "0"
    assert float(account(plan, eps="0.7499").lower) > 0
    # Next to kε₀ all but the highest atom, of mass 1/8, is negligible: δ ≈ (kε₀ − ε)/8.
    assert float(account(plan, eps="0.749999999").lower) == pytest.approx(1e-9 / 8, rel=1e-6)


def test_twice_the_closed_form_is_not_two_answers() -> None:
    """A check that the tests can fail: composition is not ε₀ doubled."""
    delta = float(account(Plan((laplace(2, times=2),)), eps="1/2").lower)
    assert delta < 1 - exp(-0.25) - 0.01
