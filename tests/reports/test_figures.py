from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.checkers.answers.figures import Figure
from dpverify.defs.numbers import parse
from dpverify.reports.figures import decimal_between, decimal_of, figure_spans
from dpverify.reports.inequality import inequality
from dpverify.reports.model import plain


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("3/4", "0.75"),
        ("0", "0"),
        ("52/21", "≈ 2.476190476"),
        ("ln(3)", "≈ 1.098612289"),
        ("1e-7", "≈ 1e-7"),
        ("2758164/10**12", "0.000002758164"),
        ("2**100", "≈ 1.2676506e30"),
    ],
)
def test_decimals_are_short(number: str, shown: str) -> None:
    text = decimal_of(parse(number))
    assert Decimal(text.removeprefix("≈ ")) == pytest.approx(Decimal(shown.removeprefix("≈ ")))
    assert len(text) <= 20


def test_infinity_is_inf() -> None:
    assert decimal_of(parse("inf", allow_infinity=True)) == "inf"


@given(st.fractions(min_value=0, max_value=1, max_denominator=10**6))
def test_a_decimal_is_close_and_says_when_it_is_not_all(number: object) -> None:
    text = decimal_of(parse(str(number)))
    digits = Decimal(text.removeprefix("≈ "))
    if not text.startswith("≈"):
        assert parse(str(digits)) == parse(str(number))
    assert abs(float(digits) - float(number)) <= 1e-9  # type: ignore[arg-type]


def test_wide_bounds_are_shown_as_bounds() -> None:
    assert decimal_between("1.2e-7", "3.0e-5") == "in [1.2e-7, 3.0e-5]"
    assert decimal_between("0", "inf") == "in [0, inf]"
    assert decimal_between("inf", "inf") == "inf"


def test_a_figure_is_exact_then_decimal() -> None:
    figure = Figure("ln(3)", "1.09861228866810969", "1.09861228866810970")
    assert plain(figure_spans(figure)) == "ln(3) ≈ 1.098612289"
    assert plain(figure_spans(Figure("3/4", "0.75", "0.75"))) == "3/4 = 0.75"
    assert plain(figure_spans(Figure("3/4"))) == "3/4 = 0.75"
    assert plain(figure_spans(Figure("inf", "inf", "inf"))) == "inf"
    assert plain(figure_spans(Figure(None, "0.1", "0.3"))) == "in [0.1, 0.3]"


def test_the_violated_inequality_is_written_with_its_numbers() -> None:
    found = inequality("pure-dp", {"eps": "109/100"}, ("3/4", "1/4"))
    assert found is not None
    assert not found.holds
    symbols, numbers, decimals = found.lines()
    assert symbols.split() == ["P(S)", ">", "e^ε", "·", "Q(S)"]
    assert numbers.strip() == "3/4  >  exp(109/100) · 1/4"
    assert decimals.strip().startswith("0.75  >  0.74356")


def test_equality_is_written_as_equality() -> None:
    found = inequality("approx-dp", {"eps": "0", "delta": "1/10"}, ("11/20", "9/20"))
    assert found is not None
    assert found.holds
    assert "11/20  =  1 · 9/20 + 1/10" in "\n".join(found.lines())


def test_probabilistic_definitions_compare_with_the_bound() -> None:
    found = inequality("probabilistic-dp", {"eps": "0", "delta": "1/10"}, ("11/20", "9/20"))
    assert found is not None
    assert not found.holds
    assert found.lines()[1].split() == ["11/20", ">", "1/10"]
    assert "loss above ε" in found.lines()[-1]


def test_an_infinite_eps_has_no_such_inequality() -> None:
    assert inequality("pure-dp", {"eps": "inf"}, ("1/10", "0")) is None
    assert inequality("guessing-advantage", {"eta": "1"}, ("1", "0")) is None
