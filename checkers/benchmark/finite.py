"""Rows of mechanisms on finitely many inputs and outputs: their channels, decided exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpverify.checkers.benchmark.claims import claim_of
from dpverify.checkers.benchmark.finite_validity import finite_validity
from dpverify.checkers.benchmark.row import Row
from dpverify.checkers.exact.measure import measure_channel
from dpverify.defs.numbers import Number
from dpverify.defs.programs.enumeration import channel_of
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.parameters import assignments


def finite_row(mechanism: Mechanism, parameters: Mapping[str, Any]) -> Row:
    """The row of a mechanism whose every input is listed: the channel is the whole truth."""
    program = mechanism.with_parameters(**parameters)
    channel = channel_of(program)
    measurement = measure_channel(channel, "pure-dp", {})
    claim = claim_of(program)
    holds = bool(measurement.value <= claim)
    inputs = " against ".join(str(channel.inputs[i]) for i in measurement.pair)
    event = ", ".join(str(channel.outputs[o]) for o in measurement.event)
    return Row(
        id=str(mechanism.about["id"]),
        name=str(mechanism.about["name"]),
        parameters=assignments(program.parameters),
        claim=f"{mechanism.about['claim']} = {decimals(claim)}",
        tight=_exact(measurement.value),
        value=decimals(measurement.value),
        attained="attained",
        verdict="holds" if holds else "violates",
        witness=f"{inputs}, event {{{event}}}",
        validity=finite_validity(program),
        evidence="exact arithmetic on the channel",
    )


LONGEST = 60
"""Exact numbers that are longer are shown in decimals."""


def _exact(number: Number) -> str:
    text = str(number)
    return decimals(number) if text == "inf" or len(text) > LONGEST else text


def decimals(number: Number) -> str:
    """Six digits, for a table; the exact number stands beside it."""
    return "∞" if str(number) == "inf" else f"{number.approx():.6g}"
