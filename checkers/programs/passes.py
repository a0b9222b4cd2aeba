"""What a program says of itself: enumerations, or with continuous noise its traced form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dpverify.checkers.continuous.integer_program import (
    IntegerProgram,
    integer_program,
    released_integers,
)
from dpverify.checkers.continuous.program import Program, program_of
from dpverify.defs.channel import Channel
from dpverify.defs.clock import no_clock, watched
from dpverify.defs.continuous.probe import TRIED, draws_continuously
from dpverify.defs.errors import UsageError
from dpverify.defs.programs import enumeration
from dpverify.defs.programs.elsewhere import ours
from dpverify.defs.programs.enumeration import MOST_PATHS, Enumeration, enumerations
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.paths import SubLaw
from dpverify.defs.programs.reach import reached

ORDER_OF_SETS = (
    "nothing depends on the order in which a set is gone through (this Python has a hash seed of"
    " its own; a program that is named by file.py:name is examined under several)"
)


def may_iterate_sets(program: Mechanism) -> bool:
    """Whether a program can get at a set whose order may depend on the hashes of texts."""
    functions = [f for f in (program.function, program.key) if f is not None]
    return not any(map(ours, functions)) and reached(functions).sets


def _watched(program: Mechanism) -> Callable[[], bool]:
    """Tells later whether a program can have changed what its next run finds, or did."""
    functions = [f for f in (program.function, program.key) if f is not None]
    if all(map(ours, functions)):
        return lambda: False
    known = reached(functions)
    return lambda: known.state or known.changed


def passes(
    mechanism: Mechanism,
    *,
    everywhere: bool = False,
    paths: int = MOST_PATHS,
    tick: Callable[[], None] = no_clock,
    backward: bool = False,
) -> Iterator[Enumeration | Program | IntegerProgram]:
    """Trace a program whose first draw is of continuous noise; enumerate any other.

    Args: everywhere whether all real inputs are asked about; paths, tick and backward as for
        `enumerations`.
    Raises: UsageError where they are and it does not say how they move.
    """
    keeps = _watched(mechanism)
    if draws_continuously(turned(mechanism) if backward else mechanism):
        with watched(tick):
            program = program_of(mechanism, everywhere=everywhere, tick=tick)
        yield replace(program, keeps=keeps())
    elif everywhere:
        with watched(tick):
            whole = integer_program(mechanism, everywhere=True, tick=tick)
        if whole is not None:
            yield replace(whole, keeps=keeps())
    else:
        runs = enumerations(mechanism, paths=paths, tick=tick, backward=backward)
        yield from _enumerated(mechanism, runs, tick, keeps)


def turned(program: Mechanism) -> Mechanism:
    """The program with its first inputs in the opposite order, in which they are tried then."""
    if isinstance(program.inputs, Iterator):
        return program
    try:
        return replace(program, inputs=program.first_inputs(TRIED)[::-1])
    except Exception:  # noqa: BLE001  (said by what runs it next)
        return program


def _enumerated(
    program: Mechanism,
    runs: Iterator[Enumeration],
    tick: Callable[[], None],
    keeps: Callable[[], bool],
) -> Iterator[Enumeration | Program | IntegerProgram]:
    """Enumerations; after the first that leaves paths out, the program traced on integers.

    That is on all integer inputs where it says how they move, then on the listed ones where it
    releases values alone.
    """
    tried = False
    for one in runs:
        yield one
        if not one.whole and not tried:
            tried = True
            with watched(tick):
                whole = integer_program(program, everywhere=False, tick=tick)
                released = released_integers(program, tick)
            if whole is not None:
                yield replace(whole, keeps=keeps())
            if released is not None:
                yield replace(released, keeps=keeps())


def whole(program: Program, tick: Callable[[], None] = no_clock) -> Enumeration:
    """The finite channel of a program that releases no value, as an enumeration of its words."""
    # Loaded here: the process of a program traces, and computes no probability of a word.
    from dpverify.checkers.continuous.words import Words

    laws = []
    for traced in program.inputs.values():
        words = Words(traced)
        masses = {}
        for word in traced.words:
            tick()
            with watched(tick):
                masses[word] = words.probability(word).at(program.eps)
        laws.append(SubLaw(masses, True, len(traced.words)))
    return Enumeration(tuple(program.inputs), program.neighbours, tuple(laws), 0)


def channel_of(
    mechanism: Mechanism, *, paths: int = MOST_PATHS, tick: Callable[[], None] = no_clock
) -> Channel:
    """The channel of a program: by running it on every path, or by exact integrals over its noise.

    Args: mechanism such as `@mechanism` makes; paths the budget of paths; tick is called
        often and raises where time is up.
    Raises: ProgramError for a program that cannot be followed; Undecided where the budget ends
        first; UsageError for a program that releases values with continuous noise, or has inputs
        beyond all bounds: it is no finite channel.
    """
    if not isinstance(mechanism, Mechanism) or not draws_continuously(mechanism):
        channel = enumeration.channel_of(mechanism, paths=paths, tick=tick)
        return channel.resting_on((ORDER_OF_SETS,)) if may_iterate_sets(mechanism) else channel
    program = program_of(mechanism, tick=tick)
    if not program.finite:
        raise UsageError(
            f"{mechanism.name} is no finite channel: it releases values with continuous noise, or"
            " has inputs beyond all bounds; check() and measure() take it as it is"
        )
    about = {name: mechanism.about.get(name) for name in ("title", "source")}
    return whole(program, tick).channel(**about)
