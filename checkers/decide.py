"""The two ways to ask: `check` a claim, `measure` a tight parameter.

What must never change: the kind of the subject alone says which engine answers. Each engine refuses
an empty question, sends its answer through the gate, and says `Unknown` of an open question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar, assert_never, cast, overload

from dpverify.checkers.budget import Budget
from dpverify.checkers.gate import assuming
from dpverify.checkers.on_channels import check_subject, checking_subject, measure_subject
from dpverify.checkers.steps import Steps
from dpverify.checkers.subjects import named, subject_kind, subject_of
from dpverify.checkers.verdict import Measured, Result, Verdict
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.checkers.all_eps.check import RangeVerdict
    from dpverify.checkers.all_eps.decide import FamilyClaim
    from dpverify.checkers.continuous.integer_program import IntegerProgram
    from dpverify.checkers.continuous.program import Program
    from dpverify.checkers.symbols.claim import SymbolicClaim
    from dpverify.defs.programs.enumeration import Enumeration
    from dpverify.defs.programs.mechanism import Mechanism
    from dpverify.defs.target import Target

R = TypeVar("R", bound=Result)
SEEDS: Final = 2**63
"""How many seeds there are, from 0 on; the options of all commands take as many."""


@overload
def check(
    subject: object,
    definition: Definition | SymbolicClaim,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    all_inputs: bool | None = None,
    eps_range: None = None,
    advice: float | None = None,
) -> Verdict: ...


@overload
def check(
    subject: object,
    definition: Definition | FamilyClaim | SymbolicClaim,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    all_inputs: bool | None = None,
    eps_range: str | None,
    advice: float | None = None,
) -> Verdict | RangeVerdict: ...


def check(
    subject: object,
    definition: Definition | FamilyClaim | SymbolicClaim,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    all_inputs: bool | None = None,
    eps_range: str | None = None,
    advice: float | None = None,
) -> Verdict | RangeVerdict:
    """Decide one claim about a channel or a scenario.

    Args:
        subject: a Channel; a Mechanism, which is enumerated in this process; what `program` names,
            which runs in a process of its own, within limits; or a Scenario.
        definition: the claim, such as PureDP(eps="ln(3)").
        time_limit: seconds after which the answer is Unknown; None for no limit.
        seed: recorded with the run.
        source: where the channel came from, for the result.
        all_inputs: all inputs, those listed being examples; None: where a program states `moves`.
        eps_range: "all", or "LO..HI": every ε of it. The subject is then a program that leaves its
            parameter eps open, or a Family; the claim is a FamilyClaim.
        advice: seconds in which changes of a program are tried where the answer is Unknown.

    Returns:
        Holds or Fails, with the tight value of the last parameter at the given others; or Unknown
        with the reason, and with `reason.advice`, a change that was tried and helps.

    Raises:
        InputError: no channel, claim, seed or source, or a claim that says nothing about it.

    >>> from dpverify.defs.channel import Channel
    >>> from dpverify.defs.definitions import PureDP
    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> check(rr, PureDP(eps="1.09")).witness.event
    ('0',)
    """
    _refuse_unrecordable(seed, source)
    match kind := subject_kind(subject, definition, eps_range):
        case "symbols":
            return _check_symbols(subject, definition, time_limit, seed, source, all_inputs)
        case "range":
            refuse_two_scopes(all_inputs=all_inputs, eps_range=eps_range)
            return _check_range(subject, definition, str(eps_range), time_limit, seed, source)
        case "scenario":
            from dpverify.checkers.knowledge.decide import check_scenario

            return check_scenario(
                subject, definition, time_limit=time_limit, seed=seed, source=source
            )
        case "program":
            asked = cast("Mechanism | Target", subject), _claim(definition)
            return _with_advice(*asked, time_limit, seed, source, all_inputs, advice)
        case "channel":
            claim, about = _claim(definition), subject_of(subject, source)
            _only_programs(all_inputs)
            return check_subject(about, claim, time_limit=time_limit, seed=seed)
        case _:
            assert_never(kind)


def checking(
    subject: object, definition: Definition, *, time_limit: float | None = None, seed: int = 0
) -> Steps[Verdict]:
    """`check` in steps, for many small claims; one that is not about a channel has one step."""
    if subject_kind(subject, definition, None) != "channel":
        return check(subject, definition, time_limit=time_limit, seed=seed)
    _refuse_unrecordable(seed, None)
    claim, about = _claim(definition), subject_of(subject)
    return (yield from checking_subject(about, claim, time_limit=time_limit, seed=seed))


def _check_range(
    subject: object,
    claim: object,
    over: str,
    time_limit: float | None,
    seed: int,
    source: str | None,
) -> Verdict | RangeVerdict:
    from dpverify.checkers.all_eps.check import check_range

    return check_range(subject, claim, over, time_limit=time_limit, seed=seed, source=source)


def _refuse_unrecordable(seed: object, source: object) -> None:
    """Refuse a seed and a source that no document may hold."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS:
        raise UsageError(f"seed is {shown(seed)}; give a whole number from 0 to 2^63 - 1")
    if source is not None and not isinstance(source, str):
        raise UsageError(f"source is {shown(source)}; give a text, or None")


def _claim(claim: object) -> Definition:
    if not isinstance(claim, Definition):
        raise UsageError(f"the claim is {shown(claim)}; give one such as PureDP(eps='1/2')")
    return claim


def refuse_two_scopes(*, all_inputs: bool | None, eps_range: str | None) -> None:
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
    all_inputs: bool | None = None,
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
    _refuse_unrecordable(seed, source)
    kind = subject_kind(subject, DEFINITIONS.get(definition))
    match kind:
        case "range" | "symbols":
            raise TypeError("a measurement has no range of eps, and no claim")
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
            about = subject_of(subject, source)
            return measure_subject(about, definition, given, time_limit=time_limit, seed=seed)
        case _:
            assert_never(kind)


def _with_advice(
    subject: Mechanism | Target,
    claim: Definition,
    time_limit: float | None,
    seed: int,
    source: str | None,
    all_inputs: bool | None,
    seconds: float | None,
) -> Verdict:
    """The verdict about a program; where it is unknown, with what was advised in some seconds."""
    verdict = _check_program(subject, claim, time_limit, seed, source, all_inputs)
    if seconds is None:
        return verdict
    from dpverify.checkers.next_questions.advising import advised

    return advised(
        verdict, subject, claim, check,
        seconds=seconds, time_limit=time_limit, seed=seed, all_inputs=all_inputs,
    )  # fmt: skip


def _check_program(
    subject: Mechanism | Target,
    claim: Definition,
    time_limit: float | None,
    seed: int,
    source: str | None,
    all_inputs: bool | None,
) -> Verdict:
    from dpverify.checkers.all_inputs import with_listed_failures
    from dpverify.checkers.programs.decide import check_program
    from dpverify.defs.definitions import LocalDP

    def asked(everywhere: bool | None, seconds: float | None, *, within_moves: bool) -> Verdict:
        return _of_program(
            subject,
            lambda passes, **how: check_program(passes, claim, **how),
            seconds, seed, source, everywhere, within_moves=within_moves,
        )  # fmt: skip

    if all_inputs is not None or claim.name == LocalDP.name:
        return asked(bool(all_inputs), time_limit, within_moves=False)
    return with_listed_failures(
        lambda listed, seconds: asked(False if listed else None, seconds, within_moves=listed),
        time_limit,
    )


def _measure_program(
    subject: Mechanism | Target,
    definition: str,
    given: Mapping[str, Any],
    time_limit: float | None,
    seed: int,
    source: str | None,
    all_inputs: bool | None,
) -> Measured:
    from dpverify.checkers.all_inputs import remarked
    from dpverify.checkers.programs.decide import measure_program, of_all_inputs
    from dpverify.defs.definitions import LocalDP

    everywhere = False if all_inputs is None and definition == LocalDP.name else all_inputs

    def measured(passes: Any, **how: Any) -> Measured:
        try:
            return measure_program(passes, definition, **how, **given)
        except Undecided as stop:
            if everywhere is None and of_all_inputs(passes, how["everywhere"]):
                raise remarked(stop) from stop
            raise

    return _of_program(subject, measured, time_limit, seed, source, everywhere)


def _of_program(
    subject: Mechanism | Target,
    answer: Callable[..., R],
    time_limit: float | None,
    seed: int,
    source: str | None,
    all_inputs: bool | None,
    *,
    within_moves: bool = False,
) -> R:
    """What the passes of a program answer, with what is assumed of one that runs here."""
    with _passes(subject, time_limit, all_inputs, within_moves=within_moves) as passes:
        result = answer(
            passes,
            source=source or named(subject),
            time_limit=time_limit,
            seed=seed,
            everywhere=_about_all(subject, all_inputs),
        )
    return assuming(result, _of_this_process(subject))


def _about_all(subject: Mechanism | Target, all_inputs: bool | None) -> bool | None:
    """Whether all inputs are asked about; None where the process of the program will say."""
    from dpverify.checkers.programs.moved import about_all_inputs
    from dpverify.defs.programs.mechanism import Mechanism

    here = all_inputs is None and isinstance(subject, Mechanism)
    return about_all_inputs(cast("Mechanism", subject)) if here else all_inputs


def _of_this_process(subject: Mechanism | Target) -> tuple[str, ...]:
    """What is assumed of a program that runs here, where hashes have a seed that is not ours."""
    from dpverify.checkers.programs.passes import ORDER_OF_SETS, may_iterate_sets
    from dpverify.defs.programs.mechanism import Mechanism

    here = isinstance(subject, Mechanism) and may_iterate_sets(subject)
    return (ORDER_OF_SETS,) if here else ()


def _passes(
    subject: Mechanism | Target,
    time_limit: float | None,
    all_inputs: bool | None,
    *,
    within_moves: bool,
) -> AbstractContextManager[Iterator[Enumeration | Program | IntegerProgram]]:
    """The passes of a program: here, or in a process that ends with the block."""
    from dpverify.defs.programs.mechanism import Mechanism

    if isinstance(subject, Mechanism):
        from dpverify.checkers.programs.passes import passes

        tick = Budget(time_limit).check
        return _here(passes(subject, everywhere=all_inputs, within_moves=within_moves, tick=tick))
    from dpverify.checkers.programs.process import Limits, enumerated_apart

    limits = Limits() if time_limit is None else Limits(seconds=time_limit)
    return closing(
        enumerated_apart(subject, limits, everywhere=all_inputs, within_moves=within_moves)
    )


@contextmanager
def _here(
    passes: Iterator[Enumeration | Program | IntegerProgram],
) -> Iterator[Iterator[Enumeration | Program | IntegerProgram]]:
    """The passes of a program that runs here."""
    from dpverify.defs.programs.guards import slots_held

    with slots_held():
        yield passes


def _check_symbols(
    subject: object,
    claim: object,
    time_limit: float | None,
    seed: int,
    source: str | None,
    all_inputs: bool | None,
) -> Verdict:
    from dpverify.checkers.symbols.decide import check_symbols

    if all_inputs is False:
        raise UsageError(
            "a claim with symbols is about all inputs; leave out --listed-inputs (all_inputs=False)"
        )
    asked = cast("SymbolicClaim", claim)
    return check_symbols(subject, asked, time_limit=time_limit, seed=seed, source=source)


def _only_programs(all_inputs: bool | None) -> None:
    if all_inputs:
        raise UsageError("all real inputs are those of a program with continuous noise; name one")
