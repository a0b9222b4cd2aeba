"""Rows at ε far from 1: the numbers as they are, or an open row; never a crash, a 0 or a guess."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.benchmark.row import six_digits
from dpverify.checkers.benchmark.table import Settings, rows
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Value, ln

TINY, HUGE = Fraction(1, 10**400), Fraction(10**400)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Value(Fraction(3, 10)), "0.3"),
        (Value(10), "10"),
        (Value(Fraction(1, 3)), "0.333333"),
        (Value(TINY), "1e-400"),
        (Value(HUGE * 3 / 2), "1.5e+400"),
        (ln(3), "1.09861"),
        (Value(0), "0"),
        (INFINITY, "∞"),
    ],
)
def test_six_digits(number: Value, text: str) -> None:
    """Doubles would make of two of these a 0 and an error."""
    assert six_digits(number) == text


@pytest.mark.parametrize(
    ("row", "eps", "value"), [("B36", TINY, "1e-400"), ("B16", HUGE, "1e+400")]
)
def test_a_number_beyond_doubles_is_shown(row: str, eps: Fraction, value: str) -> None:
    (found,) = rows([row], Settings(eps=eps))
    assert (found.value, found.verdict) == (value, "holds")


@pytest.mark.parametrize(
    ("row", "eps", "why"),
    [
        ("B01", TINY, "run on doubles"),
        ("B25", HUGE, "run on doubles"),
        ("B41", HUGE, "draws with doubles"),
        ("B41", TINY, "draws with doubles"),
        ("B34δ", HUGE, "which δ is the largest"),
    ],
)
def test_what_cannot_be_told_is_left_open(row: str, eps: Fraction, why: str) -> None:
    with pytest.raises(Undecided, match=why):
        list(rows([row], Settings(eps=eps)))
