"""How the matrix of a channel is stored, and why: docs/decisions/ on channel storage.

What must never change: `RationalRows` keeps one denominator per row, the least one, so that two
equal matrices have equal storage; both kinds are immutable by convention, and numpy may look at
the numerators without a copy (`numpy.frombuffer`), never write to them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd

from dpverify.defs.errors import ChannelError
from dpverify.defs.numbers import Value, number_text
from dpverify.defs.numbers.value import ratio, total

MACHINE_BITS = 62
"""Numerators below 2^62 are kept as machine integers: the sum of two of them cannot overflow.
A row of probabilities has no numerator above its denominator, so the denominators decide."""

MAX_STORED_BITS = 1 << 32
"""Bits (512 MiB) that the numerators of a matrix may need over their common denominators."""

RationalRow = tuple[Sequence[int], int]
"""Numerators of a row and their common denominator."""


class Rows(ABC):
    """An n × m matrix of exact numbers."""

    __slots__ = ("m", "n")
    n: int
    m: int

    @abstractmethod
    def value(self, i: int, j: int) -> Value:
        """Entry (i, j), 0 ≤ i < n, 0 ≤ j < m."""

    @abstractmethod
    def row(self, i: int) -> tuple[Value, ...]:
        """Row i as values."""

    @abstractmethod
    def sum(self, i: int) -> Value:
        """The exact sum of row i."""

    @abstractmethod
    def texts(self, i: int) -> list[str]:
        """Row i in canonical text (`number_text`)."""

    @property
    @abstractmethod
    def is_rational(self) -> bool:
        """Whether every entry is in ℚ."""


class RationalRows(Rows):
    """Entry (i, j) is numerators[i·m + j] / denominators[i]."""

    __slots__ = ("denominators", "numerators")
    numerators: array[int] | list[int]
    denominators: list[int]

    def __init__(self, m: int, rows: Iterable[RationalRow]) -> None:
        """Args: m entries per row; rows as numerators in [0, denominator], and denominator.

        Raises: ChannelError where the common denominators need more than the bit budget.
        """
        self.m = m
        self.denominators = []
        numbers: array[int] | list[int] = array("q")
        bits = 0
        for given, given_denominator in rows:
            numerators, denominator = reduced(given, given_denominator)
            bits += m * denominator.bit_length()
            check_budget(bits)
            if denominator >> MACHINE_BITS and isinstance(numbers, array):
                numbers = numbers.tolist()
            numbers.extend(numerators)
            self.denominators.append(denominator)
        self.numerators = numbers
        self.n = len(self.denominators)

    @classmethod
    def stored(cls, m: int, numerators: array[int], denominators: list[int]) -> RationalRows:
        """The rows as they are stored: machine integers row-major, over least denominators."""
        rows = object.__new__(cls)
        rows.n, rows.m = len(denominators), m
        rows.numerators, rows.denominators = numerators, denominators
        return rows

    @property
    def is_rational(self) -> bool:
        return True

    def over(self, i: int) -> RationalRow:
        """The numerators of row i, and their denominator."""
        return self.numerators[i * self.m : (i + 1) * self.m], self.denominators[i]

    def numerators_of(self, i: int) -> Sequence[int]:
        """The numerators of row i, over denominators[i]."""
        return self.over(i)[0]

    def fraction(self, i: int, j: int) -> Fraction:
        """Entry (i, j) as a Fraction."""
        return Fraction(self.numerators[i * self.m + j], self.denominators[i])

    def value(self, i: int, j: int) -> Value:
        return ratio(self.numerators[i * self.m + j], self.denominators[i])

    def row(self, i: int) -> tuple[Value, ...]:
        numerators, denominator = self.over(i)
        return tuple([ratio(k, denominator) for k in numerators])

    def sum(self, i: int) -> Value:
        numerators, denominator = self.over(i)
        return ratio(sum(numerators), denominator)

    def texts(self, i: int) -> list[str]:
        numerators, denominator = self.over(i)
        try:
            return [_text(k, denominator) for k in numerators]
        except ValueError:  # more digits than Python converts; flint has no such limit
            return [number_text(value) for value in self.row(i)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RationalRows):
            return NotImplemented
        return (
            self.m == other.m
            and self.denominators == other.denominators
            and self.numerators == other.numerators
        )

    def __hash__(self) -> int:
        return hash((self.m, tuple(self.denominators)))


class ValueRows(Rows):
    """Entries as values, row-major; for matrices with an irrational entry."""

    __slots__ = ("values",)
    values: tuple[Value, ...]

    def __init__(self, m: int, values: Iterable[Value]) -> None:
        """Args: m entries per row; values row-major, a multiple of m of them."""
        self.m = m
        self.values = tuple(values)
        self.n = len(self.values) // m

    @property
    def is_rational(self) -> bool:
        return False

    def value(self, i: int, j: int) -> Value:
        return self.values[i * self.m + j]

    def row(self, i: int) -> tuple[Value, ...]:
        return self.values[i * self.m : (i + 1) * self.m]

    def sum(self, i: int) -> Value:
        return total(self.row(i))

    def texts(self, i: int) -> list[str]:
        row = self.row(i)
        distinct = {id(value): value for value in row}
        known = {number: number_text(value) for number, value in distinct.items()}
        return [known[id(value)] for value in row]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ValueRows):
            return NotImplemented
        return self.m == other.m and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.m, self.n))


Row = RationalRow | list[Value]


def rows_of(m: int, rows: Sequence[Row]) -> Rows:
    """The storage that fits: RationalRows if every row is rational, else ValueRows.

    Args: m entries per row; rows each a (numerators, denominator) or a list of values.
    """
    rational = [row for row in (rational_row(given) for given in rows) if row is not None]
    if len(rational) == len(rows):
        return RationalRows(m, rational)
    return ValueRows(m, (value for row in rows for value in row_values(row)))


def check_budget(bits: int) -> None:
    """Raises ChannelError where numerators of so many bits in all exceed the budget."""
    if bits > MAX_STORED_BITS:
        raise ChannelError(
            f"over common denominators the rows need more than {MAX_STORED_BITS >> 23} MiB; round"
            " the entries with --rationalise"
        )


def stored_row(rows: Rows, i: int) -> Row:
    """Row i in the form in which it is stored."""
    if isinstance(rows, RationalRows):
        return rows.over(i)
    return list(rows.row(i))


def rational_row(row: Row) -> RationalRow | None:
    """A row over one denominator; None if an entry is irrational."""
    if isinstance(row, tuple):
        return row
    exact = [value.as_rational() for value in row]
    known = [number for number in exact if number is not None]
    if len(known) < len(exact):
        return None
    return common_denominator([(int(number.p), int(number.q)) for number in known])


def row_values(row: Row) -> list[Value]:
    """A row as values."""
    if isinstance(row, list):
        return row
    numerators, denominator = row
    return [ratio(k, denominator) for k in numerators]


def common_denominator(pairs: Sequence[tuple[int, int]]) -> RationalRow:
    """Fractions p/q (q > 0) over the least common multiple of their denominators."""
    denominator = 1
    for q in {q for _, q in pairs}:
        denominator *= q // gcd(denominator, q)
    if denominator == 1:
        return [p for p, _ in pairs], 1
    return [p * (denominator // q) for p, q in pairs], denominator


def reduced(numerators: Sequence[int], denominator: int) -> RationalRow:
    """The same fractions over their least common denominator."""
    common = gcd(denominator, *numerators)
    if common == 1:
        return numerators, denominator
    return [k // common for k in numerators], denominator // common


def _text(numerator: int, denominator: int) -> str:
    common = gcd(numerator, denominator)
    if common == denominator:
        return str(numerator // denominator)
    return f"{numerator // common}/{denominator // common}"
