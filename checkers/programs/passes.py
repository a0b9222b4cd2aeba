"""What a program says of itself: enumerations, or with continuous noise its traced form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dpverify.checkers.continuous.integers import (
    IntegerProgram,
    integer_program,
    released_integers,
)
from dpverify.checkers.continuous.program import Program, program_of
from dpverify.checkers.continuous.words import Words
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


def may_iterate_sets(found: Mechanism) -> bool:
    """Whether a program can get at a set whose order may depend on the hashes of texts."""
    functions = [f for f in (found.function, found.key) if f is not None]
    return not any(map(ours, functions)) and reached(functions).sets


def _watched(found: Mechanism) -> Callable[[], bool]:
    """Tells later whether a program can have changed what its next run finds, or did."""
    functions = [f for f in (found.function, found.key) if f is not None]
    if all(map(ours, functions)):
        return lambda: False
    known = reached(functions)
    return lambda: known.state or known.changed


def passes(
    found: Mechanism,
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
    keeps = _watched(found)
    if draws_continuously(turned(found) if backward else found):
        with watched(tick):
            program = program_of(found, everywhere=everywhere, tick=tick)
        yield replace(program, keeps=keeps())
    elif everywhere:
        with watched(tick):
            whole = integer_program(found, everywhere=True, tick=tick)
        if whole is not None:
            yield replace(whole, keeps=keeps())
    else:
        each = enumerations(found, paths=paths, tick=tick, backward=backward)
        yield from _enumerated(found, each, tick, keeps)


def turned(found: Mechanism) -> Mechanism:
    """The program with its first inputs in the opposite order, in which they are tried then."""
    if isinstance(found.inputs, Iterator):
        return found
    try:
        return replace(found, inputs=found.first_inputs(TRIED)[::-1])
    except Exception:  # noqa: BLE001  (said by what runs it next)
        return found


def _enumerated(
    found: Mechanism,
    each: Iterator[Enumeration],
    tick: Callable[[], None],
    keeps: Callable[[], bool],
) -> Iterator[Enumeration | Program | IntegerProgram]:
    """Enumerations; after the first that leaves paths out, the program traced on integers.

    That is on all integer inputs where it says how they move, then on the listed ones where it
    releases values alone.
    """
    tried = False
    for one in each:
        yield one
        if not one.whole and not tried:
            tried = True
            with watched(tick):
                whole = integer_program(found, everywhere=False, tick=tick)
                released = released_integers(found, tick)
            if whole is not None:
                yield replace(whole, keeps=keeps())
            if released is not None:
                yield replace(released, keeps=keeps())


def whole(program: Program, tick: Callable[[], None] = no_clock) -> Enumeration:
    """The finite channel of a program that releases no value, as an enumeration of its words."""
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
    found: Mechanism, *, paths: int = MOST_PATHS, tick: Callable[[], None] = no_clock
) -> Channel:
    """The channel of a program: by running it on every path, or by exact integrals over its noise.

    Args: found a program, such as `@mechanism` makes; paths the budget of paths; tick is called
        often and raises where time is up.
    Raises: ProgramError for a program that cannot be followed; Undecided where the budget ends
        first; UsageError for a program that releases values with continuous noise, or has inputs
        beyond all bounds: it is no finite channel.
    """
    if not isinstance(found, Mechanism) or not draws_continuously(found):
        made = enumeration.channel_of(found, paths=paths, tick=tick)
        return made.resting_on((ORDER_OF_SETS,)) if may_iterate_sets(found) else made
    program = program_of(found, tick=tick)
    if not program.finite:
        raise UsageError(
            f"{found.name} is no finite channel: it releases values with continuous noise, or has"
            " inputs beyond all bounds; check() and measure() take it as it is"
        )
    about = {name: found.about.get(name) for name in ("title", "source")}
    return whole(program, tick).channel(**about)
