"""Scenarios whose mechanism is a program: it is run apart, and what it does becomes a channel.

What must never change: the program's code never runs in this process, and a program that cannot be
enumerated to the end is no mechanism of a scenario.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous.integer_program import IntegerProgram
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.programs.passes import whole
from dpverify.checkers.programs.process import SECONDS, Limits, enumerated_apart
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.target import parse_target
from dpverify.defs.validate import shown

PASSES = 3
"""Enumerations after which a program that is not whole is given up."""


def resolved(scenario: Scenario, budget: Budget) -> Scenario:
    """The scenario with its program enumerated; other scenarios as they are.

    Raises: ProgramError, UsageError, FileError for a program that makes no sense, DomainError where
        a database is no input of it; Undecided where it is too large or goes on without end.
    """
    query = scenario.query
    if query.program is None or query.channel is not None:
        return scenario
    target = parse_target(query.place or query.program)
    if target is None:
        raise UsageError(
            f"{shown(query.program)} names no program; write file.py:name, or a mechanism of the"
            " library"
        )
    seconds = budget.remaining()
    limits = Limits(seconds=SECONDS if seconds is None else seconds)
    with closing(enumerated_apart(target, limits)) as passes:
        for number, program in enumerate(passes):
            if isinstance(program, IntegerProgram) or (
                isinstance(program, Program) and not program.finite
            ):
                break
            enumeration = whole(program, budget.check) if isinstance(program, Program) else program
            if enumeration.whole:
                return replace(scenario, query=replace(query, channel=enumeration.channel()))
            if number + 1 >= PASSES:
                break
    raise Undecided(
        "unsupported", f"{query.program} has no finite enumeration; bound its noise, as with low="
    )  # fmt: skip
