"""The two ways to ask: `check` a claim, `measure` a tight parameter.

What must never change: nothing leaves this module but through the gate, no empty question enters an
engine, and an open question is `Unknown`, never an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeGuard

from dpverify.checkers.budget import Budget
from dpverify.checkers.exact import (
    Decision,
    Measurement,
    Violation,
    decide_channel,
    measure_channel,
)
from dpverify.checkers.gate import assuming, gated
from dpverify.checkers.questions import refuse_empty_question
from dpverify.checkers.subjects import Subject, subject_of
from dpverify.checkers.verdict import (
    Evidence,
    Fails,
    Holds,
    Measured,
    Place,
    Reason,
    Unknown,
    Verdict,
    Witness,
)
from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.notions.contract import Notion
from dpverify.defs.notions.parameters import as_parameter
from dpverify.defs.notions.registry import NOTIONS, WHOLE, claim_class, notion_class
from dpverify.defs.notions.whole import WholeNotion
from dpverify.defs.numbers import Number, Real
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.checkers.continuous.integer_program import IntegerProgram
    from dpverify.checkers.continuous.program import Program
    from dpverify.defs.knowledge.notions import KnowledgeNotion
    from dpverify.defs.programs.enumeration import Enumeration
    from dpverify.defs.programs.mechanism import Mechanism
    from dpverify.defs.programs.target import Target


def check(
    subject: object,
    notion: Notion | WholeNotion | KnowledgeNotion,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    all_inputs: bool = False,
) -> Verdict:
    """Decide one claim about a channel or a scenario.

    Args:
        subject: a Channel; a Mechanism, which is enumerated in this process; or what `program`
            names, which runs in a process of its own, within limits; or a
            Scenario for the notions of partial knowledge.
        notion: the claim, such as PureDP(eps="ln(3)").
        time_limit: seconds after which the answer is Unknown; None for no limit.
        seed: recorded with the run; nothing here draws at random.
        source: where the channel came from, for the result.
        all_inputs: for a program with continuous noise that states `moves`: all real inputs, of
            which those listed are examples.

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
    if _is_about_partial_knowledge(subject, notion):
        from dpverify.checkers.knowledge.decide import check_scenario

        return check_scenario(subject, notion, time_limit=time_limit, seed=seed, source=source)
    if not isinstance(notion, Notion | WholeNotion):
        raise UsageError(f"the claim is {shown(notion)}; give one such as PureDP(eps='1/2')")
    if _is_program(subject):
        return _check_program(subject, notion, time_limit, seed, source, all_inputs)
    _only_programs(all_inputs)
    about = subject_of(subject, source)
    refuse_empty_question(about.channel, notion.name)
    started = monotonic()
    try:
        verdict = _verdict(about, notion, Budget(time_limit))
        return gated(assuming(verdict, about.channel.assumptions), started, seed)
    except Undecided as stop:
        return _unknown(about, notion, stop, started, seed)


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
    if _is_about_partial_knowledge(subject, definition):
        from dpverify.checkers.knowledge.decide import measure_scenario

        return measure_scenario(
            subject, definition, given, time_limit=time_limit, seed=seed, source=source
        )
    if _is_program(subject):
        return _measure_program(subject, definition, given, time_limit, seed, source, all_inputs)
    _only_programs(all_inputs)
    about, started = subject_of(subject, source), monotonic()
    claim_class(definition)
    refuse_empty_question(about.channel, definition)
    budget = Budget(time_limit)
    if definition in WHOLE:
        measured = _extent(about, WHOLE[definition].question(given), budget)
    else:
        measured = _tight(about, definition, given, budget)
    return gated(assuming(measured, about.channel.assumptions), started, seed)


# A channel under a definition of channels is told first, and by light modules: the engines of
# programs and of partial knowledge are loaded for their own questions only.


def _is_about_partial_knowledge(subject: object, asked: object) -> bool:
    """Whether a scenario is asked about, or a definition of scenarios: a claim or a name."""
    if isinstance(asked, str):
        of_channels = asked in NOTIONS or asked in WHOLE
    else:
        of_channels = isinstance(asked, Notion | WholeNotion)
    if of_channels and isinstance(subject, Channel | Subject):
        return False
    from dpverify.defs.knowledge.notions import KnowledgeNotion
    from dpverify.defs.knowledge.registry import KNOWLEDGE_NOTIONS
    from dpverify.defs.knowledge.scenario import Scenario

    named = isinstance(asked, str) and asked in KNOWLEDGE_NOTIONS
    return isinstance(subject, Scenario) or isinstance(asked, KnowledgeNotion) or named


def _is_program(subject: object) -> TypeGuard[Mechanism | Target]:
    if isinstance(subject, Channel | Subject):
        return False
    from dpverify.defs.programs.mechanism import Mechanism
    from dpverify.defs.programs.target import Target

    return isinstance(subject, Mechanism | Target)


def _check_program(
    subject: Mechanism | Target,
    notion: Notion | WholeNotion,
    time_limit: float | None,
    seed: int,
    source: str | None,
    all_inputs: bool,
) -> Verdict:
    from dpverify.checkers.programs.decide import check_program

    with _passes(subject, time_limit, all_inputs) as passes:
        origin = source or _named(subject)
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
        origin = source or _named(subject)
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


def _named(subject: Mechanism | Target) -> str:
    from dpverify.defs.programs.mechanism import Mechanism

    return subject.target if isinstance(subject, Mechanism) else subject.text


def _verdict(about: Subject, notion: Notion | WholeNotion, budget: Budget) -> Holds | Fails:
    if isinstance(notion, WholeNotion):
        from dpverify.checkers import whole

        return whole.decided(about, notion, budget.check)
    return _decided(about, notion, decide_channel(about.channel, notion, budget=budget))


def _extent(about: Subject, claim: WholeNotion, budget: Budget) -> Measured:
    from dpverify.checkers import whole

    extent = claim.measured(about.channel, budget.check)
    return Measured(
        subject=about,
        definition=claim.name,
        given={},
        evidence=whole.evidence(extent),
        **whole.found(claim, extent),
    )


def _tight(about: Subject, definition: str, given: Mapping[str, Any], budget: Budget) -> Measured:
    found = measure_channel(about.channel, definition, given, budget=budget)
    order = notion_class(definition).parameters
    fixed = {name: as_parameter(name, given[name]) for name in order if name in given}
    return Measured(
        subject=about,
        definition=definition,
        given=fixed,
        evidence=_evidence(found.value, *fixed.values()),
        **_found(about, found),
    )


def _decided(about: Subject, notion: Notion, decision: Decision) -> Holds | Fails:
    common: dict[str, Any] = {
        "subject": about,
        "definition": notion.name,
        "given": notion.given,
        **_found(about, decision.measurement),
    }
    if decision.violation is None:
        return Holds(evidence=decision.evidence, **common)
    return Fails(witness=_witness(about, decision.violation), **common)


def _found(about: Subject, found: Measurement) -> dict[str, Any]:
    return {
        "tight": {found.parameter: found.value},
        "attained_by": Place(
            *_labels(about, found.pair, found.event), probabilities=(found.p, found.q)
        ),
        "checked": {"pairs": found.pairs, "outputs": found.outputs},
    }


def _witness(about: Subject, found: Violation) -> Witness:
    return Witness(
        *_labels(about, found.pair, found.event),
        probabilities=(found.p, found.q),
        excess=found.excess,
    )


def _labels(
    about: Subject, pair: tuple[int, int], event: tuple[int, ...]
) -> tuple[tuple[str, str], tuple[str, ...]]:
    inputs, outputs = about.channel.inputs, about.channel.outputs
    return (inputs[pair[0]], inputs[pair[1]]), tuple(outputs[o] for o in event)


def _evidence(*numbers: Number) -> Evidence:
    return "enclosure" if any(isinstance(number, Real) for number in numbers) else "exact"


def _unknown(
    about: Subject, notion: Notion | WholeNotion, stop: Undecided, started: float, seed: int
) -> Unknown:
    unknown = Unknown(
        subject=about,
        definition=notion.name,
        given=notion.given,
        setting=notion.setting if isinstance(notion, WholeNotion) else {},
        reason=Reason(stop.code, stop.text),
    )
    return gated(unknown, started, seed)
