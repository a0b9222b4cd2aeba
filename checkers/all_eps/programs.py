"""The family of a program, with ε as a symbol: enumerated, or by tracing its continuous noise."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dpverify.checkers.all_eps.words import family_of_words
from dpverify.checkers.continuous.program import program_of
from dpverify.defs.clock import watched
from dpverify.defs.continuous.probe import draws_continuously
from dpverify.defs.errors import UsageError
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.symbolic import SYMBOL, family_of, with_symbol
from dpverify.defs.symbolic.family import Family


def family_of_program(
    found: Mechanism, settings: Mapping[str, str], tick: Callable[[], None] = lambda: None
) -> Family:
    """The channels of a program for every ε.

    Args: found without settings; settings texts by name; tick is called often, and raises where
        time is up.
    Raises: as `family_of`; with continuous noise as `program_of` and `family_of_words`.
    """
    if not draws_continuously(found):
        return family_of(with_symbol(found, settings), tick=tick)
    if SYMBOL in settings or SYMBOL not in found.parameters:
        raise UsageError(
            f"{found.name}: with --eps-range and continuous noise, eps is a parameter that is left"
            " out of the target, and occurs in scales c/eps alone"
        )
    program = program_of(found.with_parameters(**settings), tick=tick)
    with watched(tick):
        return family_of_words(program.inputs, program.neighbours)
