"""The two ways to ask: `check` a claim, `measure` a tight parameter.

What must never change: nothing leaves this module but through the gate, no empty question enters an
engine, and an open question is `Unknown`, never an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Any, assert_never, cast, overload

from dpverify.checkers import on_channels
from dpverify.checkers.answers.documents import Reason
from dpverify.checkers.budget import Budget
from dpverify.checkers.gate import assuming, gated
from dpverify.checkers.questions import refuse_empty_question
from dpverify.checkers.subjects import Subject, named, subject_kind, subject_of
from dpverify.checkers.verdict import Measured, Unknown, Verdict
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.notions.definition import Definition
from dpverify.defs.notions.registry import DEFINITIONS, channel_definition
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.checkers.all_eps.check import RangeVerdict
    from dpverify.checkers.all_eps.decide import FamilyClaim
    from dpverify.checkers.continuous.integer_program import IntegerProgram
    from dpverify.checkers.continuous.program import Program
    from dpverify.defs.programs.enumeration import Enumeration
    from dpverify.defs.programs.mechanism import Mechanism
    from dpverify.defs.programs.target import Target


@overload
def check(
    subject: object,
    notion: Definition,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    all_inputs: bool = False,
    eps_range: None = None,
) -> Verdict: ...


@overload
def check(
    subject: object,
    notion: Definition | FamilyClaim,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    all_inputs: bool = False,
    eps_range: str | None,
) -> Verdict | RangeVerdict: ...


def check(
    subject: object,
    notion: Definition | FamilyClaim,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    all_inputs: bool = False,
    eps_range: str | None = None,
) -> Verdict | RangeVerdict:
    """Decide one claim about a channel or a scenario.

    Args:
        subject: a Channel; a Mechanism, which is enumerated in this process; what `program` names,
            which runs in a process of its own, within limits; or a Scenario.
        notion: the claim, such as PureDP(eps="ln(3)").
        time_limit: seconds after which the answer is Unknown; None for no limit.
        seed: recorded with the run; nothing here draws at random.
        source: where the channel came from, for the result.
        all_inputs: for a program with continuous noise that states `moves`: all real inputs, of
            which those listed are examples.
        eps_range: "all", or "LO..HI": the claim for every ε of this range. The subject is then a
            program whose parameter eps is left open, or a Family; the claim a FamilyClaim, whose
            parameters are functions of eps.

    Returns:
        Holds or Fails, with the tight value of the last parameter at the given others; or Unknown
        with the reason, where time ran out or enclosures do not separate.

    Raises:
        InputError: what was given is no channel or claim, or the claim says nothing about it.
        InternalError: the kernel rejects the witness that was found.

    >>> from dpverify.defs.channel import Channel
    >>> from dpverify.defs.notions import PureDP
    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> check(rr, PureDP(eps="1.09")).witness.event
    ('0',)
    """
    kind = subject_kind(subject, notion, eps_range)
    match kind:
        case "range":
            refuse_two_scopes(all_inputs=all_inputs, eps_range=eps_range)
            return _check_range(subject, notion, cast("str", eps_range), time_limit, seed, source)
        case "scenario":
            from dpverify.checkers.knowledge.decide import check_scenario

            return check_scenario(subject, notion, time_limit=time_limit, seed=seed, source=source)
        case "program":
            program = cast("Mechanism | Target", subject)
            return _check_program(program, _claim(notion), time_limit, seed, source, all_inputs)
        case "channel":
            claim = _claim(notion)
            _only_programs(all_inputs)
            return _check_channel(subject_of(subject, source), claim, time_limit, seed)
        case _:
            assert_never(kind)


def _check_range(
    subject: object,
    claim: Definition | FamilyClaim,
    over: str,
    time_limit: float | None,
    seed: int,
    source: str | None,
) -> Verdict | RangeVerdict:
    from dpverify.checkers.all_eps.check import check_range

    return check_range(subject, claim, over, time_limit=time_limit, seed=seed, source=source)


def _check_channel(
    about: Subject, claim: Definition, time_limit: float | None, seed: int
) -> Verdict:
    refuse_empty_question(about.channel, claim.name)
    started = monotonic()
    try:
        verdict = on_channels.decided(about, claim, Budget(time_limit))
        return gated(assuming(verdict, about.channel.assumptions), started, seed)
    except Undecided as stop:
        return _unknown(about, claim, stop, started, seed)


def _claim(claim: object) -> Definition:
    if not isinstance(claim, Definition):
        raise UsageError(f"the claim is {shown(claim)}; give one such as PureDP(eps='1/2')")
    return claim


def refuse_two_scopes(*, all_inputs: bool, eps_range: str | None) -> None:
    """Refuse a question about all inputs and about a range of ε at once."""
    if all_inputs and eps_range is not None:
        raise UsageError(
            "--eps-range is about the inputs that a program lists, --all-inputs about one eps;"
            " leave one of them out"
        )


def measure(
    subject: object,
    definition: str,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    all_inputs: bool = False,
    **given: Any,
) -> Measured:
    """The smallest value of the one parameter left out for which the claim holds.

    Args:
        subject: a Channel; a Mechanism, which is enumerated in this process; or what `program`
            names, which runs in a process of its own, within limits; or a
            Scenario.
        definition: a name such as "approx-dp".
        time_limit: seconds; None for no limit.
        seed: recorded with the run.
        source: where the channel came from, for the result.
        all_inputs: as for `check`.
        given: the other parameters of the definition, by name.

    Returns:
        The result whose `tight` holds the parameter, exact wherever that can be had.

    Raises:
        InputError: no channel, no such definition, or not exactly one parameter left out.
        Undecided: out of time, or enclosures do not separate.

    >>> from dpverify.defs.channel import Channel
    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> measure(rr, "pure-dp").tight["eps"]
    Loss('ln(3)')
    """
    kind = subject_kind(subject, DEFINITIONS.get(definition))
    match kind:
        case "range":
            raise TypeError("a measurement has no range of eps")
        case "scenario":
            from dpverify.checkers.knowledge.decide import measure_scenario

            return measure_scenario(
                subject, definition, given, time_limit=time_limit, seed=seed, source=source
            )
        case "program":
            program = cast("Mechanism | Target", subject)
            return _measure_program(
                program, definition, given, time_limit, seed, source, all_inputs
            )
        case "channel":
            _only_programs(all_inputs)
            about, started = subject_of(subject, source), monotonic()
            channel_definition(definition)
            refuse_empty_question(about.channel, definition)
            measured = on_channels.measured(about, definition, given, Budget(time_limit))
            return gated(assuming(measured, about.channel.assumptions), started, seed)
        case _:
            assert_never(kind)


def _check_program(
    subject: Mechanism | Target,
    notion: Definition,
    time_limit: float | None,
    seed: int,
    source: str | None,
    all_inputs: bool,
) -> Verdict:
    from dpverify.checkers.programs.decide import check_program

    with _passes(subject, time_limit, all_inputs) as passes:
        origin = source or named(subject)
        verdict = check_program(
            passes, notion, source=origin, time_limit=time_limit, seed=seed, everywhere=all_inputs
        )
    return assuming(verdict, _of_this_process(subject))


def _of_this_process(subject: Mechanism | Target) -> tuple[str, ...]:
    """What is assumed of a program that runs here, where hashes have a seed that is not ours."""
    from dpverify.checkers.programs.passes import ORDER_OF_SETS, may_iterate_sets
    from dpverify.defs.programs.mechanism import Mechanism

    here = isinstance(subject, Mechanism) and may_iterate_sets(subject)
    return (ORDER_OF_SETS,) if here else ()


def _measure_program(
    subject: Mechanism | Target,
    definition: str,
    given: Mapping[str, Any],
    time_limit: float | None,
    seed: int,
    source: str | None,
    all_inputs: bool,
) -> Measured:
    from dpverify.checkers.programs.decide import measure_program

    with _passes(subject, time_limit, all_inputs) as passes:
        origin = source or named(subject)
        measured = measure_program(
            passes,
            definition,
            source=origin,
            time_limit=time_limit,
            seed=seed,
            everywhere=all_inputs,
            **given,
        )
    return assuming(measured, _of_this_process(subject))


def _passes(
    subject: Mechanism | Target, time_limit: float | None, all_inputs: bool
) -> AbstractContextManager[Iterator[Enumeration | Program | IntegerProgram]]:
    """The passes of a program: here, or in a process that ends with the block."""
    from dpverify.defs.programs.mechanism import Mechanism

    if isinstance(subject, Mechanism):
        from dpverify.checkers.programs.passes import passes

        return nullcontext(passes(subject, everywhere=all_inputs, tick=Budget(time_limit).check))
    from dpverify.checkers.programs.process import Limits, enumerated_apart

    limits = Limits() if time_limit is None else Limits(seconds=time_limit)
    return closing(enumerated_apart(subject, limits, everywhere=all_inputs))


def _only_programs(all_inputs: bool) -> None:
    if all_inputs:
        raise UsageError("all real inputs are those of a program with continuous noise; name one")


def _unknown(
    about: Subject, claim: Definition, stop: Undecided, started: float, seed: int
) -> Unknown:
    unknown = Unknown(
        subject=about,
        definition=claim.name,
        given=claim.given,
        setting=claim.setting,
        reason=Reason(stop.code, stop.text),
    )
    return gated(unknown, started, seed)
