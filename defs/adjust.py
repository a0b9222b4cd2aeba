"""What a reader may do to rows that do not sum to 1, only when asked: round, then divide.

What must never change: nothing here happens unasked, the order is first round, then divide, and
both leave a line of provenance that every result repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dpverify.defs.errors import ChannelError, UsageError
from dpverify.defs.numbers import Value, enclosure
from dpverify.defs.numbers.value import total
from dpverify.defs.rows import RationalRow, Row, common_denominator
from dpverify.defs.validate import shown


@dataclass
class Adjustment:
    """How the rows of one matrix are adjusted, and what that changed.

    `rationalise` D ≥ 1 replaces each entry by the fraction nearest to it among those with
    denominator at most D (see `nearest`); `normalise` then divides each row by its exact sum.
    """

    normalise: bool = False
    rationalise: int | None = None
    rounded: int = field(default=0, init=False)
    vanished: int = field(default=0, init=False)
    divided: int = field(default=0, init=False)
    rows: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Raises: UsageError for a denominator that is no integer ≥ 1."""
        limit = self.rationalise
        if limit is not None and (type(limit) is not int or limit < 1):
            raise UsageError(
                f"--rationalise is {shown(limit)}, must be an integer of at least 1: the largest"
                " denominator"
            )

    def apply(self, row: Row, label: str) -> Row:
        """The adjusted row; raises ChannelError where a row to divide sums to 0."""
        self.rows += 1
        if self.rationalise is not None:
            row = self._round(row, self.rationalise)
        return self._divide(row, label) if self.normalise else row

    def provenance(self) -> tuple[str, ...]:
        """One line for each kind of change that was asked for."""
        lines = []
        if self.rationalise is not None:
            lines.append(
                "each entry replaced by the nearest fraction with denominator at most"
                f" {self.rationalise} ({self.rounded} changed, {self.vanished} became 0)"
            )
        if self.normalise:
            lines.append(
                f"each row divided by its sum ({self.divided} of {self.rows} rows changed)"
            )
        return tuple(lines)

    def _round(self, row: Row, limit: int) -> RationalRow:
        pairs = []
        for exact in _entries(row):
            if isinstance(exact, Fraction) and exact.denominator <= limit:
                pairs.append((exact.numerator, exact.denominator))
                continue
            rounded = nearest(exact, limit)
            self.rounded += 1
            self.vanished += not rounded
            pairs.append((rounded.numerator, rounded.denominator))
        return common_denominator(pairs)

    def _divide(self, row: Row, label: str) -> Row:
        if isinstance(row, tuple):
            numerators, denominator = row
            whole = sum(numerators)
            self.divided += whole != denominator
            if not whole:
                raise sums_to_zero(label)
            return numerators, whole
        whole_value = total(row)
        if whole_value.is_zero:
            raise sums_to_zero(label)
        if whole_value == 1:
            return row
        self.divided += 1
        return [(value / whole_value).reduced() for value in row]


def nearest(number: Fraction | Value, limit: int) -> Fraction:
    """The fraction nearest to a number among those with denominator at most `limit`.

    Of two equally near ones: that with the smaller denominator, then the smaller one.

    >>> nearest(Fraction(314159, 100000), 10), nearest(Fraction(1, 2), 1)
    (Fraction(22, 7), Fraction(0, 1))
    """
    if isinstance(number, Value):
        return _nearest_to_irrational(number, limit)
    one = number.limit_denominator(limit)
    other = 2 * number - one
    if other.denominator > limit:
        return one
    return min(one, other, key=lambda fraction: (fraction.denominator, fraction))


def _nearest_to_irrational(number: Value, limit: int) -> Fraction:
    """Ends of an enclosure that round alike: rounding is monotone, so what lies between agrees."""
    digits = 18
    while True:
        lower, upper = (Fraction(end) for end in enclosure(number, digits))
        rounded = lower.limit_denominator(limit)
        if rounded == upper.limit_denominator(limit):
            return rounded
        digits *= 2


def _entries(row: Row) -> Sequence[Fraction | Value]:
    if isinstance(row, tuple):
        numerators, denominator = row
        return [Fraction(k, denominator) for k in numerators]
    return [value.as_fraction() if value.is_rational else value for value in row]


def sums_to_zero(label: str) -> ChannelError:
    """The error of a row that cannot be divided by its sum."""
    return ChannelError(
        f"row {shown(label)} sums to 0 and cannot be divided by its sum; give one positive entry"
    )
