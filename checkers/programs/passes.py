"""What a program says of itself: enumerations, or with continuous noise its traced form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from dpverify.checkers.continuous.by_winner import goes_far
from dpverify.checkers.continuous.integer_program import (
    IntegerProgram,
    integer_program,
    released_integers,
)
from dpverify.checkers.continuous.loop_source import (
    is_written_as_its_loop,
    is_written_as_its_selection,
)
from dpverify.checkers.continuous.program import (
    Program,
    eps_of,
    program_of,
    refuse_not_positive,
)
from dpverify.checkers.continuous.selection import argmax_of
from dpverify.checkers.continuous.stepwise import stepwise_of
from dpverify.checkers.programs.moved import (
    a_move_apart,
    about_all_inputs,
    refuse_other_neighbours,
)
from dpverify.defs.as_run.refusing import Refused
from dpverify.defs.channel import Channel
from dpverify.defs.clock import no_clock, watched
from dpverify.defs.continuous.probe import TRIED, draws_continuously
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.moves import stated_moves
from dpverify.defs.programs import enumeration
from dpverify.defs.programs.datasets import DataSets
from dpverify.defs.programs.elsewhere import ours
from dpverify.defs.programs.enumeration import (
    MOST_PATHS,
    STATELESS,
    Enumeration,
    closed,
    enumerations,
)
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.paths import SubLaw
from dpverify.defs.programs.reach import Reached, reached
from dpverify.defs.programs.telling import AS_ON_NUMBERS

R = TypeVar("R", Program, IntegerProgram)
MOST_LISTED = 5_000
"""Runs of a program by steps up to which all of them are listed where the steps do not decide."""
MOST_COMPARED = 100
"""Entries of an argmax up to which its words are listed where the winner does not decide."""
ORDER_OF_SETS = (
    "nothing depends on the order in which a set is gone through (this Python has a hash seed of"
    " its own; a program that is named by file.py:name is examined under several)"
)


def may_iterate_sets(program: Mechanism) -> bool:
    """Whether a program can get at a set whose order may depend on the hashes of texts."""
    return not any(map(ours, program.functions)) and program.makes_sets()


def _watched(program: Mechanism) -> Reached:
    """Tells later whether a program can have changed what its next run finds, or did."""
    functions = program.functions
    return Reached(ours=True) if all(map(ours, functions)) else reached(functions)


def passes(
    mechanism: Mechanism,
    *,
    everywhere: bool | None = False,
    within_moves: bool = False,
    paths: int = MOST_PATHS,
    tick: Callable[[], None] = no_clock,
    backward: bool = False,
) -> Iterator[Enumeration | Program | IntegerProgram]:
    """Trace a program whose first draw is of continuous noise; enumerate any other.

    Of data sets, larger ones may follow: a search, in which failures can be found and no more.

    Args: everywhere whether all inputs are asked about; None where they are if the program says how
        neighbours move; within_moves whether of listed inputs those are neighbours that are a move
        apart; paths, tick and backward as for `enumerations`.
    Raises: UsageError where they are and it does not say how they move, or where nobody said which
        inputs are meant and it lists other neighbours; Undecided("unsupported") where nobody asked
        for them and they cannot be asked about.
    """
    if everywhere is None:
        everywhere = about_all_inputs(mechanism)
        if everywhere:
            refuse_other_neighbours(mechanism)
            try:
                yield from _listed(mechanism, True, paths, tick, backward=backward)
            except (ProgramError, UsageError) as error:
                raise Undecided("unsupported", str(error)) from error
            return
    if within_moves:
        mechanism = replace(mechanism, neighbours=a_move_apart(mechanism))
    if not isinstance(mechanism.inputs, DataSets):
        yield from _listed(mechanism, everywhere, paths, tick, backward=backward)
        return
    if everywhere:
        raise UsageError(f"{mechanism.name} has data sets as inputs; leave out all inputs")
    from dpverify.checkers.programs.datasets import on_data_sets

    def run(program: Mechanism, most: int = paths) -> Iterator[Any]:
        return _listed(program, False, most, tick, backward=backward)

    yield from on_data_sets(mechanism, mechanism.inputs, run)


def _listed(
    mechanism: Mechanism,
    everywhere: bool,
    paths: int,
    tick: Callable[[], None],
    *,
    backward: bool,
) -> Iterator[Enumeration | Program | IntegerProgram]:
    """The passes on inputs as they stand, however they came about."""
    if not mechanism.traceable:
        if everywhere:
            raise UsageError(f"{mechanism.name} is checked as it is, on the inputs that are listed")
        try:
            yield from enumerations(mechanism, paths=paths, tick=tick, backward=backward)
        except Refused as refusal:
            yield from _idealised(mechanism, refusal, tick)
        return
    known = _watched(mechanism)
    if draws_continuously(turned(mechanism) if backward else mechanism):
        by_steps = _by_steps(mechanism, tick) if everywhere else None
        if everywhere and by_steps is None:
            by_steps = _by_winner(mechanism, tick)
        if by_steps is not None:
            yield _resting(by_steps, known)
            if not by_steps.more:
                return
        trace = partial(program_of, everywhere=everywhere, tick=tick, one_value=True)
        yield from _traced(mechanism, trace, tick, known)
    elif everywhere:
        whole = partial(integer_program, everywhere=True, tick=tick)
        yield from _traced(mechanism, whole, tick, known)
    else:
        runs = enumerations(mechanism, paths=paths, tick=tick, backward=backward)
        yield from _enumerated(mechanism, runs, tick, known, backward=backward)


def _moves_of_a_run(mechanism: Mechanism) -> str | None:
    """The moves of a program that may be the run of what it names; None where it is more than that.

    Raises: ProgramError where its ε is not positive.
    """
    moves = stated_moves(mechanism.name, mechanism.about.get("moves"), mechanism.parameters)
    if moves is None or mechanism.after or mechanism.key is not None:
        return None
    refuse_not_positive(mechanism)
    return moves


def _by_steps(mechanism: Mechanism, tick: Callable[[], None]) -> Program | None:
    """The program as the steps of its loop, where it has many queries and says of which loop.

    Returns: None for any other. Where its runs can be listed, another pass may decide what steps
        leave open.
    """
    moves = _moves_of_a_run(mechanism)
    if moves is None:
        return None
    with watched(tick):
        known = stepwise_of(mechanism, tick)
    if known is None:
        return None
    stepwise, compared = known
    # Where it is not written so, numbers alone were compared at this length.
    assumed = (
        f"on {stepwise.queries} queries the program is the run of its loop (on 1, 2 and 3 their"
        f" traces are equal; on {stepwise.queries} they agreed at {compared['points']} points)"
    )
    assumptions = () if is_written_as_its_loop(mechanism) else (assumed,)
    return Program(
        eps_of(mechanism, stepwise.symbolic), {}, {}, (), [], moves, None, True, compared,
        more=stepwise.runs <= MOST_LISTED, assumptions=assumptions, stepwise=stepwise,
    )  # fmt: skip


def _by_winner(mechanism: Mechanism, tick: Callable[[], None]) -> Program | None:
    """The program as an argmax, where it has many entries and says of which selection it is a run.

    Returns: None for any other, and where neighbours do not all move alike. Where its words can be
        listed, another pass may decide what this one leaves open.
    """
    moves = _moves_of_a_run(mechanism)
    if moves is None:
        return None
    with watched(tick):
        known = argmax_of(mechanism, tick)
    if known is None:
        return None
    argmax, compared = known
    assumed = (
        f"on {argmax.count} entries the program is the run of its selection (on 2, 3 and 4 their"
        f" traces are equal; on {argmax.count} they agreed at {compared['points']} points, at which"
        f" {compared['visited']} entries were the largest)"
    )
    assumptions = () if is_written_as_its_selection(mechanism) else (assumed,)
    program = Program(
        eps_of(mechanism, argmax.symbolic), {}, {}, (), [], moves, None, True, compared,
        more=argmax.count <= MOST_COMPARED, assumptions=assumptions, argmax=argmax,
    )  # fmt: skip
    return program if goes_far(program) else None


def _idealised(
    mechanism: Mechanism, refusal: Refused, tick: Callable[[], None]
) -> Iterator[Program]:
    """Real code whose values are not listed, with its floats taken for real numbers.

    Raises: what was refused first, where that is not decided either.
    """
    real = mechanism.idealised()
    try:
        with watched(tick):
            real = real.retried(tick)
            program = program_of(real, tick=tick, one_value=True)
            real.confirm_words((x, one.words) for x, one in program.inputs.items())
    except ProgramError as error:
        if "has no list of values" in str(refusal):
            raise
        name = f"{mechanism.name}: "
        why = str(error).removeprefix(name).removeprefix(f"{mechanism.name} ")
        raise Refused(f"{refusal}; nor is it decided with floats as real numbers: {why}") from error
    keeps = reached(mechanism.functions).keeps
    yield replace(program, keeps=keeps, assumptions=real.promises())


def _traced(
    mechanism: Mechanism,
    trace: Callable[[Mechanism], R | None],
    tick: Callable[[], None],
    known: Reached,
) -> Iterator[R]:
    """The traced program; with functions of what is released, then what is released alone.

    Such functions may be any Python, so that the program as a whole often cannot be traced.

    Raises: ProgramError for what cannot be traced, about what is released where there is such.
    """
    more = bool(mechanism.after)
    try:
        with watched(tick):
            program = trace(mechanism)
    except ProgramError:
        if not more:
            raise
        program = None
    if program is not None:
        yield replace(_resting(program, known), more=more)
    if more:
        _refuse_notes(mechanism, known)
        with watched(tick):
            program = trace(mechanism.released)
        _refuse_notes(mechanism, known)
        if program is not None:
            names = tuple(function.__name__ for function in mechanism.after)
            yield replace(_resting(program, known), after=names)


def _resting(program: R, known: Reached) -> R:
    """A traced program with what its answers rest on, by what it can get at."""
    told: tuple[str, ...] = (AS_ON_NUMBERS,) if known.tells else ()
    return replace(program, keeps=known.keeps, assumptions=(*program.assumptions, *told))


def _refuse_notes(mechanism: Mechanism, known: Reached) -> None:
    """Raise a ProgramError where a run left a note, which a function of what is released may read.

    What is shown of what is released says nothing of a function that gets more than that.
    """
    if known.changed:
        raise ProgramError(
            f"{mechanism.name}: a run changes a list, dictionary or set that outlives it, where"
            f" {mechanism.name} may find more than what is released; keep nothing there"
        )


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
    known: Reached,
    *,
    backward: bool,
) -> Iterator[Enumeration | Program | IntegerProgram]:
    """Enumerations; where the first leaves paths out, first of all what is known without them.

    That is the program on the listed inputs where it releases values alone, and as a finite channel
    where its loops and tails close. Else it is traced on all integer inputs, where it says how they
    move.
    """
    tried = False
    for one in runs:
        if one.whole or tried:
            yield one
            continue
        tried = True
        yield from _traced(program, partial(released_integers, tick=tick), tick, known)
        # What is merged in a tail may differ for a function of what is released.
        channel = None if program.after else closed(program, one, tick=tick, backward=backward)
        if channel is not None:
            yield channel
            return
        yield one
        trace = partial(integer_program, everywhere=False, tick=tick)
        yield from _traced(program, trace, tick, known)


def whole(program: Program, tick: Callable[[], None] = no_clock) -> Enumeration:
    """The finite channel of a program that releases no value, as an enumeration of its words."""
    # Loaded here: the process of a program traces, and computes no probability of a word.
    from dpverify.checkers.programs.masses import masses_of

    laws = []
    for traced, masses in zip(program.inputs.values(), masses_of(program, tick), strict=True):
        laws.append(SubLaw(masses, True, len(traced.words)))
    promises = (STATELESS,) if program.keeps else ()
    return Enumeration(
        tuple(program.inputs), program.neighbours, tuple(laws), 0, assumptions=promises
    )


def channel_of(
    mechanism: Mechanism, *, paths: int = MOST_PATHS, tick: Callable[[], None] = no_clock
) -> Channel:
    """The channel of a program: by running it on every path, or by exact integrals over its noise.

    Args: mechanism such as `@mechanism` makes; paths the budget of paths; tick is called
        often and raises where time is up.
    Raises: ProgramError for a program that cannot be followed; Undecided where the budget ends
        first; UsageError for a program that releases values with continuous noise, has inputs
        beyond all bounds, or noise without exact probabilities: it is no finite channel.
    """
    traceable = isinstance(mechanism, Mechanism) and mechanism.traceable
    if not traceable or not draws_continuously(mechanism):
        channel = enumeration.channel_of(mechanism, paths=paths, tick=tick)
        return channel.resting_on((ORDER_OF_SETS,)) if may_iterate_sets(mechanism) else channel
    known = _watched(mechanism)
    program = _resting(program_of(mechanism, tick=tick, one_value=True), known)
    if program.no_channel is not None:
        raise UsageError(
            f"{mechanism.name} is no finite channel: {program.no_channel}; check() and measure()"
            " take it as it is"
        )
    about = {name: mechanism.about.get(name) for name in ("title", "source")}
    sets = (ORDER_OF_SETS,) if may_iterate_sets(mechanism) else ()
    promised = (*program.assumptions, *sets)
    return whole(program, tick).channel(**about).resting_on(promised)
