"""Functions whose readers once gave a false sensitivity: a bound that is too small is never shown.

Each row has a bound below the sensitivity, which the docstring of its reason works out by hand.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import pytest

from dpverify.checkers.sensitivity.functions import FunctionQuestion, function_sensitivity
from dpverify.defs.errors import DomainError

ZERO, ONE = Fraction(0), Fraction(1)
FIVE = {"index3": (Fraction(5), Fraction(5))}
TOO_SMALL: dict[str, tuple[str, dict[str, Any], str]] = {
    "at n = 3 x_2 and x_(n-1) are one record: 2": ("x[2]+x[n-1]", {"least": 3}, "1"),
    "every factor sees x_1, from 0 to 1": ("prod(i=2..n, x[1])", {"least": 2}, "1/2"),
    "(1 - x_1)^2, from 1 to 0": ("prod(i=1..n, 1-x[1])", {"size": 2}, "1/2"),
    "every pair sees the mean: (n-1)/2": ("sum(i<j, mean(x))", {"least": 4}, "1"),
    "n(n-1)/2 pairs see x_1: 3 at n = 3": ("sum(i<j, x[1])", {"least": 3}, "n-1"),
    "odd(1) = 1, odd(1/2) = 0": ("odd(2*x[1]+1/2)", {"size": 1}, "1/2"),
    "the term of i = 0 is x_1: 1": ("sum(i=0..n, x[1]*[i<1])", {"least": 2}, "1/2"),
    "a parameter called as a variable inside: 5": (
        "sum(i=1..n, index3*x[i])", {"size": 2, "where": FIVE}, "2",
    ),
    "the other terms of the outer sum see x_1: 2": (
        "sum(i=1..n, sum(i=1..n, x[i]))", {"least": 2}, "1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", TOO_SMALL)
def test_bounds_that_are_too_small(why: str) -> None:
    """No certificate is accepted, whatever the search finds."""
    text, options, bound = TOO_SMALL[why]
    question = FunctionQuestion(text, ZERO, ONE, bound=bound, **options)
    assert function_sensitivity(question).document is None


@pytest.mark.parametrize("text", ["sum(x[i-5])", "sum(x[i+5])", "sum(x[2*i-9])"])
def test_indices_far_from_the_records(text: str) -> None:
    """Over all i for which the record is there: of three records each, or each odd one, is in it.

    The sum moves by 1; indices were once looked for from −n to 2n alone, and the sum was empty.
    """
    document = function_sensitivity(FunctionQuestion(text, ZERO, ONE, 3)).document
    assert document is not None
    assert (document["bound"], document["evidence"]) == ("1", "exact")


@pytest.mark.parametrize("least", [2, 3])
def test_a_lower_bound_for_every_n(least: int) -> None:
    """x_(n−1) − x_1 is 0 at n = 2, where both are one record, and changes by 1 from n = 3 on."""
    question = FunctionQuestion("x[n-1]-x[1]", ZERO, ONE, least=least)
    document = function_sensitivity(question).document
    assert (document is None) == (least == 2)


HOLES = {
    "log(x[1])-log(x[1])": "logarithm",
    "x[1]/x[1]": "division",
    "0*sqrt(x[1]-1/2)": "root",
    "sqrt(x[1]-1/2)^2": "root",
    "x[1]*x[1]^-1": "division",
    "x[1]+0*tan(2*x[1])": "tangent",
}


@pytest.mark.parametrize("text", HOLES)
@pytest.mark.parametrize(
    "options", [{"size": 1}, {"least": 1}, {"size": 2, "neighbours": "unbounded"}]
)
def test_what_cancels_must_be_a_number(text: str, options: dict[str, Any]) -> None:
    """A function with a hole is no number there, even where algebra would remove the hole."""
    answer = function_sensitivity(FunctionQuestion(text, ZERO, ONE, bound="10", **options))
    assert answer.document is None
    assert HOLES[text] in answer.reason


@pytest.mark.parametrize("bound", ["1/(n-2)", "log(n-5)", "sqrt(n-9)+1", "sum(x)+1", "1+"])
def test_bounds_that_are_no_numbers(bound: str) -> None:
    """A bound is a number for every n, of n and parameters alone; the sentence names the bound."""
    question = FunctionQuestion("x[1]", ZERO, ONE, bound=bound)
    with pytest.raises(DomainError, match="the bound"):
        function_sensitivity(question)


def test_places_that_are_not_there() -> None:
    """One line for a place or rank beyond the smallest n, though it is seen late."""
    for text in ("x[3]", "smallest(3, x)", "x[n-5]", "x[2*n]", "sum(i=1..n, x[i+1])"):
        with pytest.raises(DomainError, match="the function"):
            function_sensitivity(FunctionQuestion(text, ZERO, ONE, bound="1"))


def test_parameters_without_an_end_within_functions() -> None:
    """c·e^(−c)·x_1 with c ≥ 1 moves by 1/e at c = 1; a tenth of it is no bound."""
    where = {"c": (ONE, inf)}
    question = FunctionQuestion("c*exp(-c)*x[1]", ZERO, ONE, 1, where=where, bound="1/10")
    assert function_sensitivity(question).document is None
