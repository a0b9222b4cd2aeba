"""Answers about programs that were traced: with continuous noise, or noise of integers.

What must never change: a program that is a finite channel is decided as that channel; any other by
the engine of its noise, or the question is left open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from dpverify.checkers.additive.decide import check_additive, decides, measure_additive
from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous.decide import check_continuous, measure_continuous
from dpverify.checkers.continuous.integer_program import IntegerProgram
from dpverify.checkers.continuous.integers import (
    about_integers,
    check_all_integers,
    check_integers,
    measure_all_integers,
)
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.on_channels import check_subject, measure_subject
from dpverify.checkers.programs.passes import whole
from dpverify.checkers.subjects import Subject
from dpverify.checkers.unsupported import NotReleased, of_released_integers
from dpverify.checkers.verdict import Holds, Measured, Verdict
from dpverify.defs.clock import watched
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY
from dpverify.defs.numbers.errors import ExponentError

SOME_HOLD = (
    "the program cannot be traced on all real inputs at once, and no failure was seen on {} ordered"
    " pairs of neighbours"
)
"""Why a program that multiplies or divides by its inputs was not decided."""


@contextmanager
def _open_beyond_powers() -> Iterator[None]:
    """Leave a question open that needs a larger power of e than is computed with.

    Neither the program nor the claim, which was read before, is wrong then.
    """
    try:
        yield
    except ExponentError as limit:
        text = f"the answer needs {limit}; take less extreme parameters"
        raise Undecided("bits", text) from limit


@_open_beyond_powers()
def check_traced(
    found: Program | IntegerProgram, definition: Any, source: str, budget: Budget
) -> Verdict | None:
    """The verdict about a traced program; None where a finer enumeration may say more."""
    if isinstance(found, IntegerProgram):
        return _check_integers(found, definition, source, budget)
    if found.integers:
        return _check_released(found, definition, source, budget)
    return _check_continuous(found, definition, source, budget)


@_open_beyond_powers()
def measure_traced(
    found: Program | IntegerProgram,
    definition: str,
    given: Mapping[str, Any],
    source: str,
    budget: Budget,
) -> Measured:
    """The smallest value of the parameter left out, of a traced program.

    Raises: Undecided where no engine knows the definition, or a limit is reached.
    """
    if isinstance(found, IntegerProgram):
        with watched(budget.check, budget.remaining):
            return measure_all_integers(found, definition, given, source=source, tick=budget.check)
    if found.integers:
        if not decides(definition):
            raise Undecided("unsupported", of_released_integers(definition))
        with watched(budget.check, budget.remaining):
            return measure_additive(found, definition, given, source=source, tick=budget.check)
    if not found.finite or found.everywhere or found.examples:
        with watched(budget.check, budget.remaining):
            measured = measure_continuous(
                found, definition, given, source=source, tick=budget.check
            )
        if found.examples and INFINITY not in measured.tight.values():
            raise Undecided("unsupported", SOME_HOLD.format(len(found.pairs)))
        return measured
    about = Subject(whole(found, budget.check).channel(), source)
    return measure_subject(about, definition, given, time_limit=budget.remaining())


def _check_continuous(
    found: Program, definition: Definition, source: str, budget: Budget
) -> Verdict:
    """With continuous noise: the finite channel where there is one, else bounds that may meet."""
    if found.examples:
        with watched(budget.check, budget.remaining):
            verdict = check_continuous(found, definition, source=source, tick=budget.check)
        if verdict.fails:
            return verdict
        raise Undecided("unsupported", SOME_HOLD.format(len(found.pairs)))
    if not found.finite or found.everywhere:
        with watched(budget.check, budget.remaining):
            return check_continuous(found, definition, source=source, tick=budget.check)
    about = Subject(whole(found, budget.check).channel(), source)
    return check_subject(about, definition, time_limit=budget.remaining())


def _check_integers(
    found: IntegerProgram, definition: Any, source: str, budget: Budget
) -> Verdict | None:
    """What alignments show; where listed inputs are asked about, only if the claim holds."""
    if not found.everywhere and not about_integers(definition):
        return None
    with watched(budget.check, budget.remaining):
        if found.everywhere:
            return check_all_integers(found, definition, source=source, tick=budget.check)
        verdict = check_integers(found, definition, source=source) if found.aligned else None
    return verdict if isinstance(verdict, Holds) else None


def _check_released(found: Program, definition: Any, source: str, budget: Budget) -> Verdict | None:
    """Values released with integer noise, on the listed inputs; None where they share noise.

    No closed form knows such values, but an output that only one input has is soon enumerated.
    """
    if not decides(definition.name):
        raise Undecided("unsupported", of_released_integers(definition.name))
    try:
        with watched(budget.check, budget.remaining):
            return check_additive(found, definition, source=source, tick=budget.check)
    except NotReleased:
        return None
