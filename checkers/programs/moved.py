"""The neighbours of a program that says by `moves` how far they are apart, listed or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isqrt
from typing import Any

from dpverify.checkers.continuous.program import is_move, vector_of
from dpverify.defs.errors import UsageError
from dpverify.defs.moves import stated_moves
from dpverify.defs.programs.datasets import DataSets
from dpverify.defs.programs.mechanism import Mechanism

EXAMINED = 1_000
"""So many listed inputs, the first ones, are looked at for neighbours that are no move apart."""
LONG, NUMBERS = 12, 2_000_000
"""Of longer lists fewer are looked at, so that their pairs have at most so many numbers."""


def about_all_inputs(mechanism: Mechanism) -> bool:
    """Whether a program is asked about all its inputs unless told otherwise: it says `moves`."""
    listed = isinstance(mechanism.inputs, DataSets) or not mechanism.traceable
    return not listed and mechanism.about.get("moves") is not None


def a_move_apart(mechanism: Mechanism) -> Callable[[Any, Any], bool]:
    """Whether two inputs of a program are neighbours as `moves` says, in one order or the other."""
    moves = stated_moves(mechanism.name, mechanism.about.get("moves"), mechanism.parameters)

    def near(one: Any, other: Any) -> bool:
        first, second = vector_of(one), vector_of(other)
        if moves is None or first is None or second is None:
            return False
        return is_move(moves, first, second) or is_move(moves, second, first)

    return near


def refuse_other_neighbours(mechanism: Mechanism) -> None:
    """Refuse a program that lists neighbours one by one which are no move apart.

    What holds of all inputs that are a move apart says nothing of them, so that whoever asks has to
    say what is meant. "all", which is what stands there where nobody writes neighbours, names no
    pair, and the moves alone say which inputs are neighbours.
    """
    if isinstance(mechanism.neighbours, str):
        return
    some = replace(mechanism, inputs=mechanism.first_inputs(_examined(mechanism)))
    cases, near = some.cases(), a_move_apart(mechanism)
    for one, other in some.relation(cases):
        if one in cases and other in cases and not near(cases[one], cases[other]):
            raise UsageError(
                f"{mechanism.name}: {one} and {other} are neighbours, and no move of 'moves' apart;"
                " say which neighbours are meant: --all-inputs (all_inputs=True) for the moves,"
                " --listed-inputs (all_inputs=False) for those that are listed"
            )


def _examined(mechanism: Mechanism) -> int:
    some = mechanism.first_inputs(1)
    length = len(some[0]) if some and isinstance(some[0], tuple | list) else 1
    return EXAMINED if length <= LONG else max(2, isqrt(NUMBERS // length))
