"""Queries on a list of records, each through an additive statistic, exact or with noise.

What a query says of a database is a function of one element of a commutative monoid to which each
record contributes; that is what lets laws be convolved instead of databases enumerated. What must
never change: the names, and the texts of outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError, NumberError, SchemaError
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.knowledge.noise import Noise, noise_of
from dpverify.defs.numbers import Value, as_value, number_text
from dpverify.defs.validate import did_you_mean, shown

WITHHELD: Final = "⊥"
Statistic = Hashable
QUERIES: Final = (
    "count",
    "thresholded-count",
    "linear",
    "arithmetic-mean",
    "geometric-mean",
    "harmonic-mean",
    "quadratic-mean",
    "histogram",
    "thresholded-histogram",
)
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "count": ("counted", "noise"),
    "thresholded-count": ("threshold", "counted", "noise"),
    "linear": ("weights", "noise"),
    "histogram": ("noise",),
    "thresholded-histogram": ("threshold", "noise"),
}
CHANNEL: Final = "channel"
"""The name of a mechanism that is a channel on databases, not in the list above."""
COUNTS: Final = ("count", "thresholded-count")


@dataclass(frozen=True)
class Query:
    """A mechanism by name, or any channel whose inputs are the databases.

    `counted`: the values that a count counts; `threshold`: counts are released only if they are
    more than it, else ⊥; `weights`: one rational for each record, of a linear query; `bins`: the
    values of a histogram, in order; `noise`: what is added to each number before the threshold;
    `program`: the target of a program, `place`: the same from the current folder, `channel`: what
    it does once it was run.
    """

    name: str
    counted: tuple[str, ...] = ("1",)
    threshold: int | None = None
    weights: tuple[Fraction, ...] = ()
    bins: tuple[str, ...] = field(default=(), compare=False)
    noise: Noise | None = None
    program: str | None = None
    channel: Channel | None = None
    place: str | None = field(default=None, compare=False)

    # ------------------------------------------------------------------ the statistic

    @property
    def zero(self) -> Statistic:
        """The statistic of no record."""
        if self.name == "geometric-mean":
            return Fraction(1)
        return (0,) * len(self.bins) if self.bins else 0

    @property
    def added_up(self) -> bool:
        """Whether the statistic is a number that records add to."""
        return self.name not in (CHANNEL, "geometric-mean") and not self.bins

    def part(self, value: str, weight: Fraction | None = None) -> Statistic:
        """What one record contributes.

        Raises: DomainError for a value that the query cannot take.
        """
        if self.name == CHANNEL:
            return value
        if self.name in COUNTS:
            return int(value in self.counted)
        if self.bins:
            return tuple(int(value == label) for label in self.bins)
        return _MOMENTS[self.name](self._number(value), weight)

    def join(self, a: Any, b: Any) -> Statistic:
        """The statistic of two disjoint lists of records."""
        if self.name == "geometric-mean":
            product: Statistic = a * b
            return product
        if self.bins:
            return tuple(x + y for x, y in zip(a, b, strict=True))
        total: Statistic = a + b
        return total

    def output(self, statistic: Any, n: int) -> str:
        """The text of what is released for a database of n records with this statistic."""
        if self.name == "thresholded-count":
            return str(statistic) if statistic > (self.threshold or 0) else WITHHELD
        if self.bins:
            return ",".join(
                f"{v}:{self.released_text(c)}" for v, c in zip(self.bins, statistic, strict=True)
            )
        return _TEXTS.get(self.name, _plain)(statistic, n)

    def released(self, statistic: Any, n: int) -> dict[str, Value]:
        """The law of what is released for a database of n records with this statistic."""
        if self.noise is None:
            return {self.output(statistic, n): Value(1)}
        laws = [self.noise.released(c) for c in (statistic if self.bins else (statistic,))]
        law: dict[str, Value] = {}
        for numbers in product(*(law_of_counts.items() for law_of_counts in laws)):
            texts = [self.released_text(v) for v, _ in numbers]
            text_of_values = texts[0] if not self.bins else ",".join(
                f"{v}:{text}" for v, text in zip(self.bins, texts, strict=True))  # fmt: skip
            law[text_of_values] = law.get(text_of_values, Value(0)) + prod(
                (p for _, p in numbers), start=Value(1)
            )
        return law

    def known(self, statistic: Any) -> str:
        """How the statistic of the known records is written in a witness."""
        if self.bins:
            return ",".join(f"{v}:{c}" for v, c in zip(self.bins, statistic, strict=True))
        return str(statistic)

    def released_text(self, count: int | Fraction) -> str:
        """A number as it is released: ⊥ where it is not above the threshold."""
        return str(count) if self.threshold is None or count > self.threshold else WITHHELD

    def _number(self, value: str) -> Fraction:
        number = rational(value, "a value of a record")
        if self.name in ("geometric-mean", "harmonic-mean") and number <= 0:
            raise DomainError(f"the {self.name} needs positive values, one is {shown(value)}")
        return number

    # ------------------------------------------------------------------ reading and writing

    def to_dict(self) -> dict[str, Any]:
        """The mechanism as a scenario file holds it."""
        if self.name == CHANNEL:
            document: dict[str, Any] = {} if self.program is None else {"program": self.program}
            return document | ({} if self.channel is None else {"channel": self.channel.to_dict()})
        form: dict[str, Any] = {"name": self.name}
        if self.name in COUNTS and self.counted != ("1",):
            form["counted"] = list(self.counted)
        if self.threshold is not None:
            form["threshold"] = self.threshold
        if self.weights:
            form["weights"] = [str(weight) for weight in self.weights]
        if self.noise is not None:
            form["noise"] = self.noise.to_dict()
        return form


def _root(number: Fraction, n: int) -> str:
    return f"({number})**(1/{n})"


def _plain(statistic: Any, _: int) -> str:
    return str(statistic)


_MOMENTS: Final[Mapping[str, Callable[[Fraction, Fraction | None], Statistic]]] = {
    "linear": lambda x, w: x * (1 if w is None else w),
    "arithmetic-mean": lambda x, _: x,
    "geometric-mean": lambda x, _: x,
    "harmonic-mean": lambda x, _: 1 / x,
    "quadratic-mean": lambda x, _: x * x,
}
_TEXTS: Final[Mapping[str, Callable[[Any, int], str]]] = {
    "arithmetic-mean": lambda s, n: str(Fraction(s) / n),
    "geometric-mean": _root,
    "harmonic-mean": lambda s, n: str(n / Fraction(s)),
    "quadratic-mean": lambda s, n: _root(Fraction(s) / n, 2),
}


def rational(given: str, what: str) -> Fraction:
    """A rational number in the grammar of numbers; NumberError that names `what` otherwise."""
    try:
        value = as_value(str(given))
    except NumberError as error:
        raise NumberError(f"{what} is {shown(given)}: {error}") from None
    if not value.is_rational:
        raise NumberError(f"{what} is {number_text(value)[:60]}, must be rational")
    number = value.as_fraction()
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAX_RATIONAL_BITS:
        raise NumberError(
            f"{what} is {shown(given)}, a number of more than {MAX_RATIONAL_BITS} bits; take a"
            " smaller one, or one with fewer digits"
        )
    return number


MAX_RATIONAL_BITS: Final = 4_000
"""Of numerator and denominator: what is counted, compared and printed stays small."""


def query_of(given: object, values: Sequence[str], channel: Channel | None = None) -> Query:
    """The query of the "mechanism" of a scenario file.

    Args: given {"name": …, options}; values the values that records can take, in order of first
        appearance: the bins of a histogram; channel what the "channel" in it was read as.
    Raises: SchemaError for an unknown name, option or a wrong type, each in one line.
    """
    if isinstance(given, dict) and ("program" in given or "channel" in given):
        return _any(given, channel)
    if not isinstance(given, dict):
        raise SchemaError(
            f'mechanism is {shown(given)}, must be an object like {{"name": "count"}}'
        )
    name = given.get("name")
    if not isinstance(name, str) or name not in QUERIES:
        raise SchemaError(
            f"there is no mechanism {shown(name)} for scenarios; known: {', '.join(QUERIES)}"
            f"{did_you_mean(name, QUERIES)}"
        )
    for key in given:
        if key != "name" and key not in OPTIONS.get(name, ()):
            takes = ", ".join(OPTIONS.get(name, ())) or "no options"
            raise SchemaError(
                f"the mechanism {name} has an unknown key {shown(key)}; it takes {takes}"
                f"{did_you_mean(key, OPTIONS.get(name, ()))}"
            )
    return Query(
        name,
        _counted(given.get("counted", ["1"]), values) if name in COUNTS else ("1",),
        _threshold(given.get("threshold")) if "threshold" in OPTIONS.get(name, ()) else None,
        _weights(given.get("weights")) if name == "linear" else (),
        tuple(values) if "histogram" in name else (),
        noise_of(given["noise"]) if "noise" in given else None,
    )


def _any(given: dict[str, Any], channel: Channel | None) -> Query:
    """A program on databases, or the channel that one is."""
    for key in given:
        if key not in ("program", "channel"):
            raise SchemaError(
                f"a mechanism that is a program has an unknown key {shown(key)}; it takes program,"
                f" or channel{did_you_mean(key, ('program', 'channel'))}"
            )
    program = given.get("program")
    if "program" in given and (type(program) is not str or not program):
        raise SchemaError(f"program is {shown(program)}, must be a text such as 'file.py:name'")
    return Query(CHANNEL, program=program, channel=channel)


def _counted(given: object, values: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(given, list) or not given or not all(isinstance(v, str) for v in given):
        raise SchemaError(f"counted is {shown(given)}, must be a list of values of records")
    counts = tuple(str(v) for v in given)
    if not set(counts) & set(values):
        raise SchemaError(
            f"no record can have the value {shown(counts[0])}, so nothing is counted;"
            f' name what is counted: "counted": [{shown(values[0])}]'
        )
    return counts


def _threshold(given: object) -> int:
    if given is None:
        raise SchemaError('a thresholded mechanism needs a "threshold": a whole number')
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise SchemaError(f"threshold is {shown(given)}, must be a whole number")
    number = rational(str(given), "threshold")
    if number.denominator != 1:
        raise SchemaError(f"threshold is {number}, must be a whole number")
    return int(number)


def _weights(given: object) -> tuple[Fraction, ...]:
    if not isinstance(given, list) or not given:
        raise SchemaError('a linear query needs "weights": a list of one rational for each record')
    for weight in given:
        if isinstance(weight, bool) or not isinstance(weight, int | str | JsonNumber):
            raise SchemaError(f"a weight is {shown(weight)}, must be a rational number")
    return tuple(rational(str(weight), "a weight") for weight in given)
