"""Whether two inputs are a move apart, for inputs of every kind that a program may list."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import dpverify as dv
from dpverify import moves
from dpverify.checkers.continuous.program import is_move, vector_of
from dpverify.checkers.programs.moved import a_move_apart
from dpverify.defs.documents.shift import Shift

HALF = Fraction(1, 2)
INPUTS: list[Any] = [
    *product((-1, 0, 1), repeat=2),
    *([Fraction(x), HALF] for x in (-1, 0, 2)),
    (HALF, 1), [0, 2], (0, 5), 0, 1, HALF, (0,), (1, 1, 1),
    (Shift.of(0, g=1), 0), (Shift.of(1, g=1), 0), [1, Shift.of(0, g=1)], (Shift.of(1), Shift.of(0)),
    (True, 0), True, "a", None, (), ("a", 1), (0.0, 1), ((0, 1), 1),
]  # fmt: skip
MOVES: dict[str, Any] = {
    "A": "A",
    "M": "M",
    "O": "O",
    "l1(3/2)": moves.l1("3/2"),
    "l2(1)": moves.l2(1),
    "exchange(1)": moves.exchange(),
    "box(0:1,-1:2)": moves.box((0, 1), (-1, 2)),
    "add_or_remove(0,1)": moves.add_or_remove(0, 1),
    "linf(1)[1], still[1]": moves.parts((moves.linf(1), 1), (moves.still(), 1)),
}


def by_definition(relation: str, one: Any, other: Any) -> bool:
    """The step from one to the other, or back, is one of the relation: as Shifts, one by one."""
    first, second = vector_of(one), vector_of(other)
    if first is None or second is None:
        return False
    return is_move(relation, first, second) or is_move(relation, second, first)


@pytest.mark.parametrize("relation", MOVES)
def test_numbers_are_apart_as_their_shifts_are(relation: str) -> None:
    """Integers, which are not made Shifts, as Fractions and as what holds gaps."""

    @dv.mechanism(inputs=[(0, 0), (1, 1)], moves=MOVES[relation])
    def program(x: Any, draw: Any) -> Any:
        return x[0] + draw.laplace(1) > 0

    near, apart = a_move_apart(program), 0
    for one, other in product(INPUTS, repeat=2):
        lengths = [vector_of(given) for given in (one, other)]
        # A relation of two entries says nothing of other numbers: it is refused, as before.
        if any(vector is not None and len(vector) != 2 for vector in lengths):
            continue
        assert near(one, other) == by_definition(relation, one, other), (one, other)
        apart += near(one, other)
    assert 20 < apart < len(INPUTS) ** 2
