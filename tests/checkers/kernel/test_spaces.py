"""Distances of inputs, and constraints that imply all of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from dpverify.checkers.kernel.spaces import Line, Table, chance, growth
from dpverify.defs.numbers import Loss, Real, Value, ln

PRIOR = (Value(1) / 2, Value(1) / 8, Value(3) / 8)
LINE = Line(PRIOR, frozenset({0, 2}), (Fraction(-1), Fraction(0), Fraction(5, 2)))
TABLE = Table(PRIOR, frozenset({1}), ((Fraction(0), Fraction(1), Fraction(2)),) * 3)


def test_constraints_of_a_line_imply_all_others() -> None:
    """Every distance is the sum of the steps between."""
    steps = {(x, z): apart for x, z, apart in LINE.constraints()}
    for x, z in permutations(range(LINE.size), 2):
        way = range(x, z) if x < z else range(x, z, -1)
        step = 1 if x < z else -1
        assert sum((steps[k, k + step] for k in way), Fraction(0)) == LINE.distance(x, z)


def test_constraints_of_a_table() -> None:
    assert {(x, z) for x, z, _ in TABLE.constraints()} == {*permutations(range(3), 2)}


def test_complements() -> None:
    assert chance(LINE) + chance(LINE.complement()) == 1
    assert TABLE.complement().goal == {0, 2}


def test_growth() -> None:
    assert growth(ln(2), Fraction(3)) == 8
    assert growth(Loss(0), Fraction(3)) == 1
    assert isinstance(growth(Real("exp", Loss(1)), Fraction(1)), Real)
