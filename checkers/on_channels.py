"""Deciding and measuring a definition on one channel, whichever way the definition is computed.

A definition over events of pairs is searched by the exact checker (`checkers/exact`); every other
one measures itself. What must never change: no empty question is answered, and whatever
`check_subject` and `measure_subject` return has passed the gate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, assert_never, cast

from dpverify.checkers.answers.documents import Corner, Details, Evidence, Reason
from dpverify.checkers.answers.figures import figure_of
from dpverify.checkers.answers.places import (
    DivergencePlace,
    LossPlace,
    Place,
    Situation,
    SituationWitness,
    Witness,
)
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.budget import Budget
from dpverify.checkers.exact import Measurement, Violation, decide_channel, measure_channel
from dpverify.checkers.gate import assuming, gated, passing
from dpverify.checkers.questions import refuse_empty_question
from dpverify.checkers.steps import Steps, Stopwatch, alone
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
from dpverify.checkers.verdict import Violation as Violating
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.parameters import as_parameter
from dpverify.defs.definitions.registry import channel_definition
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Number, Real

if TYPE_CHECKING:
    from dpverify.defs.definitions.whole import Extent, MeasuredDefinition, PairSpot, Spot

Search = Callable[..., Measurement]
SMALL = 500
"""Pairs × outputs up to which a definition that measures itself is evaluated on all pairs."""


def check_subject(
    about: Subject, claim: Definition, *, time_limit: float | None = None, seed: int = 0
) -> Verdict:
    """The verdict about a claim, Unknown where the time is up or enclosures do not separate.

    Raises: ChannelError where the channel lacks a distance or a prior, or the claim says nothing.
    """
    return alone(checking_subject(about, claim, time_limit=time_limit, seed=seed))


def checking_subject(
    about: Subject, claim: Definition, *, time_limit: float | None = None, seed: int = 0
) -> Steps[Verdict]:
    """The same in steps, for many small claims: to decide, to write down, and to re-check."""
    refuse_empty_question(about.channel, claim.name)
    watch = Stopwatch(monotonic())
    try:
        verdict = assuming(decided(about, claim, Budget(time_limit)), about.channel.assumptions)
        watch.pause()
        yield
        watch.go_on()
        return (yield from passing(verdict, watch, seed))
    except Undecided as stop:
        unknown = Unknown(
            subject=about,
            definition=claim.name,
            given=claim.given,
            setting=claim.setting,
            reason=Reason(stop.code, stop.text),
        )
        return (yield from passing(unknown, watch, seed))


def measure_subject(
    about: Subject,
    definition: str,
    given: Mapping[str, Any],
    *,
    time_limit: float | None = None,
    seed: int = 0,
    search: Search = measure_channel,
) -> Measured:
    """The smallest value of the parameter left out; raises as `measured`.

    Args: search who looks at the pairs, for a definition over events.
    """
    started = monotonic()
    channel_definition(definition)
    refuse_empty_question(about.channel, definition)
    measurement = measured(about, definition, given, Budget(time_limit), search)
    return gated(assuming(measurement, about.channel.assumptions), started, seed)


def decided(about: Subject, claim: Definition, budget: Budget) -> Holds | Fails:
    """The verdict about a claim.

    Raises: ChannelError where the channel lacks a distance or a prior; Undecided where enclosures
        do not separate, or the time is up.
    """
    match claim.computed:
        case "over events":
            return _over_events(about, cast("EventDefinition", claim), budget)
        case "by itself":
            return _by_itself(about, cast("MeasuredDefinition", claim), budget)
        case "on scenarios":
            raise TypeError(f"{claim.name} says nothing about a channel; it was not refused before")
    assert_never(claim.computed)


def measured(
    about: Subject,
    definition: str,
    given: Mapping[str, Any],
    budget: Budget,
    search: Search = measure_channel,
) -> Measured:
    """The smallest value of the parameter left out.

    Raises: UsageError unless exactly one is; else as `decided`.
    """
    kind = channel_definition(definition)
    match kind.computed:
        case "over events":
            found = search(about.channel, definition, given, budget=budget)
            names = (name for name in kind.parameters if name in given)
            fixed = {name: as_parameter(name, given[name]) for name in names}
            return Measured(
                subject=about,
                definition=definition,
                given=fixed,
                evidence=_evidence(found.value, *fixed.values()),
                **_measurement(about, found),
            )
        case "by itself":
            claim = cast("MeasuredDefinition", kind.question(given))
            channel = _narrowed(claim, about.channel, budget)
            extent = _of_all(claim, about.channel, claim.measured(channel, budget.check))
            return Measured(
                subject=about,
                definition=definition,
                given={},
                evidence=_extent_evidence(extent),
                **_extent(claim, extent),
            )
        case "on scenarios":
            raise TypeError(f"{definition} says nothing about a channel; it was not refused before")
    assert_never(kind.computed)


# ------------------------------------------------------------------ definitions over events


def _over_events(about: Subject, claim: EventDefinition, budget: Budget) -> Holds | Fails:
    decision = decide_channel(about.channel, claim, budget=budget)
    common: dict[str, Any] = {
        "subject": about,
        "definition": claim.name,
        "given": claim.given,
        **_measurement(about, decision.measurement),
    }
    if decision.violation is None:
        return Holds(evidence=decision.evidence, **common)
    return Fails(witness=_violation(about, decision.violation), **common)


def _measurement(about: Subject, found: Measurement) -> dict[str, Any]:
    return {
        "tight": {found.parameter: found.value},
        "attained_by": Place(
            *_labels(about, found.pair, found.event), probabilities=(found.p, found.q)
        ),
        "checked": {"pairs": found.pairs, "outputs": found.outputs},
    }


def _violation(about: Subject, found: Violation) -> Witness:
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


# ------------------------------------------------------------------ definitions that measure


def _by_itself(about: Subject, claim: MeasuredDefinition, budget: Budget) -> Holds | Fails:
    ruling = claim.ruling(_narrowed(claim, about.channel, budget), budget.check)
    common: dict[str, Any] = {
        "subject": about,
        "definition": claim.name,
        "given": claim.given,
        "setting": claim.setting,
        **_known(claim, about.channel, ruling.extent),
    }
    at = ruling.violated
    if at is None:
        return Holds(evidence="exact" if ruling.exact else "enclosure", **common)
    return Fails(witness=witness_at(at, claim.excess(about.channel, at)), **common)


def _narrowed(claim: MeasuredDefinition, channel: Channel, budget: Budget) -> Channel:
    """The channel over the pairs that may decide; a small one is looked at as it is."""
    pairs = channel.neighbours.count(len(channel.inputs))
    if claim.quantifier != "pairs" or pairs * len(channel.outputs) <= SMALL:
        return channel  # to import numpy takes 0.1 s
    from dpverify.checkers.exact.divergences import narrowed

    return narrowed(claim, channel, budget)


def _of_all(claim: MeasuredDefinition, channel: Channel, extent: Extent) -> Extent:
    """What was found on the pairs that may decide, as of all pairs: floats looked at the others."""
    if claim.quantifier != "pairs":
        return extent
    count = channel.neighbours.count(len(channel.inputs))
    return replace(extent, checked={"pairs": count, "outputs": len(channel.outputs)})


def _known(claim: MeasuredDefinition, channel: Channel, extent: Extent | None) -> dict[str, Any]:
    return {} if extent is None else _extent(claim, _of_all(claim, channel, extent))


def _extent(claim: MeasuredDefinition, extent: Extent) -> dict[str, Any]:
    """What a measurement contributes to a result."""
    known: dict[str, Any] = {"checked": extent.checked, "setting": claim.setting}
    value = Bounds(*extent.value) if isinstance(extent.value, tuple) else extent.value
    if value is not None:
        known["tight"] = {claim.parameters[0]: value}
    if extent.spot is not None:
        known["attained_by"] = _place(extent.spot)
    corners = (
        Corner(figure_of(corner.alpha), figure_of(corner.beta), corner.inputs, corner.event)
        for corner in extent.corners
    )
    return {**known, "more": Details(trade_off=tuple(corners))}


def _extent_evidence(extent: Extent) -> Evidence:
    """Exact, unless a number known by balls alone took part."""
    enclosed = extent.by_balls or isinstance(extent.value, Real | tuple)
    return "enclosure" if enclosed else "exact"


def _place(spot: Spot | PairSpot) -> Place | Situation | LossPlace | DivergencePlace:
    from dpverify.defs.definitions.whole import PairSpot  # of definitions beyond events alone

    if isinstance(spot, PairSpot):
        shown: dict[str, Any] = dict(spot.shown)
        kind = LossPlace if "losses" in shown else DivergencePlace
        return kind(inputs=spot.inputs, **shown)
    if "inputs" in spot.setting:
        first, second = spot.setting["inputs"]
        return Place((first, second), spot.event, spot.probabilities)
    return Situation(spot.setting, spot.event, spot.probabilities)


def witness_at(spot: Spot | PairSpot, excess: Any) -> Violating:
    """The witness of a definition that measures itself: where it is violated, and by how much."""
    at = _place(spot)
    if isinstance(at, LossPlace | DivergencePlace):
        return replace(at, excess=excess)
    if isinstance(at, Place):
        return Witness(at.inputs, at.event, at.probabilities, excess)
    return SituationWitness(at.setting, at.event, at.probabilities, excess)
