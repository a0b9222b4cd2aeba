"""Whether anything meets the hypotheses of a statement: what is proved of nothing says nothing.

What must never change: *met* means that an instance is at hand whose hypotheses hold in exact
arithmetic, whoever proposed it, and of which the conclusion has a meaning: nothing is claimed where
it divides by 0, or speaks of a mixture whose weight is above 1; *contradictory* rests on exact
arithmetic where nothing varies, and otherwise on the word of a solver, for the shapes that were
asked.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dpverify.checkers.smt.answer import Limits, Sat, Solver, Unsat
from dpverify.checkers.smt.model import satisfies
from dpverify.defs.channel import Channel
from dpverify.defs.errors import DpverifyError, Undecided
from dpverify.proofs.bounded import near_model
from dpverify.proofs.formula import encode
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.layout import places
from dpverify.proofs.search import shapes_of
from dpverify.proofs.statement import Statement

MOST_SHAPES = 8  # asked of solvers where an entry lists none


@dataclass(frozen=True)
class Hypotheses:
    """What is known of the hypotheses of a statement.

    Args:
        instance: one that meets them; None where none is at hand.
        contradictory: the shapes for which they were shown to contradict each other, all that were
            asked; empty if an instance is known or a question stayed open.
        solvers: on whose word; empty where exact arithmetic shows it.
        faults: the solver of each model that does not satisfy the question.
        meaningless: why nothing is said of those that were proposed, if that is so.
    """

    instance: Instance | None
    contradictory: tuple[Shape, ...] = ()
    solvers: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    meaningless: str = ""


def meeting(
    statement: Statement,
    shapes: Sequence[Shape],
    solvers: Sequence[Solver],
    limits: Limits,
    *,
    seconds: float,
) -> Hypotheses:
    """Look for an instance that meets the hypotheses, or for their contradiction.

    Args:
        statement: whose hypotheses.
        shapes: which to ask about; without any, the smallest of the statement's sizes.
        solvers: whom to ask.
        limits: what one question may cost.
        seconds: for all of them.
    """
    if statement.nothing_varies:
        one = Instance(statement, {}, _fixed(statement), {})
        return _where_nothing_varies(one)
    end = time.monotonic() + seconds
    chosen = list(shapes) or list(shapes_of(statement))[:MOST_SHAPES]
    contradictory: list[Shape] = []
    trusted: set[str] = set()
    faults: list[str] = []
    said: list[str] = []
    for shape in chosen:
        asked = statement, shape, solvers, limits, end
        instance, words = _one_shape(*asked, faults, said)
        if instance is not None:
            return Hypotheses(instance, faults=tuple(faults))
        if words:
            trusted |= words
            contradictory.append(shape)
    if len(contradictory) < len(chosen):
        return Hypotheses(None, faults=tuple(faults), meaningless=next(iter(said), ""))
    return Hypotheses(None, tuple(contradictory), tuple(sorted(trusted)), tuple(faults))


def _one_shape(
    statement: Statement,
    shape: Shape,
    solvers: Sequence[Solver],
    limits: Limits,
    end: float,
    faults: list[str],
    meaningless: list[str],
) -> tuple[Instance | None, set[str]]:
    """An instance, or who says that there is none at this shape; neither where that stays open.

    Args: meaningless gets why nothing is said of one that was proposed.
    """
    try:
        question = encode(statement, shape).hypotheses()
    except Undecided:
        return None, set()
    words: set[str] = set()
    stands = False
    for solver in solvers:
        left = end - time.monotonic()
        if left <= 0:
            break
        answer = solver.solve(
            question, Limits(limits.work, min(limits.seconds, left), limits.megabytes)
        )
        if isinstance(answer, Unsat):
            words.add(answer.solver)
        if not isinstance(answer, Sat):
            continue
        for instance in near_model(statement, shape, answer.model):
            if _speaks(instance, meaningless):
                return instance, set()
        if satisfies(question, answer.model) is False:
            faults.append(answer.solver)
        else:  # a model of what terms can say, near which no exact instance was found
            stands = True
    return None, set() if stands else words


def _fixed(statement: Statement) -> Mapping[str, Channel]:
    return {name: place.fixed for name, place in places(statement, {}).items() if place.fixed}


def _where_nothing_varies(one: Instance) -> Hypotheses:
    said: list[str] = []
    if _speaks(one, said):
        return Hypotheses(one)
    try:
        return Hypotheses(None, () if one.met else ({},), meaningless="".join(said))
    except DpverifyError:
        return Hypotheses(None, meaningless="".join(said))


def _speaks(instance: Instance, meaningless: list[str]) -> bool:
    """Whether it meets the hypotheses and the conclusion has a meaning, even if nobody knows which.

    Args: meaningless gets what is wrong where it, or what is said of it, has none.
    """
    try:
        return instance.speaks
    except Undecided:
        return _is_met(instance)
    except DpverifyError as fault:
        meaningless.append(str(fault))
        return False


def _is_met(instance: Instance) -> bool:
    try:
        return instance.met
    except DpverifyError:
        return False
