"""What the messages about numbers from Python suggest."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from dpverify.defs.numbers import NumberError, as_number, parse


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (1 / 3, "write '1/3' if that is meant, '0.3333"),
        (2 / 7, "write '2/7' if"),
        (0.1, "write '0.1' (a text)"),
    ],
)
def test_a_quotient_that_became_a_float_is_recognised(given: float, written: str) -> None:
    """1/3 is meant, not its 16 digits; a tenth has a short decimal, and is one."""
    with pytest.raises(NumberError) as refused:
        as_number(given)
    assert written in str(refused.value)


def test_a_number_that_is_none_yet_has_no_short_quotient() -> None:
    """A float with no quotient of a small denominator gets its decimal alone."""
    with pytest.raises(NumberError, match=r"write '0\.123456789012' \(a text\)"):
        as_number(0.123456789012)


def test_a_number_is_no_text_and_is_said_to_be_a_number_already() -> None:
    """A parameter of a program arrives as the number that its default's text is."""
    with pytest.raises(NumberError, match="it is a number already: use it as it is"):
        parse(Fraction(1, 2))  # type: ignore[arg-type]
    with pytest.raises(NumberError, match=r"is not a text of the number grammar$"):
        parse(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["1e-999999999", "1e999999999", "1e10001", "1" * 10_001])
def test_a_decimal_of_billions_of_digits_is_refused_before_they_are_made(text: str) -> None:
    """As its text is."""
    with pytest.raises(NumberError, match="a Decimal has more than 10000 digits, or an exponent"):
        as_number(Decimal(text))
    assert as_number(Decimal("1e-10000")) == parse("1e-10000")
