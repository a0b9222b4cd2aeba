"""Rows of integers: a law as weights over their sum, as the kernel computes with many of them.

Trusted, beside `dpverify.defs.numbers`, the standard library and python-flint. A document may write
a row as a text "3 1 4": the probability of each output is its weight, divided by the sum of the
row. So a row sums to 1 by its form, and the kernel adds and compares whole numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd, lcm
from typing import Any, Final

from flint import fmpz

from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.documents import need
from dpverify.defs.numbers.value import ratio

WEIGHTS: Final = re.compile(r"(?:0|[1-9][0-9]*)(?: (?:0|[1-9][0-9]*))*", re.ASCII)
FRACTION: Final = re.compile("([0-9]{1,9})(?:/([1-9][0-9]{0,8}))?", re.ASCII)
SHORT: Final = 31
"""Bits of a common denominator up to which a row of fractions is read as whole numbers: so many
count as one operation, as each of its entries would by itself."""
LONGEST: Final = 4096
"""Bits of a common denominator beyond which a row is left as it is."""
FINE: Final = 64
"""Bits to which numbers are rounded down before they are compared."""


@dataclass(frozen=True)
class Row:
    """A law in whole numbers: P(o) is weights[o] / total, in the order of the outputs."""

    weights: Sequence[int]
    total: int

    def floors(self, bits: int) -> list[int]:
        """⌊P(o)·2^bits⌋ for each output; it does not fall where P(o) rises."""
        total = self.total
        return [(weight << bits) // total for weight in self.weights]


class Weighted(Mapping[str, num.Value]):
    """The same law by the labels of the outputs, its numbers made when they are looked at."""

    def __init__(self, places: Mapping[str, int], row: Row) -> None:
        """Args: places where each output stands, in order; row the weights."""
        self.places, self.row = places, row

    def __getitem__(self, label: str) -> num.Value:
        return ratio(self.row.weights[self.places[label]], self.row.total)

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def mass(self, event: Iterable[str]) -> num.Value:
        """The probability of an event of distinct outputs."""
        weights, places = self.row.weights, self.places
        return ratio(sum([weights[places[label]] for label in event]), self.row.total)

    def texts(self) -> list[str]:
        """The numbers in lowest terms, as `number_text` writes them."""
        total = self.row.total
        texts = []
        for weight in self.row.weights:
            common = gcd(weight, total)
            below = total // common
            texts.append(f"{weight // common}/{below}" if below > 1 else str(weight // common))
        return texts


def read_weights(given: Any, count: int, what: str) -> Row:
    """A row of a document that is written as a text of weights ≥ 0, not all of them 0.

    Raises: NumberError for anything else, naming it by `what`.
    """
    if type(given) is not str or not WEIGHTS.fullmatch(given):
        raise num.NumberError(f"{what} is no text of whole numbers with single blanks between")
    weights = [int(digits) for digits in given.split(" ")]
    need(len(weights) == count, f"{what} has {len(weights)} weights for {count} outputs")
    total = sum(weights)
    need(total > 0, f"{what} has no weight above 0")
    return Row(weights, total)


def read_fractions(given: Any, count: int) -> Row | None:
    """A row of a document that is written as a list of short fractions ≥ 0 of sum 1.

    Returns: None for anything else, of which the reader of all numbers says what it is.
    """
    if type(given) is not list or len(given) != count:
        return None
    above, below, total = [], [], 1
    for text in given:
        fraction = FRACTION.fullmatch(text) if type(text) is str else None
        if fraction is None:
            return None
        above.append(int(fraction[1]))
        below.append(int(fraction[2] or 1))
        total = lcm(total, below[-1])
        if total >> SHORT:
            return None
    weights = [p * (total // q) for p, q in zip(above, below, strict=True)]
    return Row(weights, total) if sum(weights) == total else None


def mass(law: Mapping[str, num.Value], event: Sequence[str]) -> num.Value:
    """The probability of an event of distinct outputs."""
    if isinstance(law, Weighted):
        return law.mass(event)
    return num.total([law[label] for label in event])


def row_of(law: Mapping[str, num.Value]) -> Row | None:
    """A law in whole numbers; None where an entry is irrational, or the denominator is long."""
    if isinstance(law, Weighted):
        return law.row
    entries = [entry.as_rational() for entry in law.values()]
    known = [entry for entry in entries if entry is not None]
    if len(known) < len(entries):
        return None
    total = 1
    for below in {int(entry.q) for entry in known}:
        total = lcm(total, below)
        if total.bit_length() > LONGEST:
            return None
    return Row([int(entry.p) * (total // int(entry.q)) for entry in known], total)


def rows_of(laws: Iterable[Mapping[str, num.Value]]) -> list[Row] | None:
    """All laws of a channel in whole numbers; None where one of them is not."""
    rows = []
    for law in laws:
        row = row_of(law)
        if row is None:
            return None
        rows.append(row)
    return rows


def rounded_down(number: Any, bits: int = FINE) -> int:
    """A whole number k with k/2^bits ≤ number, and nearly equal; for a finite number ≥ 0."""
    return rounded(number, bits)[0]


def rounded_up(number: Any, bits: int = FINE) -> int:
    """A whole number k with k/2^bits ≥ number, and nearly equal; for a finite number ≥ 0."""
    return rounded(number, bits)[1]


def rounded(number: Any, bits: int = FINE) -> tuple[int, int]:
    """Both of them."""
    exact = number.as_rational() if isinstance(number, num.Value) else None
    if exact is not None:
        low = high = exact
    else:
        ball = number.ball(2 * bits)
        with working_precision(2 * bits):  # multiplied with a bound of what that rounds
            below = (ball * fmpz(1 << bits)).floor().unique_fmpz()
        if below is not None:
            return max(0, int(below)), int(below) + 1
        low, high = ball_bounds(ball)
    return max(0, (int(low.p) << bits) // int(low.q)), -((-int(high.p) << bits) // int(high.q))
