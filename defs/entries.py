"""From what a user gives as a matrix to checked rows.

What must never change: a float is refused, never rounded; each entry is ≥ 0 and each row sums to
exactly 1 when `rows_from` returns; the first fault is reported with the labels of its place.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import ChannelError, NumberError
from dpverify.defs.json_number import JsonNumber
from dpverify.defs.numbers import Value, as_value
from dpverify.defs.numbers.value import total
from dpverify.defs.rows import (
    RationalRow,
    RationalRows,
    Row,
    Rows,
    check_budget,
    common_denominator,
    rational_row,
    rows_of,
    stored_row,
)
from dpverify.defs.validate import in_cell, sequence, shown, shown_number

if TYPE_CHECKING:
    from dpverify.defs.adjust import Adjustment

PLAIN = 40
"""Texts up to this length take the fast path; longer ones the grammar with all its limits."""

_DECIMALS = re.compile(r"[0-9]{1,19}\.[0-9]{1,20}(?:,[0-9]{1,19}\.[0-9]{1,20})*", re.ASCII)
"""Decimals of at most PLAIN characters each."""

MOST_KNOWN = 10_000
"""Texts that are remembered with their values; a matrix with more has few that occur often."""


class UncheckedRows(ABC):
    """A matrix that knows by itself how to become checked rows, all of them at once."""

    @abstractmethod
    def checked(self, n: int, m: int, adjustment: Adjustment | None) -> Rows:
        """Rows of n × m entries ≥ 0 that sum to 1, after what is asked for was done to them.

        Raises: ChannelError where they cannot be made so.
        """


class OwnArray:
    """An array that nobody else can write to, such as one that we read from a file.

    That an array is read-only says nothing of it: its owner may write through another view of the
    same numbers, or into the file that is mapped there.
    """

    def __init__(self, array: Any) -> None:
        self.array = array


def rows_from(
    matrix: object,
    inputs: Sequence[str],
    outputs: Sequence[str],
    adjustment: Adjustment | None = None,
) -> Rows:
    """Read, adjust and check a matrix.

    Args: matrix n rows of m entries, each whatever `as_value` accepts, or a NumPy array of
        integers or floats (each float is the dyadic rational that it is), which is copied, an
        OwnArray, which is not, Rows, or UncheckedRows; inputs n labels; outputs m labels;
        adjustment what to do to each row before it must sum to 1.
    Raises: ChannelError naming row and column of the first fault, or what UncheckedRows raise.
    """
    m = len(outputs)
    if isinstance(matrix, UncheckedRows):
        return matrix.checked(len(inputs), m, adjustment)
    if isinstance(matrix, Rows):
        _check_shape(matrix, inputs, outputs)
        given: Iterable[Row] = (stored_row(matrix, i) for i in range(matrix.n))
    else:
        own = isinstance(matrix, OwnArray)
        if isinstance(matrix, OwnArray):
            matrix = matrix.array
        elif hasattr(matrix, "dtype"):
            from dpverify.defs.arrays import plain_array

            matrix = plain_array(matrix)
        at_once = _machine_rows(matrix, inputs, outputs, adjustment, own=own)
        if at_once is not None:
            return at_once
        rows = array_rows(matrix) if hasattr(matrix, "dtype") else sequence(matrix, "the matrix")
        check_row_count(len(rows), inputs)
        known = dict[str, Value]()
        given = (
            read_row(row, label, outputs, known) for row, label in zip(rows, inputs, strict=True)
        )
    checked, bits = [], 0
    for row, label in zip(given, inputs, strict=True):
        _check_signs(row, label, outputs)
        if adjustment is not None:
            row = adjustment.apply(row, label)  # noqa: PLW2901  the adjusted row replaces it
        _check_sum(row, label)
        bits += m * row[1].bit_length() if isinstance(row, tuple) else 0
        check_budget(bits)
        checked.append(row)
    # What is stored over least denominators already need not be written anew.
    if isinstance(matrix, RationalRows) and adjustment is None:
        return matrix
    return rows_of(m, checked)


def _machine_rows(
    matrix: Any,
    inputs: Sequence[str],
    outputs: Sequence[str],
    adjustment: Adjustment | None,
    *,
    own: bool,
) -> Rows | None:
    """The rows of an array of numbers, read at once; None where entry by entry is to be read."""
    dtype = getattr(matrix, "dtype", None)
    if dtype is None or dtype.kind not in "fiu" or dtype.itemsize > 8:
        return None
    if matrix.shape != (len(inputs), len(outputs)):
        return None
    if adjustment is not None and (adjustment.rationalise is not None or not adjustment.normalise):
        return None
    rows: RationalRows | None
    if dtype.kind == "f":
        from dpverify.defs.dyadic import dyadic_rows

        rows = floats = dyadic_rows(matrix, own=own)
        divided = 0 if floats is None else floats.divided
    else:
        from dpverify.defs.machine_rows import integer_rows

        rows, sums = integer_rows(matrix) or (None, [])
        divided = sum(whole != 1 for whole in sums)
    if rows is None or (adjustment is None and divided):
        return None  # to be told which row it is, and what it sums to
    if adjustment is not None:
        adjustment.rows, adjustment.divided = rows.n, divided
    return rows


def read_row(
    row: object, label: str, outputs: Sequence[str], known: dict[str, Value] | None = None
) -> Row:
    """One row as numerators over their least common denominator, or as values.

    Args: known texts that were read, with their values, to which it adds; equal entries of a large
        matrix are then one object, and what is looked up in one is there for all.
    """
    cells = row if isinstance(row, list) else sequence(row, f"row {shown(label)}")
    if len(cells) != len(outputs):
        raise ChannelError(
            f"row {shown(label)} has {len(cells)} entries for {len(outputs)} outputs; give one"
            " entry per output"
        )
    decimals = plain_decimals(cells)
    if decimals is not None:
        return decimals
    pairs = plain_pairs(cells)
    if pairs is not None:
        return common_denominator(pairs)
    known, values = {} if known is None else known, []
    for column, cell in zip(outputs, cells, strict=True):
        try:
            values.append(_read(cell, known))
        except NumberError as error:
            raise in_cell(label, column, error) from None
    return rational_row(values) or values


def _read(cell: Any, known: dict[str, Value]) -> Value:
    if type(cell) is not str:
        return as_value(cell)
    value = known.get(cell)
    if value is None:
        value = as_value(cell)
        if len(known) < MOST_KNOWN:
            known[cell] = value
    return value


def plain_decimals(cells: Sequence[Any]) -> RationalRow | None:
    """A row of decimals such as 0.25 alone, over the power of ten of the longest; else None.

    As `plain_pairs` reads them, but all cells of a row at once.

    >>> plain_decimals(["0.25", "0.5", ".25"]), plain_decimals(["0.25", "0.750"])
    (None, ([250, 750], 1000))
    """
    try:
        joined = ",".join(cells)
    except TypeError:  # a cell that is no text
        return None
    if not _DECIMALS.fullmatch(joined) or joined.count(",") != len(cells) - 1:
        return None
    places = [len(cell) - 1 - cell.index(".") for cell in cells]
    most = max(places)
    numbers = list(map(int, joined.replace(".", "").split(",")))
    if min(places) < most:
        numbers = [
            number * 10 ** (most - count) for number, count in zip(numbers, places, strict=True)
        ]
    return numbers, 10**most


def plain_pairs(cells: Sequence[Any]) -> list[tuple[int, int]] | None:
    """Each cell as (p, q) with q > 0 if all are plain: ints, Fractions, digits, a/b, decimals."""
    pairs = []
    for cell in cells:
        kind = type(cell)
        if kind is str or kind is JsonNumber:
            pair = plain_text(cell)
            if pair is None:
                return None
            pairs.append(pair)
        elif kind is int:
            pairs.append((cell, 1))
        elif kind is Fraction:
            pairs.append((cell.numerator, cell.denominator))
        else:
            return None
    return pairs


def plain_text(text: str) -> tuple[int, int] | None:
    """(p, q) of a short text of digits, digits/digits or digits.digits; else None.

    >>> plain_text("3/4"), plain_text("0.25"), plain_text("1/0"), plain_text("exp(1)")
    ((3, 4), (25, 100), None, None)
    """
    if len(text) > PLAIN or not text.isascii():
        return None
    if text.isdigit():
        return int(text), 1
    head, slash, tail = text.partition("/")
    if slash:
        if head.isdigit() and tail.isdigit() and (denominator := int(tail)):
            return int(head), denominator
        return None
    head, _, tail = text.partition(".")
    if head.isdigit() and tail.isdigit():
        return int(head + tail), 10 ** len(tail)
    return None


def check_row_count(count: int, inputs: Sequence[str]) -> None:
    """Raises ChannelError unless there is one row per input."""
    if count < len(inputs):
        raise ChannelError(
            f"the matrix has {count} rows for {len(inputs)} inputs: no row for"
            f" {shown(inputs[count])}; give one row per input"
        )
    if count > len(inputs):
        raise ChannelError(
            f"the matrix has {count} rows for {len(inputs)} inputs: row number {len(inputs) + 1}"
            " has no label; give one label per row"
        )


def _check_shape(rows: Rows, inputs: Sequence[str], outputs: Sequence[str]) -> None:
    check_row_count(rows.n, inputs)
    if rows.m != len(outputs):
        raise ChannelError(
            f"the rows have {rows.m} entries for {len(outputs)} outputs; give one entry per output"
        )


def _check_signs(row: Row, label: str, outputs: Sequence[str]) -> None:
    if isinstance(row, tuple):
        numerators, denominator = row
        if min(numerators) >= 0:
            return
        place = next(j for j, k in enumerate(numerators) if k < 0)
        negative = Value(Fraction(numerators[place], denominator))
    else:
        place = next((j for j, value in enumerate(row) if value.sign() < 0), -1)
        if place < 0:
            return
        negative = row[place]
    raise ChannelError(
        f"row {shown(label)}, column {shown(outputs[place])} is {shown_number(negative)}; a"
        " probability is at least 0, correct the entry"
    )


def _check_sum(row: Row, label: str) -> None:
    if isinstance(row, tuple):
        numerators, denominator = row
        whole = sum(numerators)
        if whole == denominator:
            return
        found = Value(Fraction(whole, denominator))
    else:
        found = total(row)
        if found == 1:
            return
    remedy = "add the missing outcome" if found < 1 else "correct the entries"
    raise ChannelError(
        f"row {shown(label)} sums to {shown_number(found)}, must be 1; {remedy} or pass --normalise"
    )


def array_rows(array: Any) -> Sequence[object]:
    """The rows of a NumPy array as lists of exact numbers; no copy of NumPy is imported here."""
    kind, size = array.dtype.kind, array.dtype.itemsize
    if array.ndim != 2:
        raise ChannelError(f"the array has {array.ndim} dimensions, must have 2: inputs, outputs")
    if kind in "iu":
        return list(array.tolist())
    if kind == "f" and size <= 8:
        return _DyadicLists(array)
    raise ChannelError(
        f"the array has dtype {shown(str(array.dtype))}, must hold integers or floats of at most"
        " 64 bits; write exact numbers as texts in JSON or CSV"
    )


class _DyadicLists(Sequence[object]):
    """The rows of an array of floats as fractions, each when it is looked at."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, i: Any) -> Any:
        return _dyadic_row(self.array[i].tolist())


def _dyadic_row(row: list[float]) -> list[object]:
    """Finite floats as fractions; what is not finite stays, and is refused with its place."""
    return [Fraction(x) if x - x == 0 else str(x) for x in row]
