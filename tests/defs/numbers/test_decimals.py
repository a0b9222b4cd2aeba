"""Decimals that enclose a rational number: as Python's own decimal arithmetic rounds it."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.numbers import Loss, Value, exp, ln, parse
from dpverify.defs.numbers.decimals import decimal_text, enclosure
from dpverify.defs.numbers.value import ratio

NEAR = [10**k + step for k in (0, 1, 17, 18, 19, 40) for step in (-1, 0, 1)]
numerators = st.one_of(st.integers(-(10**40), 10**40), st.sampled_from(NEAR))
denominators = st.one_of(st.integers(1, 10**30), st.sampled_from([10**k for k in range(40)]))


def rounded(number: Fraction, digits: int, *, up: bool) -> Decimal:
    """The oracle: a division by `decimal` with so many digits."""
    context = Context(prec=digits, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    return context.divide(Decimal(number.numerator), Decimal(number.denominator))


@given(numerators, denominators, st.sampled_from([1, 2, 18]))
def test_decimals_are_rounded_outward(top: int, below: int, digits: int) -> None:
    """To the last digit, on both sides."""
    number = Fraction(top, below)
    exact = fmpq(number.numerator, number.denominator)
    for up in (False, True):
        assert Decimal(decimal_text(exact, digits, up=up)) == rounded(number, digits, up=up)


@pytest.mark.parametrize(
    ("top", "below", "bounds"),
    [
        (1, 4, ("0.25", "0.25")),
        (0, 1, ("0", "0")),
        (-1, 3, ("-0.333333333333333334", "-0.333333333333333333")),
        (2, 3, ("0.666666666666666666", "0.666666666666666667")),
        (10**18 - 1, 10**18, ("0.999999999999999999", "0.999999999999999999")),
        (10**19 - 1, 10**19, ("0.999999999999999999", "1.00000000000000000")),
    ],
)
def test_both_ends_of_a_rational_number(top: int, below: int, bounds: tuple[str, str]) -> None:
    """Equal where 18 digits hold it; by hand."""
    assert enclosure(ratio(top, below)) == bounds


IRRATIONAL = [
    *(exp(1) * Value(10) ** n for n in (-40, -7, 0, 3, 40)),
    *(-exp(-3) * Value(10) ** n for n in (-40, -7, 0, 3, 40)),
    ln(3), -ln(3), ln(3) / 7**9,
    exp(-900), exp(900), exp(-40) + 1, 1 - exp(-40), exp(-50) - 1, 10**21 - exp(-30),
]  # fmt: skip


@pytest.mark.parametrize("number", IRRATIONAL, ids=str)
def test_irrational_numbers_lie_between_neighbouring_decimals(number: Value | Loss) -> None:
    """Both ends have 18 digits, are one unit apart, and are on the two sides of the number."""
    lower, upper = enclosure(number)
    assert parse(lower) < number < parse(upper)
    low, high = Decimal(lower), Decimal(upper)
    unit = Decimal(1).scaleb(max(abs(low), abs(high)).adjusted() - 17)
    assert high - low in (unit, unit / 10)  # a tenth of it below a power of ten


@given(numerators, denominators)
def test_a_rational_number_has_the_text_of_a_fraction(top: int, below: int) -> None:
    """As Python writes it, short or long."""
    assert str(Value(Fraction(top, below))) == str(Fraction(top, below))
