"""Rows of mechanisms on finitely many inputs and outputs: their channels, decided exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dpverify.checkers.benchmark.row import Row
from dpverify.checkers.exact.measure import measure_channel
from dpverify.defs.numbers import Number, Value, ln
from dpverify.defs.programs.enumeration import channel_of
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.parameters import assignments

Given = Mapping[str, Any]


def _rappor(given: Given) -> Number:
    f = Fraction(given["f"])
    return ln((Value(1) - Value(f) / 2) / (Value(f) / 2)) * Value(2 * given["h"])


def _twice_rappor(given: Given) -> Number:
    f, p, q, h = (Fraction(given[name]) for name in "fpqh")
    high, low = f * (p + q) / 2 + (1 - f) * q, f * (p + q) / 2 + (1 - f) * p
    return ln(Value(high * (1 - low) / (low * (1 - high)))) * Value(h)


def _coin(given: Given) -> Number:
    p = Fraction(given["p"])
    return ln(Value(p / (1 - p)))


CLAIMS: Mapping[str, Callable[[Given], Number]] = {
    "ε": lambda given: Value(Fraction(given["eps"])),
    "2h·ln((1−f/2)/(f/2))": _rappor,
    "h·ln(q*(1−p*)/(p*(1−q*)))": _twice_rappor,
    "ln(p/(1−p))": _coin,
    "2·ln(base)": lambda given: ln(Value(given["base"])) * Value(2),
}
"""The numbers that claims state, by their text."""


def finite_row(mechanism: Mechanism, parameters: Given) -> Row:
    """The row of a mechanism whose every input is listed: the channel is the whole truth."""
    program = mechanism.with_parameters(**parameters)
    channel = channel_of(program)
    found = measure_channel(channel, "pure-dp", {})
    claim = CLAIMS[str(mechanism.about["claim"])](program.parameters)
    holds = bool(found.value <= claim)
    inputs = " against ".join(str(channel.inputs[i]) for i in found.pair)
    event = ", ".join(str(channel.outputs[o]) for o in found.event)
    return Row(
        id=str(mechanism.about["id"]),
        name=str(mechanism.about["name"]),
        parameters=assignments(program.parameters),
        claim=f"{mechanism.about['claim']} = {decimals(claim)}",
        tight=str(found.value) if len(str(found.value)) <= LONGEST else decimals(found.value),
        value=decimals(found.value),
        attained="attained",
        verdict="holds" if holds else "violates",
        witness=f"{inputs}, event {{{event}}}",
        validity="these parameters",
        evidence="exact arithmetic on the channel",
    )


LONGEST = 60
"""Exact numbers that are longer are shown in decimals."""


def decimals(number: Number) -> str:
    """Six digits, for a table; the exact number stands beside it."""
    return "∞" if str(number) == "inf" else f"{number.approx():.6g}"
