"""Value: arithmetic against Fraction, irrational values against decimal's exp and ln."""

from __future__ import annotations

import copy
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.numbers import (
    ONE,
    NumberError,
    Real,
    Undecided,
    Value,
    as_value,
    exp,
    ln,
    parse,
    total,
)
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.numbers.decimals import enclosure
from dpverify.defs.numbers.value import difference_ball, exceeds

small = st.fractions(min_value=-9, max_value=9, max_denominator=12)
exponents = st.fractions(min_value=-3, max_value=3, max_denominator=4)


@st.composite
def combinations(draw: st.DrawFn) -> Value:
    """Sums of up to three rational multiples of e^q and square or cube roots."""
    terms = draw(st.lists(st.tuples(small, exponents, st.sampled_from([1, 2, 3, 12])), max_size=3))
    root = draw(st.sampled_from(["1/2", "1/3"]))
    return total(c * as_value(exp(q)) * as_value(f"{base}**({root})") for c, q, base in terms)


@given(small, small)
def test_rational_arithmetic_is_that_of_fractions(a: Fraction, b: Fraction) -> None:
    """On ℚ, Value is Fraction."""
    left, right = Value(a), Value(b)
    assert (left + right).as_fraction() == a + b
    assert (left - right).as_fraction() == a - b
    assert (left * right).as_fraction() == a * b
    assert (left < right, left == right, hash(left)) == (a < b, a == b, hash(a))
    if b:
        assert (left / right).as_fraction() == a / b


@given(combinations(), combinations(), combinations())
def test_field_laws_hold_exactly(a: Value, b: Value, c: Value) -> None:
    """Distributivity and inverses, decided and not approximated."""
    assert a * (b + c) == a * b + a * c
    assert (a + b) - b == a
    if b:
        assert (a / b) * b == a
        assert hash((a / b) * b) == hash(a)


@given(combinations(), combinations())
def test_order_agrees_with_decimals(a: Value, b: Value) -> None:
    """The sign of a difference is that of 25-digit decimals wherever those separate."""
    (a_low, a_up), (b_low, b_up) = enclosure(a, 25), enclosure(b, 25)
    if Decimal(a_up) < Decimal(b_low):
        assert a < b
    elif Decimal(b_up) < Decimal(a_low):
        assert a > b
    else:
        assert a == b


@given(exponents, small)
def test_enclosure_contains_what_decimal_computes(q: Fraction, c: Fraction) -> None:
    """c·e^q lies within the printed bounds; oracle: decimal.exp with 50 digits."""
    lower, upper = enclosure(c * exp(q))
    with localcontext() as context:
        context.prec = 50
        truth = (Decimal(q.numerator) / q.denominator).exp() * c.numerator / c.denominator
        slack = abs(truth) * Decimal("1e-45")
        assert Decimal(lower) - slack <= truth <= Decimal(upper) + slack


def test_equality_needs_the_normal_form() -> None:
    """Equal numbers in different clothes: no precision would ever separate them."""
    assert parse("(exp(2)-1)/(exp(1)-1)") == parse("1+exp(1)")
    assert parse("2**(1/2)*3**(1/2)") == parse("6**(1/2)")
    assert parse("(1+2**(1/2))*(2**(1/2)-1)") == 1
    assert parse("8**(1/2)") == parse("2*2**(1/2)")
    assert parse("1/(3**(1/2)-2**(1/2))") == parse("3**(1/2)+2**(1/2)")
    assert as_value("(2+2*exp(1))/(1+exp(1))").as_fraction() == 2
    assert hash(parse("(exp(2)-1)/(exp(1)-1)")) == hash(parse("1+exp(1)"))


def test_close_numbers_are_told_apart() -> None:
    """e against its continued fraction convergent with 60-digit terms, on the right side."""
    lower, upper = enclosure(exp(1), 300)
    assert parse(lower) < exp(1) < parse(upper)
    assert exp(1) != parse(lower)


def test_cancellation_to_zero_is_exact() -> None:
    """(e^{1/3})^3 − e is zero, not small."""
    assert as_value(exp("1/3") ** 3 - exp(1)).is_zero
    assert (exp("1/3") ** 3 - exp(1)).sign() == 0
    assert not (exp("1/3") ** 3 - exp(1))


def test_quotients_with_roots_and_powers_of_e_compare_by_cross_multiplication() -> None:
    """Mixed denominators have no unique text, yet equality and hash see through it."""
    a = parse("(2**(1/2)+exp(1))/(3**(1/2)*exp(1)+2**(1/2))")
    b = a * parse("5**(1/2)+exp(2)") / parse("5**(1/2)+exp(2)")
    assert a == b
    assert hash(a) == hash(b)


def test_tiny_and_huge_are_numbers() -> None:
    """10^−560 is not 0 and e^1000000 is not inf."""
    assert parse("1e-560") > 0
    assert exp(-1_000_000) > 0
    assert enclosure(exp(-1_000_000))[0].endswith("e-434295")


@given(combinations())
def test_copy_round_trip(a: Value) -> None:
    """Values cross process boundaries by the same protocol that copy uses."""
    assert copy.deepcopy(a) == a


@given(st.lists(combinations(), max_size=4))
def test_total_is_the_sum(values: list[Value]) -> None:
    """The grouped sum equals the plain one."""
    plain = Value(0)
    for value in values:
        plain = plain + value
    assert total(values) == plain


def test_total_keeps_denominators_apart() -> None:
    """1/(1+e) + e/(1+e) = 1 = 1/(1+e²) + e²/(1+e²), in any order; and 1/2."""
    parts = ["1/(1+exp(1))", "1/(1+exp(2))", "1/2", "exp(1)/(1+exp(1))", "exp(2)/(1+exp(2))"]
    assert total(map(as_value, parts)) == as_value("5/2")
    assert total(map(as_value, parts[:2])) == as_value(parts[0]) + as_value(parts[1])


@pytest.mark.parametrize("wrong", [0.5, float("nan")])
def test_floats_are_refused_with_the_exact_spelling(wrong: float) -> None:
    """Arithmetic with a float is an error that names the conversion."""
    with pytest.raises(NumberError, match="Fraction"):
        ONE + wrong
    with pytest.raises(NumberError):
        Value(wrong)  # type: ignore[arg-type]


def test_division_by_zero_and_oversized_powers() -> None:
    """Errors, never a ZeroDivisionError or minutes of work."""
    with pytest.raises(NumberError, match="division by zero"):
        ONE / (exp(1) - exp(1))
    with pytest.raises(Undecided):
        Value(3) ** 10**9
    with pytest.raises(Undecided):
        (exp(1) + 1) ** 10**8


def test_irrational_has_no_fraction() -> None:
    """as_fraction refuses what is not rational."""
    with pytest.raises(NumberError, match="irrational"):
        exp(1).as_fraction()  # type: ignore[union-attr]


def test_every_rational_quotient_is_seen_to_be_rational() -> None:
    """Roots and powers of e together in a denominator leave no gcd; the ratio is still found."""
    a = as_value("2+2**(1/2)*exp(1/2)")
    assert (a / a).is_rational
    assert hash(a / a) == hash(1)
    assert (a * 3 / (a * 4)).as_fraction() == Fraction(3, 4)


def test_what_cancels_in_a_denominator_has_a_ball_and_a_hash() -> None:
    """(1 − e^(−1/2))^49 is 1e-20, its terms are 1e13: 64 bits do not tell it from 0."""
    a = as_value("1/2+exp(1/7)") / as_value("1-exp(-1/2)") ** 49
    assert a.ball(64).is_finite()
    assert ln(a).ball(64).is_finite()
    assert hash(a) == hash(a + exp(3) - exp(3))
    assert enclosure(a, 5)[0].startswith("11689")


@pytest.mark.parametrize("short", ["1", "-3/4", "1024"])
def test_a_ball_about_a_short_number_has_its_width(short: str) -> None:
    """That the midpoint has one bit says nothing of the radius: 1 itself once had no 18 digits."""
    spread = as_value("1+2*exp(1/4)")
    number = Real("*", Value(1), as_value(short) * (spread / spread))
    lower, upper = ball_bounds(Real("/", spread, spread).ball(512))
    assert 0 <= upper - lower < fmpq(1, 10**140)
    low, high = map(Fraction, enclosure(number, 18))
    assert low <= Fraction(short) <= high
    assert high - low <= abs(Fraction(short)) / 10**16


@given(small, exponents, small)
def test_a_product_that_is_compared_need_not_be_worked_out(
    left: Fraction, exponent: Fraction, right: Fraction
) -> None:
    """The ball of the difference encloses what the product gives, and both ways say the same."""
    factor = exp(exponent)
    assert isinstance(factor, Value)
    # Fresh numbers each time: of those that were looked at before, balls are kept.
    difference = Value(left) - factor * Value(right)
    low, high = map(Value, ball_bounds(difference_ball(Value(left), factor, Value(right))))
    assert low <= difference <= high
    assert high - low < Fraction(1, 10**12)
    assert exceeds(Value(left), factor, Value(right)) == (difference > 0)
