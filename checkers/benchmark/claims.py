"""The numbers that mechanisms on listed inputs claim, by the text of the claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dpverify.defs.numbers import Number, Value, ln
from dpverify.defs.programs.mechanism import Mechanism

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


def claim_of(mechanism: Mechanism) -> Number:
    """What the mechanism claims, in nats, at its parameters."""
    return CLAIMS[str(mechanism.about["claim"])](mechanism.parameters)
