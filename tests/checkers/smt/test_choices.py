"""What is made of a formula without `ite` holds where the formula holds, at every point."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpverify.checkers.smt.choices import (
    Choice,
    Comparison,
    Reading,
    beside,
    comparisons,
    definition,
    directions,
    opposite,
    ways,
    written,
)
from dpverify.checkers.smt.model import assertions
from dpverify.checkers.smt.polynomials import number, variable
from dpverify.defs.errors import Undecided
from tests.checkers.smt.smtlib import value

X, Y = variable("x"), variable("y")
POINTS = [
    dict(zip("xyz", map(Fraction, point), strict=True)) for point in product((0, 1, 3), repeat=3)
]
FORMULAS = {
    "a sum of excesses": "(<= (+ (ite (<= (- x y) 0) 0 (- x y)) (ite (<= z 1) 0 z)) 2)",
    "a maximum on the right": "(<= x (ite (<= y z) z y))",
    "a minimum, times a constant": "(<= 2 (* 3 (ite (<= y z) y z)))",
    "a choice by cases": "(<= (+ (ite (<= x (* 2 y)) 0 x) (ite (<= y x) z y)) 2)",
    "both ways": "(not (<= (- (ite (<= x y) y x) (ite (<= x y) x y)) 1))",
    "times what may be negative": "(<= (* (- x 2) (ite (<= x y) y x)) (- y z))",
    "one of two": "(xor (<= (ite (<= x y) y x) 1) (<= z 1))",
    "an equation": "(= (ite (<= x y) y x) z)",
    "no equation": "(not (= (ite (<= x y) y x) (+ z 1)))",
    "within one another": "(<= (ite (<= (ite (<= x y) y x) z) z (ite (<= x y) y x)) 1)",
    "joined": "(and (or (< x y) (> (ite (<= x y) x y) z)) (>= (+ x y) z))",
}


def tree(text: str) -> Any:
    """A formula as nested tuples."""
    (only,) = assertions(f"(assert {text})")
    return only


def at(reading: Reading, point: dict[str, Fraction]) -> dict[str, Fraction]:
    """The point with the value of every choice: its first option where the condition holds."""
    known = dict(point)
    for name, choice in reading.choices.items():
        first = value(written(choice.condition), known)
        option = choice.options[0 if first else 1]
        # x ≥ 0 is what a comparison says of x, so the term is in its text.
        known[name] = value(written(Comparison(option, ">=")).split(" ", 1)[1][:-3], known)
    return known


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_says_the_same(name: str) -> None:
    """At every point with the values of its choices, and with any others that are allowed."""
    text = FORMULAS[name]
    reading = Reading()
    says = reading.tree(tree(text))
    denies = reading.tree(tree(text), holds=False)
    assert "ite" not in written(says)
    truths = set()
    for point in POINTS:
        known = at(reading, point)
        truth = value(text, point)
        assert value(written(says), known) is truth
        assert value(written(denies), known) is not truth
        truths.add(truth)
    assert truths == {True, False}


@pytest.mark.parametrize("name", [name for name in FORMULAS if name != "within one another"])
def test_what_defines_a_choice_allows_no_more(name: str) -> None:
    """Other values that meet the definitions in their directions do not make a formula hold.

    By trying all values of a grid in which all options are.
    """
    reading = Reading()
    says = reading.tree(tree(FORMULAS[name]))
    nonnegative = frozenset("xyz")
    defined = [
        part
        for choice, what in reading.choices.items()
        for direction in {
            d for c in comparisons(says) for d in directions(c.polynomial, choice, nonnegative)
        }
        for part in definition(choice, what, direction)
    ]
    text = f"(and true {written(says)} {' '.join(map(written, defined))})"
    for point in POINTS[1::3]:
        grid = map(Fraction, range(-3, 5))
        values = product(grid, repeat=len(reading.choices))
        some = any(
            value(text, {**point, **dict(zip(reading.choices, given, strict=True))})
            for given in values
        )
        assert some is value(FORMULAS[name], point)


def test_ways_are_all_there_are() -> None:
    """One of them holds exactly where the formula does, and too many are refused."""
    text = "(and (or (<= x 1) (<= y 1)) (or (<= z 1) (and (<= 3 x) (<= y z))))"
    says = Reading().tree(tree(text))
    every = ways(says, 4)
    assert len(every) == 4
    for point in POINTS:
        some = any(all(value(written(part), point) for part in way) for way in every)
        assert some is value(text, point)
    with pytest.raises(Undecided):
        ways(says, 3)


def test_which_options_need_their_condition() -> None:
    """One that the value is never below needs none: of a maximum both, of {0, x} the 0."""
    nonnegative = frozenset({"x", "y"})
    says, denies = (Comparison(part, ">=") for part in (X - Y, Y - X))
    greatest = Choice("max", says, denies, (X, Y))
    tail = Choice("case", says, denies, (number(0), X))
    holds = written(beside(greatest, 0, nonnegative))
    assert (
        [written(beside(greatest, k, nonnegative)) for k in (0, 1)]
        == ["true", "true"]
        == [
            holds,
            written(beside(tail, 0, nonnegative)),
        ]
    )
    assert beside(tail, 1, nonnegative) == denies
    assert beside(tail, 0, frozenset({"y"})) == says  # x may be negative
    assert beside(opposite(tail), 0, nonnegative) == says  # of {0, −x} the 0 is the larger one
    assert beside(opposite(opposite(greatest)), 0, nonnegative) == beside(greatest, 0, nonnegative)
    assert beside(opposite(greatest), 0, nonnegative) == says


def test_what_a_comparison_wants_of_a_variable() -> None:
    """By the sign of its coefficient, where what it is multiplied by is ≥ 0; else both."""
    c = variable("c")
    assert directions(X * c - Y, "c", frozenset({"x"})) == {"large"}
    assert directions(Y - X * c, "c", frozenset({"x"})) == {"small"}
    for polynomial in (X * c, c * c, X * c - Y * c):
        assert directions(polynomial, "c", frozenset({"y"})) == {"small", "large"}
    assert directions(X, "c", frozenset()) == set()


@pytest.mark.parametrize("text", ["(f x y)", "(distinct x y)", "(xor (<= x 1) (<= y 1) (<= z 1))"])
def test_what_is_not_read_is_refused(text: str) -> None:
    """No meaning is guessed."""
    with pytest.raises(Undecided):
        Reading().tree(tree(text))
