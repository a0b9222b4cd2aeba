"""The family of a program, with ε as a symbol: enumerated, or by tracing its continuous noise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from dpverify.checkers.all_eps.one_threshold import one_threshold_of
from dpverify.checkers.all_eps.words import family_of_words
from dpverify.checkers.continuous.program import program_of
from dpverify.checkers.programs.passes import turned
from dpverify.defs.clock import watched
from dpverify.defs.continuous.probe import draws_continuously
from dpverify.defs.errors import ChannelError, NumberError, ProgramError, UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.programs.enumeration import channel_of
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.symbolic import SYMBOL, family_of, refuse_inputs_of, with_symbol
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.formal import Formal
from dpverify.defs.symbolic.one_threshold import OneThreshold
from dpverify.defs.validate import shown, shown_number

SPOTS = (Fraction(1, 3), Fraction(1), Fraction(5, 2))
"""Values of ε at which a family is compared with the program, before more is known."""


def family_of_program(
    mechanism: Mechanism,
    settings: Mapping[str, str],
    tick: Callable[[], None] = lambda: None,
    spots: Sequence[Fraction] = SPOTS,
    *,
    backward: bool = False,
    pure: bool = False,
) -> Family | OneThreshold:
    """The channels of a program for every ε, compared with the program at some numbers.

    Args: found without settings; settings texts by name; tick is called often, and raises where
        time is up; spots values of ε at which the program with that number must be the family's
        channel, or with continuous noise do on concrete noise what its trace says; backward
        as for `enumerations`; pure whether pure-dp alone is asked about, for which of a sparse
        vector few cases are enough.
    Raises: as `family_of`, and ProgramError where they differ; with continuous noise as
        `program_of` and `family_of_words`.
    """
    if not draws_continuously(turned(mechanism) if backward else mechanism):
        symbolic = with_symbol(mechanism, settings)
        family = family_of(symbolic, tick=tick, backward=backward)
        for eps in spots:
            tick()
            _compare(symbolic, family, eps, tick)
        return family
    if SYMBOL in settings or SYMBOL not in mechanism.parameters:
        raise UsageError(
            f"{mechanism.name}: with --eps-range and continuous noise, eps is a parameter that is"
            " left out of the target, and occurs in scales c/eps alone"
        )
    refuse_inputs_of(mechanism, [SYMBOL])
    asked = mechanism.with_parameters(**settings)
    short = one_threshold_of(asked, tick, spots) if pure else None
    if short is not None:
        return short
    program = program_of(asked, tick=tick, units=spots)
    with watched(tick):
        return family_of_words(program.inputs, program.neighbours)


def _compare(symbolic: Mechanism, family: Family, eps: Fraction, tick: Callable[[], None]) -> None:
    """Raise a ProgramError unless the program with a number for ε is the family's channel there.

    Where the family is no channel, for a probability is negative there, the program is none either.
    """
    try:
        wanted = family.at(eps)
    except (ChannelError, NumberError):
        return
    functions = {k: v for k, v in symbolic.parameters.items() if isinstance(v, Formal)}
    numbers = {name: function.at(eps) for name, function in functions.items()}
    try:
        enumerated = channel_of(symbolic.with_parameters(**numbers), tick=tick)
    except ProgramError as error:
        raise ProgramError(f"with eps as a symbol a family, at eps = {eps} none: {error}") from None
    for i, label in enumerate(wanted.inputs):
        row = dict(
            zip(enumerated.outputs, enumerated.row(enumerated.input_index(label)), strict=True)
        )
        for output, p in zip(wanted.outputs, wanted.row(i), strict=True):
            here = row.get(output, Value(0))
            if here != p:
                raise ProgramError(
                    f"{symbolic.name}, input {label}: at eps = {eps} the output {shown(output)} has"
                    f" probability {shown_number(here)}, and {shown_number(p)} with eps as a"
                    " symbol; a program may compute and draw with eps, and go by nothing else"
                )
