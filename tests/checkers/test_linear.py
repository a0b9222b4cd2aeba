"""Exact linear systems and feasibility."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.checkers.budget import Budget
from dpverify.checkers.linear import Feasible, Infeasible, feasible, solved
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value, as_value

Matrix = list[list[Fraction]]
SMALL = st.fractions(-3, 3, max_denominator=3)


def exact(matrix: Matrix) -> list[list[Value]]:
    return [[Value(cell) for cell in row] for row in matrix]


def times(matrix: Matrix, x: list[Fraction]) -> list[Fraction]:
    return [sum((a * b for a, b in zip(row, x, strict=True)), Fraction(0)) for row in matrix]


@st.composite
def systems(draw: st.DrawFn) -> tuple[Matrix, list[Fraction]]:
    """M with small fractions and b ≥ 0; every other one with a solution x ≥ 0."""
    r, c = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    matrix = draw(st.lists(st.lists(SMALL, min_size=c, max_size=c), min_size=r, max_size=r))
    if draw(st.booleans()):
        x = draw(st.lists(st.fractions(0, 2, max_denominator=3), min_size=c, max_size=c))
        right = times(matrix, x)
    else:
        right = draw(st.lists(SMALL, min_size=r, max_size=r))
    signs = [-1 if goal < 0 else 1 for goal in right]
    return (
        [[sign * cell for cell in row] for sign, row in zip(signs, matrix, strict=True)],
        [sign * goal for sign, goal in zip(signs, right, strict=True)],
    )


@given(systems())
def test_each_answer_carries_its_proof(system: tuple[Matrix, list[Fraction]]) -> None:
    """Feasible: M·x = b, x ≥ 0. Infeasible: yᵀM ≤ 0 < yᵀb. Worked out over Fractions."""
    matrix, right = system
    answer = feasible(exact(matrix), [Value(goal) for goal in right])
    if isinstance(answer, Feasible):
        x = [value.as_fraction() for value in answer.solution]
        assert min(x) >= 0
        assert times(matrix, x) == right
    else:
        y = [value.as_fraction() for value in answer.multipliers]
        assert max(times([list(column) for column in zip(*matrix, strict=True)], y)) <= 0
        assert times([right], y)[0] > 0


@given(systems())
def test_a_solution_solves(system: tuple[Matrix, list[Fraction]]) -> None:
    """M·x = b where there is an answer; there is one where b was made from an x ≥ 0."""
    matrix, right = system
    x = solved(exact(matrix), [Value(goal) for goal in right])
    if x is not None:
        assert times(matrix, [value.as_fraction() for value in x]) == right
    elif isinstance(feasible(exact(matrix), [Value(g) for g in right]), Feasible):
        pytest.fail("a solvable system was called unsolvable")


def test_irrational_systems() -> None:
    """e·x = 1 and √2·x = 1 have no common solution; alone each has."""
    e, root, one = as_value("exp(1)"), as_value("2**(1/2)"), Value(1)
    assert solved([[e]], [one]) == (1 / e,)
    assert solved([[e], [root]], [one, one]) is None
    assert isinstance(feasible([[e], [root]], [one, one]), Infeasible)
    assert feasible([[e, root]], [one]) == Feasible((1 / e, Value(0)))


def test_a_classic_that_cycles_without_a_rule() -> None:
    """Beale's example (1955), as a system with slacks: Bland's rule ends."""
    rows: list[list[int | Fraction]] = [
        [Fraction(1, 4), -60, Fraction(-1, 25), 9, 1, 0, 0],
        [Fraction(1, 2), -90, Fraction(-1, 50), 3, 0, 1, 0],
        [0, 0, 1, 0, 0, 0, 1],
    ]
    matrix = [[Value(cell) for cell in row] for row in rows]
    assert isinstance(feasible(matrix, [Value(0), Value(0), Value(1)]), Feasible)


def test_limits_leave_the_question_open() -> None:
    """Time and size."""
    one = [[Value(1)]]
    with pytest.raises(Undecided, match="time limit"):
        feasible(one, [Value(1)], Budget(0))
    with pytest.raises(Undecided, match="600 × 1 is too large"):
        feasible([[Value(1)]] * 600, [Value(1)] * 600)
