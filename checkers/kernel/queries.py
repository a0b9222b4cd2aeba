"""The kernel's reading of a mechanism of a scenario: what it says of a database, with its noise.

Trusted, beside `dpverify.defs.numbers` and the standard library. A mechanism adds up a statistic
over the records and says something of the total. Checked: a known name with the members that belong
to it, noise that is a law, rows of a channel that are laws.

What must never change: the statistic of a database is that of its records joined, in any order; a
mechanism or a law of noise that is not known here is refused by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import Any, Literal, Never

from dpverify.checkers.kernel.channels import OPTIONAL, REQUIRED, check_schema
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

Name = Literal[
    "count",
    "thresholded-count",
    "linear",
    "arithmetic-mean",
    "geometric-mean",
    "harmonic-mean",
    "quadratic-mean",
    "histogram",
    "thresholded-histogram",
    "channel",
]
"""The mechanisms; a "channel" lists what is said of each database."""

NoiseLaw = Literal["table", "discrete-laplace", "geometric"]
"""A table of probabilities, or P(N = k) ~ r^|k| on all integers k, or on those k ≥ 0."""

MEANS = ("arithmetic-mean", "geometric-mean", "harmonic-mean", "quadratic-mean")
HISTOGRAMS = ("histogram", "thresholded-histogram")
ADDED_UP = ("count", "thresholded-count", "linear", "arithmetic-mean", "harmonic-mean",
            "quadratic-mean")  # fmt: skip
"""Of whose records a number is added up; of a geometric mean they are multiplied."""

NAMED = ("count", "thresholded-count", "linear", *MEANS, *HISTOGRAMS)
"""The mechanisms that a document names; a channel is written out instead."""

KEYS = ("name", "counted", "threshold", "weights", "noise")
MAX_RANGE = 10_000
"""Values of a number with noise."""


def unknown_mechanism(name: Never) -> num.Undecided:
    """The refusal of a mechanism, the last case of each match; mypy accepts it where all precede.

    Returns: Undecided("unsupported"), to be raised, with the name.
    """
    return num.Undecided("unsupported", f"the kernel does not know the mechanism {name!a:.62}")


def unknown_noise(law: Never) -> num.Undecided:
    """The same for a law of noise."""
    return num.Undecided("unsupported", f"the kernel does not know noise of the law {law!a:.62}")


def whole(given: Any, what: str) -> int:
    """A whole number ≥ 0 of the document; NumberError naming `what` otherwise."""
    value = doc.exactly(given, num.as_value, what).as_fraction()
    need(value.denominator == 1 and value >= 0, f"{what} is {value}, not a whole number")
    return int(value)


@dataclass(frozen=True)
class Noise:
    """What is added to a count.

    Args:
        law_name: which law.
        table: the probabilities of a table, by number; empty for the other laws.
        ratio: r of the other laws.
        ends: the number with its noise is clamped to low..high, for the other laws.
    """

    law_name: NoiseLaw
    table: dict[Fraction, num.Value]
    ratio: num.Value
    ends: tuple[Fraction, Fraction]

    def law(self, count: Fraction) -> dict[Fraction, num.Value]:
        """The law of what becomes of a count."""
        match self.law_name:
            case "table":
                return {count + k: p for k, p in self.table.items()}
            case "discrete-laplace" | "geometric":
                return self._clamped(count)
            case _:
                raise unknown_noise(self.law_name)

    def _clamped(self, count: Fraction) -> dict[Fraction, num.Value]:
        """Each value between the ends by itself; the ends get all that lies beyond them."""
        low, high = self.ends
        between = (count + k for k in range(floor(low - count) + 1, ceil(high - count)))
        law: dict[Fraction, num.Value] = {}
        before = num.ZERO
        for value in [low, *between]:
            up_to = self._up_to(floor(value - count))
            law[value], before = up_to - before, up_to
        law[high] = 1 - before
        return law

    def _up_to(self, k: int) -> num.Value:
        """P(N ≤ k)."""
        match self.law_name:
            case "geometric":
                return 1 - self.ratio ** (k + 1) if k >= 0 else num.ZERO
            case "discrete-laplace":
                # P(N ≤ k) = r^−k/(1 + r) for k < 0; the law is symmetric.
                if k < 0:
                    return self.ratio**-k / (1 + self.ratio)
                return 1 - self.ratio ** (k + 1) / (1 + self.ratio)
            case "table":
                raise num.NumberError("noise of a table is not clamped")
            case _:
                raise unknown_noise(self.law_name)


@dataclass(frozen=True)
class Query:
    """The mechanism: what a record adds to the statistic, and what is said of the total.

    Args:
        name: which mechanism.
        counted: the values that a count counts.
        threshold: a count that is not above it is not said; None for none.
        weights: one for each record, of a linear query.
        bins: the values that records can take, in order.
        noise: what is added to each count.
        rows: of a channel, the laws by the labels of databases.
    """

    name: Name
    counted: tuple[str, ...] = ()
    threshold: int | None = None
    weights: tuple[Fraction, ...] = ()
    bins: tuple[str, ...] = ()
    noise: Noise | None = None
    rows: dict[str, dict[str, num.Value]] | None = None

    def zero(self) -> Any:
        """The statistic of no record."""
        match self.name:
            case "histogram" | "thresholded-histogram":
                return (0,) * len(self.bins)
            case "geometric-mean":
                return Fraction(1)  # it is a product
            case "count" | "thresholded-count" | "channel":
                return 0
            case "linear" | "arithmetic-mean" | "harmonic-mean" | "quadratic-mean":
                return 0
            case _:
                raise unknown_mechanism(self.name)

    def part(self, value: str, weight: Any) -> Any:
        """What a record adds; the weight is that of a linear query, None where there is none."""
        match self.name:
            case "channel":
                return 0  # its rows are looked up by the whole database
            case "count" | "thresholded-count":
                return 1 if value in self.counted else 0
            case "histogram" | "thresholded-histogram":
                return tuple(1 if value == edge else 0 for edge in self.bins)
            case "linear":
                return _number(value) * (weight or 0)
            case "arithmetic-mean":
                return _number(value)
            case "geometric-mean":
                return self._positive(value)
            case "harmonic-mean":
                return 1 / self._positive(value)
            case "quadratic-mean":
                return _number(value) ** 2
            case _:
                raise unknown_mechanism(self.name)

    def _positive(self, value: str) -> Fraction:
        number = _number(value)
        need(number > 0, f"{self.name} of a value that is not positive")
        return number

    def join(self, a: Any, b: Any) -> Any:
        """The statistic of both."""
        match self.name:
            case "histogram" | "thresholded-histogram":
                return tuple(map(sum, zip(a, b, strict=True)))
            case "geometric-mean":
                return a * b
            case "count" | "thresholded-count" | "channel":
                return a + b
            case "linear" | "arithmetic-mean" | "harmonic-mean" | "quadratic-mean":
                return a + b
            case _:
                raise unknown_mechanism(self.name)

    def laws(self, statistic: Any, n: int, data: Any = None) -> dict[str, Any]:
        """The law of the output for n records, which are `data` if all of them are given."""
        if self.rows is not None:
            label = f"({', '.join(data)}{',' if n == 1 else ''})"
            return {o: p for o, p in self.rows[label].items() if p > 0}
        if self.noise is None:
            return {self._said(statistic, n): 1}
        counts = statistic if self.name in HISTOGRAMS else (statistic,)
        laws: dict[str, num.Value] = {}
        # The noises of several counts are independent.
        for values in product(*(self.noise.law(Fraction(count)).items() for count in counts)):
            outputs = [self.above(value) for value, _ in values]
            output = self.listed(outputs) if self.name in HISTOGRAMS else outputs[0]
            chance = prod((p for _, p in values), start=num.ONE)
            laws[output] = laws.get(output, num.ZERO) + chance
        return laws

    def above(self, count: Any) -> str:
        """A count, or ⊥ where it is not above the threshold."""
        return str(count) if self.threshold is None or count > self.threshold else "⊥"

    def _said(self, statistic: Any, n: int) -> str:
        """What is said without noise of the statistic of n records."""
        match self.name:
            case "count" | "thresholded-count":
                return self.above(statistic)
            case "histogram" | "thresholded-histogram":
                return self.listed([self.above(count) for count in statistic])
            case "linear":
                return self.above(statistic)
            case "arithmetic-mean":
                return str(Fraction(statistic) / n)
            case "geometric-mean":
                return f"({Fraction(statistic)})**(1/{n})"
            case "harmonic-mean":
                return str(n / Fraction(statistic))
            case "quadratic-mean":
                return f"({Fraction(statistic) / n})**(1/2)"
            case "channel":
                raise num.NumberError("a channel says nothing of a statistic")
            case _:
                raise unknown_mechanism(self.name)

    def listed(self, counts: Any) -> str:
        """A histogram in one line, or a number."""
        if self.name not in HISTOGRAMS:
            return str(counts)
        return ",".join(f"{v}:{c}" for v, c in zip(self.bins, counts, strict=True))


def _number(value: str) -> Fraction:
    """A value of a record as a number."""
    return num.as_value(value).as_fraction()


def query_of(given: Any, values: tuple[str, ...]) -> Query:
    """The mechanism of a document.

    Args: values those that records can take, in order.
    """
    if "channel" in given:
        return _listed_channel(given)
    name = doc.member(given, "name", str)
    need(name in NAMED, f"there is no mechanism {name[:60]!a}")
    known_keys(given, "the mechanism", ("name",), KEYS)
    has_threshold = "threshold" in name
    for key, used in (
        ("counted", "count" in name),
        ("threshold", has_threshold),
        ("weights", name == "linear"),
    ):
        need(used or key not in given, f"{key!r} means nothing to the mechanism {name}")
    need("threshold" in given or not has_threshold, f"the mechanism {name} has no threshold")
    need(
        name not in MEANS or "noise" not in given, f"the mechanism {name} has noise, as no mean has"
    )
    linear = name == "linear"
    weights = [_rational(each, "a weight") for each in _some(given, "weights")] if linear else []
    threshold = _rational(given["threshold"], "threshold") if has_threshold else None
    need(
        threshold is None or threshold.denominator == 1,
        f"the threshold {threshold} is not a whole number",
    )
    return Query(
        name,
        counted=_counted(given, values) if "count" in name else ("1",),
        threshold=None if threshold is None else int(threshold),
        weights=tuple(weights),
        bins=values,
        noise=_noise(doc.member(given, "noise", dict)) if "noise" in given else None,
    )


def _some(given: Any, key: str) -> list[Any]:
    """A list that is not empty. A text is none: Python would read it letter by letter."""
    some: list[Any] = doc.member(given, key, list)
    need(some, f"the list {key!r} of the mechanism is empty")
    return some


def _counted(given: Any, values: tuple[str, ...]) -> tuple[str, ...]:
    """What is counted: one of the values of records at least, since nothing tells of nothing."""
    counted = _some({"counted": ["1"], **given}, "counted")
    need(all(type(value) is str for value in counted), "what is counted are no texts")
    need({*counted} & {*values}, "nothing is counted: no record can have such a value")
    return tuple(counted)


def _listed_channel(given: Any) -> Query:
    """A mechanism that is written out: a law for each database."""
    known_keys(given, "the mechanism", ("channel",), ("program",))
    channel = doc.member(given, "channel", dict)
    check_schema(channel, "channel")
    known_keys(channel, "the channel of the mechanism", (*REQUIRED, "matrix"), OPTIONAL)
    outputs = doc.labels(channel["outputs"], "outputs")
    inputs = doc.labels(channel["inputs"], "inputs")
    matrix = doc.member(channel, "matrix", list)
    need(inputs, "the channel of the mechanism has no inputs")
    need(
        len(matrix) == len(inputs),
        f"the channel of the mechanism has {len(matrix)} rows for {len(inputs)} inputs",
    )
    rows = {
        label: doc.probabilities(row, outputs, f"row {label[:60]!a}")
        for label, row in zip(inputs, matrix, strict=True)
    }
    return Query("channel", rows=rows)


def _rational(given: Any, what: str) -> Fraction:
    return doc.exactly(given, num.as_value, what).as_fraction()


def _noise(given: Any) -> Noise:
    """The noise of a document: a law by its name, or a table of probabilities."""
    if "law" not in given:
        law = doc.probabilities(list(given.values()), list(given), "the noise")
        table = {_rational(k, "a number of the noise"): p for k, p in law.items()}
        need(len(table) == len(law), "the noise has a number twice")
        return Noise("table", table, num.ZERO, (Fraction(0), Fraction(0)))
    known_keys(given, "the noise", ("law", "low", "high"), ("scale", "ratio"))
    name = doc.member(given, "law", str)
    need(name in ("discrete-laplace", "geometric"), f"there is no noise of the law {name[:60]!a}")
    need(
        ("scale" in given) != ("ratio" in given),
        "the noise has neither a scale nor a ratio, or it has both",
    )
    low, high = (_rational(given[end], "an end of the noise") for end in ("low", "high"))
    need(low < high, f"the noise is clamped to {low}..{high}, where nothing lies between")
    need(high - low <= MAX_RANGE, f"the noise is clamped to more than {MAX_RANGE} values")
    if "scale" in given:
        scale = _rational(given["scale"], "the scale of the noise")
        need(scale > 0, f"the scale {scale} of the noise is not above 0")
        need(name == "discrete-laplace", f"{name} noise has a ratio, and no scale")
        ratio = num.as_value(f"exp(-1/({scale}))")
    else:
        ratio = doc.exactly(given["ratio"], num.as_value, "the ratio of the noise")
    need(0 <= ratio < 1, "the ratio of the noise is not in [0, 1)")
    return Noise(name, {}, ratio, (low, high))
