"""The two ways to ask: `check` a claim, `measure` a tight parameter.

What must never change: no `Fails` leaves this module before the kernel has accepted its document,
and an open question is `Unknown`, never an answer.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

from dpverify.checkers.budget import Budget
from dpverify.checkers.confirm import confirmed
from dpverify.checkers.exact import (
    Decision,
    Measurement,
    Violation,
    decide_channel,
    measure_channel,
)
from dpverify.checkers.knowledge.decide import check_scenario, measure_scenario
from dpverify.checkers.subjects import Subject, subject_of
from dpverify.checkers.verdict import (
    Evidence,
    Fails,
    Holds,
    Measured,
    Place,
    Reason,
    Result,
    Run,
    Unknown,
    Verdict,
    Witness,
)
from dpverify.checkers.versions import versions
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.knowledge.notions import KnowledgeNotion
from dpverify.defs.knowledge.registry import KNOWLEDGE_NOTIONS
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.notions.contract import Notion
from dpverify.defs.notions.parameters import as_parameter
from dpverify.defs.notions.registry import notion_class
from dpverify.defs.numbers import Number, Real
from dpverify.defs.validate import shown

R = TypeVar("R", bound=Result)


def check(
    subject: object,
    notion: Notion | KnowledgeNotion,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
) -> Verdict:
    """Decide one claim about a channel or a scenario.

    Args:
        subject: a Channel, or a Scenario for the notions of partial knowledge.
        notion: the claim, such as PureDP(eps="ln(3)").
        time_limit: seconds after which the answer is Unknown; None for no limit.
        seed: recorded with the run; nothing here draws at random.
        source: where the channel came from, for the result.

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
    if isinstance(subject, Scenario) or isinstance(notion, KnowledgeNotion):
        return check_scenario(subject, notion, time_limit=time_limit, seed=seed, source=source)
    about = subject_of(subject, source)
    if not isinstance(notion, Notion):
        raise UsageError(f"the claim is {shown(notion)}; give one such as PureDP(eps='1/2')")
    started = monotonic()
    try:
        decision = decide_channel(about.channel, notion, budget=Budget(time_limit))
        verdict = _decided(about, notion, decision)
        return _timed(confirmed(verdict) if isinstance(verdict, Fails) else verdict, started, seed)
    except Undecided as stop:
        return _unknown(about, notion, stop, started, seed)


def measure(
    subject: object,
    definition: str,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
    **given: Any,
) -> Measured:
    """The smallest value of the one parameter left out for which the claim holds.

    Args:
        subject: a Channel or a Scenario.
        definition: a name such as "approx-dp".
        time_limit: seconds; None for no limit.
        seed: recorded with the run.
        source: where the channel came from, for the result.
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
    if isinstance(subject, Scenario) or definition in KNOWLEDGE_NOTIONS:
        return measure_scenario(
            subject, definition, given, time_limit=time_limit, seed=seed, source=source
        )
    about, started = subject_of(subject, source), monotonic()
    found = measure_channel(about.channel, definition, given, budget=Budget(time_limit))
    order = notion_class(definition).parameters
    fixed = {name: as_parameter(name, given[name]) for name in order if name in given}
    measured = Measured(
        subject=about,
        definition=definition,
        given=fixed,
        evidence=_evidence(found.value, *fixed.values()),
        **_found(about, found),
    )
    return _timed(measured, started, seed)


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


def _unknown(about: Subject, notion: Notion, stop: Undecided, started: float, seed: int) -> Unknown:
    unknown = Unknown(
        subject=about,
        definition=notion.name,
        given=notion.given,
        reason=Reason(stop.code, stop.text),
    )
    return _timed(unknown, started, seed)


def _timed(result: R, started: float, seed: int) -> R:
    run = Run(versions=versions(), seconds=monotonic() - started, seed=seed)
    return replace(result, run=run)
