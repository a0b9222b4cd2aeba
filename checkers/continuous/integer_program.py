"""A program with integer noise, traced on all integer inputs.

It crosses the border of a process as JSON data, and the process of a program loads this module:
what decides about it is in `integers`, with the engines that this takes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpverify.checkers.continuous.program import (
    Program,
    Vector,
    eps_of,
    family_document,
    is_move,
    ordered_pairs,
    refuse_not_positive,
    vector_of,
)
from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.defs.continuous.integers import (
    refuse_fractions,
    trace_integers,
    trace_released,
    whole_inputs,
)
from dpverify.defs.continuous.referee import MOST_POINTS, Referee
from dpverify.defs.continuous.trace import LOOKED_AT, Family
from dpverify.defs.documents.traced import EXACT
from dpverify.defs.documents.traced_documents import read_traced
from dpverify.defs.errors import ProgramError, UsageError
from dpverify.defs.laws.registry import OF_INTEGERS
from dpverify.defs.moves import stated_moves
from dpverify.defs.programs.mechanism import MAX_INPUTS, Mechanism

ENOUGH_POINTS = 50
"""Points at which a program that compares nothing is compared with its trace, on each input."""


@dataclass(frozen=True)
class IntegerProgram:
    """A program traced on all integer inputs.

    Args: eps the number that stands for ε, 1 where no scale has the form c/ε; moves the relation of
        `boxes`; pairs how many ordered pairs of listed inputs are such moves, all of them being so;
        everywhere whether all integer inputs are asked about; compared, keeps, after, more and
        assumptions as for `Program`.
    """

    eps: Fraction
    family: Family
    moves: str
    pairs: int
    everywhere: bool
    compared: Mapping[str, int] = field(default_factory=dict)
    keeps: bool = False
    after: tuple[str, ...] = ()
    more: bool = False
    assumptions: tuple[str, ...] = ()

    @property
    def aligned(self) -> bool:
        """Whether all noise is of laws that alignments shift."""
        return all(noise.law in EXACT for noise in self.family.traced.noises)

    def released(self) -> Program:
        """The program as engines of released values take it."""
        return Program(
            self.eps, {}, {}, (), [], self.moves, self.family, True, self.compared, self.keeps,
            True, after=self.after, assumptions=self.assumptions,
        )  # fmt: skip

    def content(self) -> dict[str, Any]:
        """What the kernel reads."""
        return {
            "eps": str(self.eps),
            "moves": self.moves,
            "family": family_document(self.family),
        }

    def to_document(self) -> dict[str, Any]:
        """The program as JSON data, to cross the border of a process."""
        more = {"pairs": self.pairs, "everywhere": self.everywhere}
        return {
            **self.content(), **more, "compared": dict(self.compared), "keeps": self.keeps,
            "after": list(self.after), "more": self.more, "assumptions": list(self.assumptions),
        }  # fmt: skip

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> IntegerProgram:
        """The program that `to_document` wrote."""
        family = given["family"]
        traced = read_traced(family["traced"], tuple(OF_INTEGERS))
        found = Family(traced, tuple(family["entries"]))
        return cls(
            Fraction(given["eps"]), found, given["moves"], given["pairs"], given["everywhere"],
            given["compared"], given["keeps"], tuple(given["after"]), given["more"],
            tuple(given["assumptions"]),
        )  # fmt: skip


def integer_program(
    found: Mechanism, *, everywhere: bool, tick: Callable[[], None]
) -> IntegerProgram | None:
    """Trace a mechanism with integer noise; None where it cannot be, unless all inputs are meant.

    Raises: where all integer inputs are asked about, UsageError without `moves`, ProgramError for
        what cannot be traced; Undecided where time is up.
    """
    moves = stated_moves(found.name, found.about.get("moves"), found.parameters)
    if moves is None:
        if not everywhere:
            return None
        raise UsageError(
            f"{found.name} draws discrete noise and does not say how far neighbours are apart where"
            " all integer inputs are meant; leave out --all-inputs, or write moves='A', 'M' or 'O'"
            " in @mechanism, or a relation of dpverify.moves"
        )
    try:
        return _traced(found, moves, everywhere, tick)
    except ProgramError:
        if everywhere:
            raise
        return None


def _traced(
    found: Mechanism, moves: str, everywhere: bool, tick: Callable[[], None]
) -> IntegerProgram | None:
    refuse_not_positive(found)
    if everywhere:
        refuse_fractions(found, found.first_inputs(LOOKED_AT))
        pairs: tuple[tuple[str, str], ...] | None = ()
    else:
        pairs = _moves_alone(found, moves)
    if pairs is None:
        return None
    referee = Referee(MOST_POINTS, tick)
    family = trace_integers(found, tick=tick, referee=referee)
    relation(moves, len(family.entries))  # one line where it is about other inputs
    eps = eps_of(found, family.traced.symbolic)
    return IntegerProgram(eps, family, moves, len(pairs), everywhere, referee.account)


def released_integers(found: Mechanism, tick: Callable[[], None]) -> Program | None:
    """A mechanism on its listed inputs, where it releases values with integer noise and no more.

    Returns: None where it does more, or its inputs are no integers.
    """
    try:
        refuse_not_positive(found)
        if len(found.first_inputs(MAX_INPUTS + 1)) > MAX_INPUTS:
            return None
        cases = found.cases()
        if not all(map(whole_inputs, cases.values())):
            return None
        referee = Referee(ENOUGH_POINTS, tick)  # there is one path, and nothing to decide on it
        inputs = {
            label: trace_released(found, given, tick=tick, referee=referee)
            for label, given in cases.items()
        }
        related = found.relation(cases)
        symbolic = {one.symbolic for one in inputs.values()}
        if len(symbolic) != 1:
            return None
        return Program(
            eps_of(found, symbolic == {True}), inputs, {}, ordered_pairs(related, list(cases)),
            related, compared=referee.account, integers=True,
        )  # fmt: skip
    except ProgramError:
        return None


def _moves_alone(found: Mechanism, moves: str) -> tuple[tuple[str, str], ...] | None:
    """The pairs of listed inputs; None where one of them is no move of integers."""
    if len(found.first_inputs(MAX_INPUTS + 1)) > MAX_INPUTS:
        return None
    cases = found.cases()
    if not all(map(whole_inputs, cases.values())):
        return None
    vectors: dict[str, Vector] = {}
    for label, given in cases.items():
        vector = vector_of(given)
        if vector is None:
            return None
        vectors[label] = vector
    pairs = ordered_pairs(found.relation(cases), list(cases))
    return pairs if all(is_move(moves, vectors[a], vectors[b]) for a, b in pairs) else None
