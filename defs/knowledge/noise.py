"""Noise that a query adds to its numbers: a finite table, or integer noise whose sum is clamped.

A number s is released as s + N, N independent of everything. The unbounded laws need `low` and
`high`: what is released is then min(max(s + N, low), high), and each tail lies on its end exactly.
A threshold comes after the noise. In a histogram each bin has noise of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final

from dpverify.defs.errors import DomainError, NumberError, SchemaError
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.numbers import ZERO, Value, as_value, exp, number_text, total
from dpverify.defs.validate import did_you_mean, shown, shown_number

LAWS: Final = ("discrete-laplace", "geometric")
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "discrete-laplace": ("scale", "ratio"),
    "geometric": ("ratio",),
}
MOST: Final = 10_000
"""Numbers between low and high."""


@dataclass(frozen=True)
class Noise:
    """`law`: "table", or P(N=k) = (1−r)/(1+r)·r^|k| (discrete-laplace), (1−r)·r^k (geometric)."""

    law: str
    table: tuple[tuple[Fraction, Value], ...] = ()
    ratio: Value = ZERO
    low: Fraction | None = None
    high: Fraction | None = None

    def at_least(self, k: int) -> Value:
        """P(N ≥ k) of the laws on the integers."""
        if self.law == "geometric":
            return self.ratio**k if k > 0 else Value(1)
        if k > 0:
            return self.ratio**k / (1 + self.ratio)
        return 1 - self.ratio ** (1 - k) / (1 + self.ratio)

    def released(self, number: Fraction | int) -> dict[Fraction, Value]:
        """The law of what is released for a number."""
        s = Fraction(number)
        if self.low is None or self.high is None:
            return {s + k: p for k, p in self.table if not p.is_zero}
        first, last = floor(self.low - s) + 1, ceil(self.high - s)
        law = {self.low: 1 - self.at_least(first), self.high: self.at_least(last)}
        for k in range(first, last):
            law[s + k] = self.at_least(k) - self.at_least(k + 1)
        return {v: p for v, p in law.items() if not p.is_zero}

    def to_dict(self) -> dict[str, Any]:
        """The noise as a scenario file holds it."""
        if self.law == "table":
            return {str(k): number_text(p) for k, p in self.table}
        ends = {"low": str(self.low), "high": str(self.high)}
        return {"law": self.law, "ratio": number_text(self.ratio), **ends}


def noise_of(given: object) -> Noise:
    """The noise of a mechanism of a scenario file.

    Raises: SchemaError, DomainError, NumberError for what makes no sense, each in one line.
    """
    if not isinstance(given, dict) or not given:
        raise SchemaError(
            f'noise is {shown(given)}, must be a table like {{"-1": "1/4", "0": "1/2", "1": "1/4"}}'
            ' or {"law": "discrete-laplace", "scale": "2", "low": "0", "high": "10"}'
        )
    return _named(given) if "law" in given else _table(given)


def _table(given: Mapping[str, object]) -> Noise:
    what = "the probability of the noise"
    table = tuple((_rational(k, "a number of the noise"), _value(p, f"{what} {shown(k)}"))
                  for k, p in given.items())  # fmt: skip
    for k, p in table:
        if p < 0:
            raise DomainError(f"the noise {k} has probability {shown_number(p)}, must be ≥ 0")
    if len({k for k, _ in table}) != len(table):
        raise DomainError("a number stands twice in the noise")
    whole = total(p for _, p in table)
    if whole != 1:
        raise DomainError(f"the probabilities of the noise sum to {shown_number(whole)}, must be 1")
    return Noise("table", table)


def _named(given: Mapping[str, object]) -> Noise:
    law = given["law"]
    if not isinstance(law, str) or law not in LAWS:
        raise SchemaError(
            f"there is no noise {shown(law)}; known: {', '.join(LAWS)}, or a table"
            f"{did_you_mean(str(law), LAWS)}"
        )
    for key in given:
        if key not in ("law", "low", "high", *KEYS[law]):
            raise SchemaError(
                f"the noise {law} has an unknown key {shown(key)}; it takes"
                f" {', '.join((*KEYS[law], 'low', 'high'))}{did_you_mean(key, KEYS[law])}"
            )
    if "low" not in given or "high" not in given:
        raise SchemaError(
            f'the noise {law} is unbounded; give "low" and "high", to which what is released is'
            " clamped"
        )
    low, high = (_rational(given[end], end) for end in ("low", "high"))
    if not low < high or high - low > MOST:
        raise DomainError(
            f"noise clamped to {low}…{high}: low must be below high, by at most {MOST}"
        )
    return Noise(law, (), _ratio(given), low, high)


def _ratio(given: Mapping[str, object]) -> Value:
    if ("scale" in given) == ("ratio" in given):
        raise SchemaError(
            f"the noise {given['law']} needs one of {', '.join(KEYS[str(given['law'])])}"
        )
    if "scale" in given:
        scale = _rational(given["scale"], "the scale of the noise")
        if scale <= 0:
            raise DomainError(f"the scale of the noise is {scale}, must be above 0")
        return as_value(str(exp(Value(-1 / scale))))
    ratio = _value(given["ratio"], "the ratio of the noise")
    if not 0 <= ratio < 1:
        raise DomainError(f"the ratio of the noise is {shown_number(ratio)}, must be in [0, 1)")
    return ratio


def _value(given: object, what: str) -> Value:
    if isinstance(given, bool) or not isinstance(given, int | str | JsonNumber):
        raise SchemaError(f"{what} is {shown(given)}, must be a number such as '1/4'")
    try:
        return as_value(str(given))
    except NumberError as error:
        raise NumberError(f"{what} is {shown(str(given))}: {error}") from None


def _rational(given: object, what: str) -> Fraction:
    value = _value(given, what)
    if not value.is_rational:
        raise NumberError(f"{what} is {number_text(value)[:60]}, must be rational")
    return value.as_fraction()
