"""δ at many ε for one channel, all pairs looked at once.

The tight δ at ε is the largest H of a pair at E = e^ε. H is convex in E, so that bounds at a few
odds leave few pairs that may have the largest one anywhere between the smallest and the largest ε
(`exact/grids`); these decide at every ε. Where floats do not tell so much, the pairs whose
trade-off function may touch the lowest one decide (`exact/curves`): they are those that attain δ at
some ε. Where δ is 0 every pair attains it, and the first of all is named.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import Any

from dpverify.checkers.budget import Budget
from dpverify.checkers.exact import Measurement, measure_channel
from dpverify.checkers.on_channels import measure_subject
from dpverify.checkers.subjects import subject_of
from dpverify.checkers.verdict import Measured
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.f_dp import FDP
from dpverify.defs.definitions.parameters import as_parameter
from dpverify.defs.numbers import INFINITY, exp

DEFINITION = "approx-dp"
LARGE = 1 << 22
"""Pairs × outputs from which it pays to look for the pairs that decide everywhere."""
FEW = 2
"""Values of ε that are asked for one by one."""


def privacy_profile(
    subject: object, eps: Iterable[Any], *, time_limit: float | None = None, seed: int = 0
) -> list[Measured]:
    """The tight δ of a channel at each of some ε: what `measure` says, at once.

    Args: subject a Channel; eps numbers as `measure` takes them; time_limit seconds for all, None
        for no limit; seed recorded with each run.
    Returns: a measurement for each ε, in their order.
    Raises: as `measure`.
    Source: Balle, Barthe, Gaboardi 2018, Section 2.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> [str(point.tight["delta"]) for point in privacy_profile(rr, [0, "ln(2)", "ln(3)"])]
    ['1/2', '1/4', '0']
    """
    about, values, limit = subject_of(subject, None), list(eps), Budget(time_limit)
    few = about.channel
    if len(values) > FEW and _pairs_are_many(few):
        few = _deciding(few, [as_parameter("eps", value) for value in values], limit)

    def search(channel: Channel, name: str, given: Any, *, budget: Budget) -> Measurement:
        point = measure_channel(few, name, given, budget=budget)
        if few is channel:
            return point
        if point.value == 0:
            return measure_channel(channel, name, given, budget=budget)
        return replace(point, pairs=channel.neighbours.count(len(channel.inputs)))

    return [
        measure_subject(
            about,
            DEFINITION,
            {"eps": value},
            time_limit=limit.remaining(),
            seed=seed,
            search=search,
        )
        for value in values
    ]


def _pairs_are_many(channel: Channel) -> bool:
    return channel.neighbours.count(len(channel.inputs)) * len(channel.outputs) >= LARGE


def _deciding(channel: Channel, eps: list[Any], budget: Budget) -> Channel:
    """The channel over the pairs that may have the largest δ at some ε."""
    from dpverify.checkers.exact.divergences import narrowed, pairs_between

    odds = [inf if value == INFINITY else exp(value).approx() for value in eps]
    pairs = pairs_between(channel, min(odds), max(odds), budget)
    if pairs is None:
        return narrowed(FDP.question({}), channel, budget)
    few = 2 * len(pairs) < channel.neighbours.count(len(channel.inputs))
    return channel.among(pairs) if few else channel
