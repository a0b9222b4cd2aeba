"""Formulas say what the operations of `Logic` say, constants folded or not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.checkers.smt.terms import FALSE, SMT, TRUE, Formula, Term, constant
from tests.checkers.smt.smtlib import value

NUMBERS = st.fractions(min_value=-3, max_value=3, max_denominator=5)


@given(NUMBERS, NUMBERS, st.booleans(), st.booleans())
def test_terms_evaluate_to_what_they_stand_for(
    a: Fraction, b: Fraction, open_a: bool, open_b: bool
) -> None:
    """Whether an operand is a constant or a variable makes no difference to the value."""
    variables = {"a": a, "b": b}
    x = Term("a") if open_a else constant(a)
    y = Term("b") if open_b else constant(b)
    cases = {
        SMT.plus(x, y).text: a + b,
        SMT.minus(x, y).text: a - b,
        SMT.times(x, y).text: a * b,
        SMT.pos(x).text: max(a, Fraction(0)),
        SMT.maximum(x, y).text: max(a, b),
        SMT.minimum(x, y).text: min(a, b),
        SMT.total([x, y, x]).text: a + b + a,
        SMT.le(x, y).text: a <= b,
        SMT.equal(x, y).text: a == b,
        SMT.implies(SMT.le(x, y), SMT.le(y, x)).text: a >= b,
        SMT.differ(SMT.le(x, y), SMT.le(y, x)).text: a != b,
    }
    assert {text: value(text, variables) for text in cases} == cases


def test_truth_values_fold() -> None:
    """Known truth values never reach the solver."""
    p = Formula("p")
    assert SMT.conj([]) == TRUE
    assert SMT.disj([]) == FALSE
    assert SMT.conj([p, TRUE, p]) == p
    assert SMT.conj([p, FALSE]) == FALSE
    assert SMT.disj([p, TRUE]) == TRUE
    assert SMT.negation(SMT.negation(p)).text == "(not (not p))"
    assert SMT.differ(TRUE, p) == SMT.negation(p)


@pytest.mark.parametrize("number", [Fraction(0), Fraction(-7, 3), Fraction(5)])
def test_constants_read_back(number: Fraction) -> None:
    """A constant's text is its value, negative and fractional ones included."""
    assert value(constant(number).text, {}) == number
