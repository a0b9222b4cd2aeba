"""Rows of mechanisms on finitely many inputs and outputs: their channels, decided exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from dpverify.checkers.benchmark.claims import claim_of
from dpverify.checkers.benchmark.finite_validity import finite_validity
from dpverify.checkers.benchmark.row import Row, six_digits, unread
from dpverify.checkers.decide import measure
from dpverify.defs.numbers import Number
from dpverify.defs.programs.enumeration import channel_of
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.parameters import assignments


def finite_row(mechanism: Mechanism, parameters: Mapping[str, Any]) -> Row:
    """The row of a mechanism whose every input is listed: the channel is the whole truth."""
    program = mechanism.with_parameters(**parameters)
    channel = channel_of(program)
    found = measure(channel, "pure-dp")  # through the gate
    value, place = found.tight["eps"], cast("Any", found.attained_by)
    claim = claim_of(program)
    inputs, event = " against ".join(place.inputs), ", ".join(place.event)
    return Row(
        id=str(mechanism.about["id"]),
        name=str(mechanism.about["name"]),
        parameters=assignments(program.parameters),
        claim=f"{mechanism.about['claim']} = {six_digits(claim)}",
        tight=_exact(value),
        value=six_digits(value),
        attained="attained",
        verdict="holds" if value <= claim else "violates",
        witness=f"{inputs}, event {{{event}}}",
        validity=finite_validity(program),
        evidence="exact arithmetic on the channel",
        not_rechecked=unread(found, "validity"),
    )


LONGEST = 60
"""Exact numbers that are longer are shown in decimals."""


def _exact(number: Number) -> str:
    text = str(number)
    return six_digits(number) if text == "inf" or len(text) > LONGEST else text
