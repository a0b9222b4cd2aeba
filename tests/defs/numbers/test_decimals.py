"""Decimals that enclose a rational number: as Python's own decimal arithmetic rounds it."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

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
