"""The two questions: what is the tight value of a parameter, and does a claim hold?"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Literal

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.exact.question import Found, Question
from dpverify.checkers.exact.results import Decision, Measurement, Violation
from dpverify.checkers.exact.small import find_small
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.parameters import as_parameter, missing_parameter
from dpverify.defs.definitions.registry import event_definition
from dpverify.defs.numbers import Real

SMALL = 5_000
"""Pairs × outputs up to which the definition is simply evaluated: to import numpy takes 0.1 s."""
FEW = 60
"""The same where numpy has been imported before."""


def measure_channel(
    channel: Channel, name: str, given: Mapping[str, Any], *, budget: Budget = UNLIMITED
) -> Measurement:
    """The smallest value of the one parameter left out for which the claim holds.

    Args:
        channel: the channel, with its neighbours.
        name: of a definition, such as "approx-dp".
        given: all parameters of it but one, as exact numbers or texts.
        budget: the time that it may take.

    Returns:
        The tight value (eps in nats), exact, with the first pair that attains it and the event.

    Raises:
        UsageError: unknown definition, or not exactly one parameter left out.
        DomainError: a parameter out of range.
        ChannelError: no pair, or a directed relation where the definition is two-sided.
        Undecided: out of time, or enclosures that do not separate.
    """
    definition = event_definition(name)
    parameter = missing_parameter(name, given, definition.parameters)
    values = {key: as_parameter(key, given[key]) for key in definition.parameters if key in given}
    return _measure(Question(channel, definition, parameter, values, budget))


def decide_channel(
    channel: Channel, definition: EventDefinition, *, budget: Budget = UNLIMITED
) -> Decision:
    """Whether the claim holds for every ordered pair of neighbours.

    Returns:
        The decision, with the tight value of the last parameter (eps, delta or risk), and where
        the claim fails the event of the pair that violates it most.

    Raises:
        ChannelError, Undecided: as `measure_channel`.
    """
    last = definition.parameters[-1]
    values = {key: definition.given[key] for key in definition.parameters[:-1]}
    measurement = _measure(Question(channel, type(definition), last, values, budget))
    holds = bool(measurement.value <= definition.given[last])
    balls = any(
        isinstance(number, Real) for number in (measurement.value, *definition.given.values())
    )
    evidence: Literal["exact", "enclosure"] = "enclosure" if balls else "exact"
    return Decision(
        holds, measurement, None if holds else _violation(definition, measurement), evidence
    )


def _violation(definition: EventDefinition, measurement: Measurement) -> Violation:
    excess = definition.excess_of(measurement.p, measurement.q)
    return Violation(measurement.pair, measurement.event, measurement.p, measurement.q, excess)


def _measure(question: Question) -> Measurement:
    question.definition.check_relation(question.channel)
    outputs = len(question.channel.outputs)
    pairs = question.pair_count
    candidate = find_small(question) if _is_small(pairs * outputs) else _find_large(question)
    return Measurement(
        question.parameter, candidate.value, candidate.pair, candidate.event,
        candidate.p, candidate.q, True, pairs, outputs,
    )  # fmt: skip


def _is_small(work: int) -> bool:
    """Whether to evaluate all pairs: of few, or of more where numpy was not yet imported.

    Both ways give the same answer; the other one is faster from a few outputs on.
    """
    return work <= FEW or (work <= SMALL and "numpy" not in sys.modules)


def _find_large(question: Question) -> Found:
    from dpverify.checkers.exact.large import find_large

    return find_large(question)
