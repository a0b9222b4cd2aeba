"""Loss and Real: comparisons through exp, infinity, and honest indecision."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.numbers import (
    INFINITY,
    Loss,
    NumberError,
    Real,
    Undecided,
    Value,
    as_eps,
    exp,
    ln,
    parse,
)

positive = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=50)
rationals = st.fractions(min_value=-5, max_value=5, max_denominator=6)


def odds(loss: Loss | Real) -> Value | Real:
    """e^loss, of what is a Loss."""
    assert isinstance(loss, Loss)
    return loss.odds()


@given(positive, positive)
def test_logarithm_of_a_product(a: Fraction, b: Fraction) -> None:
    """ln(ab) = ln a + ln b, decided."""
    assert ln(a * b) == ln(a) + ln(b)
    assert odds(ln(a) + ln(b)) == a * b
    assert (ln(a) < ln(b)) == (a < b)


@given(positive, rationals)
def test_exp_undoes_ln(a: Fraction, q: Fraction) -> None:
    """e^{q + ln a} = a·e^q and back."""
    loss = ln(a) + q
    assert odds(loss) == a * exp(q)
    assert ln(odds(loss)) == loss


@given(positive, rationals, rationals)
def test_scaling(a: Fraction, q: Fraction, c: Fraction) -> None:
    """c·(q + ln a) + (1−c)·(q + ln a) is the loss again."""
    loss = ln(a) + q
    assert loss * c + loss * (1 - c) == loss


def test_losses_of_irrational_odds() -> None:
    """ln of sums with e, where the exact test expands powers."""
    loss = ln(parse("1+exp(1)"))
    assert loss * 2 == ln(parse("1+2*exp(1)+exp(2)"))
    assert loss * 2 != ln(parse("1+2*exp(1)+exp(2)+1e-40"))
    assert isinstance(odds(loss / 2), Real)
    assert loss / 2 < 1 < loss


def test_roots_of_three() -> None:
    """ε = ln 3 halved gives √3, the exponential mechanism's odds."""
    assert odds(ln(3) / 2) == parse("3**(1/2)")
    assert ln(parse("3**(1/2)")) == ln(3) / 2
    assert str(ln(parse("3**(1/2)"))) == "1/2*ln(3)"


def test_rational_losses_are_rational() -> None:
    """ln(e^q) is q and ln(1) is 0."""
    assert ln(exp("2/3")) == Fraction(2, 3)
    assert str(Loss(Fraction(2, 3)).as_rational()) == "2/3"
    assert ln(1).sign() == 0


def test_infinity_is_above_everything() -> None:
    """Order and arithmetic with ±inf."""
    assert ln(10**50) < INFINITY
    assert Loss(-(10**9)) > -INFINITY
    assert parse("inf", allow_infinity=True) == INFINITY
    assert INFINITY + 3 == INFINITY
    assert INFINITY * 2 == INFINITY
    assert -INFINITY != INFINITY
    assert INFINITY * -2 == -INFINITY
    assert -INFINITY * -2 == INFINITY
    assert -INFINITY * 2 == -INFINITY
    assert parse("exp(2**(1/2))") < INFINITY
    assert str(INFINITY) == "inf"
    for nonsense in (lambda: INFINITY - INFINITY, lambda: INFINITY * 0, INFINITY.odds):
        with pytest.raises(NumberError):
            nonsense()


def test_beyond_the_classes_undecided_rather_than_guessed() -> None:
    """exp(√2)² = exp(2√2), but only balls know these numbers: they never separate."""
    a, b = parse("exp(2**(1/2))**2"), parse("exp(2*2**(1/2))")
    with pytest.raises(Undecided) as stop:
        a == b  # noqa: B015  # the comparison itself is under test
    assert stop.value.code == "precision"
    assert parse("exp(2**(1/2))") < parse("exp(2**(1/2))+1e-300")


def test_products_of_logarithms_are_real() -> None:
    """ln 2 · ln 3 leaves the class and is still compared."""
    product = ln(2) * ln(3)
    assert isinstance(product, Real)
    assert Fraction(76, 100) < product < Fraction(77, 100)
    assert 1 / ln(2) > 1
    assert ln(3) / ln(2) > Fraction(3, 2)
    assert ln(3) + parse("2**(1/2)") > 2


def test_irrational_eps_is_a_real() -> None:
    """ε = √2 is allowed: only its power of e leaves the exact class."""
    assert isinstance(as_eps("2**(1/2)"), Real)
    assert isinstance(as_eps("3/2"), Loss)
    assert as_eps("inf", allow_infinity=True) == INFINITY


@given(positive, rationals)
def test_copy_round_trip(a: Fraction, q: Fraction) -> None:
    """Losses cross process boundaries by the same protocol that copy uses."""
    loss = ln(a) * Fraction(1, 3) + q
    assert copy.deepcopy(loss) == loss
    assert copy.deepcopy(INFINITY) == INFINITY


def test_a_value_is_not_silently_a_loss() -> None:
    """Loss(√2) is refused: it would not be in the class."""
    with pytest.raises(NumberError, match="irrational"):
        Loss(parse("2**(1/2)"))  # type: ignore[arg-type]
    assert Loss(Value(2)) == 2


def test_losses_are_compared_in_any_form() -> None:
    """By balls, by their terms, and where both fail by powers: ln 9 = 2·ln 3, by hand."""
    half, third = Value(1) / 2, Value(1) / 3
    for low, high in (
        (ln(2), ln(3)), (ln(2), ln(2) + third), (ln(2) - third, ln(2)), (Loss(0), Loss(half)),
        (ln(2), Loss(1)), (Loss(half), ln(2)), (ln(2), Value(1)), (-INFINITY, ln(2)),
        (ln(2), INFINITY), (-ln(3), -ln(2)), (ln(2) / 3, ln(3) / 3), (ln("1/3"), ln("1/2")),
        (third + ln(2), third + ln(3)), (ln(exp(1) + 1), ln(exp(1) + 2)), (ln(3) / 2, ln(2)),
        (ln(3) - Value(Fraction(1, 10**40)), ln(3)),
    ):  # fmt: skip
        assert low < high
        assert not high <= low
        assert low != high
    for same in ((ln(9), 2 * ln(3)), (ln(2) + ln(3), ln(6)), (ln(3), ln(3)), (Loss(1), Value(1))):
        assert same[0] == same[1]
        assert same[0] <= same[1] <= same[0]
    number = ln(3)
    assert isinstance(number, Loss)
    assert number.odds() == 3
    assert number.odds() is number.odds(), "it is computed once"
    assert copy.copy(number) == number
