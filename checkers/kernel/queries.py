"""The kernel's reading of a mechanism of a scenario: what it says of a database, with its noise.

Trusted, beside `dpverify.defs.numbers` and the standard library. Checked: a known name, noise that
is a law, rows of a channel that are laws.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import Any

from dpverify.checkers.kernel.channels import OPTIONAL, REQUIRED, check_schema
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

MEANS = ("arithmetic-mean", "geometric-mean", "harmonic-mean", "quadratic-mean")
HISTOGRAMS = ("histogram", "thresholded-histogram")
QUERIES = ("count", "thresholded-count", "linear", *MEANS, *HISTOGRAMS)
KEYS = ("name", "counted", "threshold", "weights", "noise")
MAX_RANGE = 10_000


def whole(given: Any, what: str) -> int:
    """A whole number ≥ 0 of the document; NumberError naming `what` otherwise."""
    value = doc.exactly(given, num.as_value, what).as_fraction()
    need(value.denominator == 1 and value >= 0, f"{what} is {value}, not a whole number")
    return int(value)


@dataclass(frozen=True)
class Noise:
    """A table of (k, p), or one of P(N = k) ~ r^|k| on all k or on k ≥ 0, clamped to low..high."""

    table: dict[Fraction, num.Value]
    law_name: str
    ratio: num.Value
    ends: tuple[Fraction, Fraction]

    def law(self, s: Fraction) -> dict[Fraction, num.Value]:
        """The law of what becomes of a number."""
        if self.table:
            return {s + k: p for k, p in self.table.items()}
        (low, high), made, before = self.ends, {}, num.ZERO
        for v in [low, *(s + k for k in range(floor(low - s) + 1, ceil(high - s)))]:
            below = self._up_to(floor(v - s))
            made[v], before = below - before, below
        made[high] = 1 - before
        return made

    def _up_to(self, k: int) -> num.Value:
        """P(N ≤ k)."""
        if self.law_name == "geometric":
            return 1 - self.ratio ** (k + 1) if k >= 0 else num.ZERO
        tail: num.Value = (self.ratio**-k if k < 0 else self.ratio ** (k + 1)) / (1 + self.ratio)
        return tail if k < 0 else 1 - tail


@dataclass(frozen=True)
class Query:
    """The mechanism: what a record adds to the statistic, and what is said of the total."""

    name: str
    counted: tuple[str, ...]
    threshold: int | None
    weights: tuple[Fraction, ...]
    bins: tuple[str, ...]
    noise: Noise | None = None
    rows: dict[str, dict[str, num.Value]] | None = None  # of a channel, by databases

    def zero(self) -> Any:
        """The statistic of no record."""
        return {**dict.fromkeys(HISTOGRAMS, (0,) * len(self.bins)),
                "geometric-mean": Fraction(1)}.get(self.name, 0)  # fmt: skip

    def part(self, value: str, weight: Any) -> Any:
        """What a record adds."""
        if self.rows is not None:
            return 0
        if "count" in self.name:
            return 1 if value in self.counted else 0
        if self.name in HISTOGRAMS:
            return tuple(1 if value == each else 0 for each in self.bins)
        x = num.as_value(value).as_fraction()
        need(x > 0 or self.name not in MEANS[1:3], f"{self.name} of a value that is not positive")
        return {"linear": x * (weight or 0), MEANS[2]: 1 / x if x else x,
                MEANS[3]: x * x}.get(self.name, x)  # fmt: skip

    def join(self, a: Any, b: Any) -> Any:
        """The statistic of both."""
        if self.name in HISTOGRAMS:
            return tuple(map(sum, zip(a, b, strict=True)))
        return a * b if self.name == "geometric-mean" else a + b

    def laws(self, s: Any, n: int, data: Any = None) -> dict[str, Any]:
        """The law of the output for n records, which are `data` if all of them are given."""
        if self.rows is not None:
            label = f"({', '.join(data)}{',' if n == 1 else ''})"
            return {o: p for o, p in self.rows[label].items() if p > 0}
        if self.noise is None:
            return {self._said(s, n): 1}
        many = self.name in HISTOGRAMS
        made: dict[str, num.Value] = {}
        for each in product(*(self.noise.law(Fraction(c)).items() for c in (s if many else (s,)))):
            cut = [str(v) if self.threshold is None or v > self.threshold else "⊥" for v, _ in each]
            o = self.listed(cut) if many else cut[0]
            made[o] = made.get(o, num.ZERO) + prod((p for _, p in each), start=num.ONE)
        return made

    def _said(self, s: Any, n: int) -> str:
        over = s if self.name in HISTOGRAMS else (s,)
        cut = [str(c) if self.threshold is None or c > self.threshold else "⊥" for c in over]
        if self.name in HISTOGRAMS:
            return self.listed(cut)
        s = Fraction(s)
        return {MEANS[0]: lambda: str(s / n), MEANS[1]: lambda: f"({s})**(1/{n})",
                MEANS[2]: lambda: str(n / s), MEANS[3]: lambda: f"({s / n})**(1/2)",
                }.get(self.name, lambda: cut[0])()  # fmt: skip

    def listed(self, counts: Any) -> str:
        """A histogram in one line, or a number."""
        if self.name not in HISTOGRAMS:
            return str(counts)
        return ",".join(f"{v}:{c}" for v, c in zip(self.bins, counts, strict=True))


def query_of(given: Any, values: tuple[str, ...]) -> Query:
    """The mechanism of a document; values those that records can take, in order."""
    if "channel" in given:
        known_keys(given, "the mechanism", ("channel",), ("program",))
        channel = doc.member(given, "channel", dict)
        check_schema(channel, "channel")
        known_keys(channel, "the channel of the mechanism", REQUIRED, OPTIONAL)
        outputs, inputs = (doc.labels(channel.get(key), key) for key in ("outputs", "inputs"))
        rows = zip(inputs, doc.member(channel, "matrix", list), strict=True)
        laws = {x: doc.probabilities(row, outputs, f"row {x[:60]!a}") for x, row in rows}
        need(laws, "a channel without inputs")
        return Query("channel", (), None, (), (), None, laws)
    name = doc.member(given, "name", str)
    need(name in QUERIES, f"there is no mechanism {name[:60]!a}")
    known_keys(given, "the mechanism", ("name",), KEYS)
    for key, used in (
        ("counted", "count" in name),
        ("threshold", "threshold" in name),
        ("weights", name == "linear"),
    ):
        need(used or key not in given, f"{key!r} means nothing to the mechanism {name}")
    need("threshold" in given or "threshold" not in name, f"the mechanism {name} has no threshold")
    weights = [doc.exactly(w, num.as_value, "a weight").as_fraction()
               for w in given.get("weights", [])]  # fmt: skip
    cut = doc.exactly(given["threshold"], num.as_value, "threshold").as_fraction() \
        if "threshold" in name else None  # fmt: skip
    need(cut is None or cut.denominator == 1, "the threshold is not a whole number")
    need(name not in MEANS or "noise" not in given, "noise on a mean")
    noise = _noise(doc.member(given, "noise", dict)) if "noise" in given else None
    return Query(name, tuple(given.get("counted", ["1"])), None if cut is None else int(cut),
                 tuple(weights), values, noise)  # fmt: skip


def _noise(given: Any) -> Noise:
    def fraction(text: Any) -> Fraction:
        return doc.exactly(text, num.as_value, "a number of the noise").as_fraction()

    if "law" not in given:
        law = doc.probabilities(list(given.values()), list(given), "the noise")
        table = {fraction(k): p for k, p in law.items()}
        need(len(table) == len(law), "the noise: a number stands twice")
        return Noise(table, "table", num.ZERO, (Fraction(0), Fraction(0)))
    known_keys(given, "the noise", ("law", "low", "high"), ("scale", "ratio"))
    need(given["law"] in ("discrete-laplace", "geometric"), "there is no such noise")
    need(("scale" in given) != ("ratio" in given), "the noise: neither scale nor ratio, or both")
    low, high = fraction(given.get("low")), fraction(given.get("high"))
    need(low < high and high - low <= MAX_RANGE, "the noise: low and high")
    if "scale" in given:
        scale = fraction(given["scale"])
        need(scale > 0 and given["law"] == "discrete-laplace", "the noise: its scale")
        ratio = num.as_value(f"exp(-1/({scale}))")
    else:
        ratio = doc.exactly(given["ratio"], num.as_value, "the ratio of the noise")
    need(0 <= ratio < 1, "the noise: its ratio")
    return Noise({}, given["law"], ratio, (low, high))
