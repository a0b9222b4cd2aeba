"""The neighbours of a program that says by `moves` how far they are apart, listed or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt
from typing import Any

from dpverify.checkers.continuous.program import Vector, is_move, vector_of
from dpverify.checkers.kernel.certificates.moves import Relation, relation
from dpverify.defs.documents.shift import Shift
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
    moves = _Moves(mechanism)
    return lambda one, other: moves.apart(_read(one), _read(other))


@dataclass(frozen=True)
class _Input:
    """An input as numbers; one with gaps as Shifts as well."""

    numbers: tuple[Any, ...]
    symbols: Vector | None = None

    @property
    def vector(self) -> Vector:
        """The input as Shifts."""
        return self.symbols or tuple(Shift(Fraction(x)) for x in self.numbers)


def _read(given: Any) -> _Input | None:
    """An input that is a number or a list of numbers; None for anything else."""
    if isinstance(given, (tuple, list)) and given and all(type(x) is int for x in given):
        return _Input(tuple(given))  # as most are
    vector = vector_of(given)
    if vector is None:
        return None
    gaps = any(x.gaps for x in vector)
    return _Input(tuple(x.constant for x in vector), vector if gaps else None)


class _Moves:
    """What `moves` says, for inputs of any length."""

    def __init__(self, mechanism: Mechanism) -> None:
        given = mechanism.about.get("moves")
        self.text = stated_moves(mechanism.name, given, mechanism.parameters)
        self._relations: dict[int, Relation] = {}

    def apart(self, one: _Input | None, other: _Input | None) -> bool:
        """Whether two inputs are a move apart, in one order or the other."""
        if self.text is None or one is None or other is None:
            return False
        if one.symbols or other.symbols or len(one.numbers) != len(other.numbers):
            first, second = one.vector, other.vector
            return is_move(self.text, first, second) or is_move(self.text, second, first)
        # Half a million pairs may be asked about: the relation is read once.
        size = len(one.numbers)
        known = self._relations.get(size)
        if known is None:
            known = self._relations[size] = relation(self.text, size)
        step = [b - a for a, b in zip(one.numbers, other.numbers, strict=True)]
        return known.contains(step) or known.contains([-x for x in step])


def refuse_other_neighbours(mechanism: Mechanism) -> None:
    """Refuse a program that lists neighbours one by one which are no move apart.

    What holds of all inputs that are a move apart says nothing of them, so that whoever asks has to
    say what is meant. "all", which is what stands there where nobody writes neighbours, names no
    pair, and the moves alone say which inputs are neighbours.
    """
    if isinstance(mechanism.neighbours, str):
        return
    some = replace(mechanism, inputs=mechanism.first_inputs(_examined(mechanism)))
    cases, moves = some.cases(), _Moves(mechanism)
    inputs = {label: _read(given) for label, given in cases.items()}
    for one, other in some.relation(cases):
        known = one in inputs and other in inputs
        if known and not moves.apart(inputs[one], inputs[other]):
            raise UsageError(
                f"{mechanism.name}: {one} and {other} are neighbours, and no move of 'moves' apart;"
                " say which neighbours are meant: --all-inputs (all_inputs=True) for the moves,"
                " --listed-inputs (all_inputs=False) for those that are listed"
            )


def _examined(mechanism: Mechanism) -> int:
    some = mechanism.first_inputs(1)
    length = len(some[0]) if some and isinstance(some[0], tuple | list) else 1
    return EXAMINED if length <= LONG else max(2, isqrt(NUMBERS // length))
