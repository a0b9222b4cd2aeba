"""Plain decimals by the million: from the bytes of a file to whole numbers over powers of ten.

A reader that has found the rows of a large matrix hands over their bytes. Where all cells are
short decimals such as 0.25 or 1, blocks of rows are read at once, as machine integers. What must
never change: the numerators are exactly the digits that are written; anything that is not plain, or
no probability, is left to the reader that goes cell by cell and says what is wrong.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from dpverify.defs.entries import UncheckedRows
from dpverify.defs.errors import ChannelError
from dpverify.defs.machine_rows import exact_sums, over_sums
from dpverify.defs.rows import RationalRows, Rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dpverify.defs.adjust import Adjustment

    Integers = NDArray[np.int64]

MOST_DIGITS: Final = 18
"""Digits of a number that is read at once: below 2^62 whatever they are."""
BLOCK: Final = 1 << 19
"""Bytes of the rows that are read at once; a row may be longer."""
ROOM: Final = 1 << 23
"""Bytes of memory that is kept from block to block."""
_COMMA, _POINT, _ZERO = b",.0"


class NotPlainError(ChannelError):
    """The rows cannot be read at once: they are to be read cell by cell."""


@dataclass(frozen=True)
class DecimalMatrix(UncheckedRows):
    """The rows of a matrix in the bytes of a file.

    `rows` the cells of each row, separated by commas; `columns` how many there must be in each;
    `zeros` whether 00.5 is a number.
    """

    rows: Sequence[bytes | memoryview]
    columns: int
    zeros: bool = True

    def checked(self, n: int, m: int, adjustment: Adjustment | None) -> Rows:
        """The rows of n × m plain decimals, each divided by its sum if that is asked for.

        Raises: NotPlainError where `decimal_rows` finds none, ChannelError where they are too
            large.
        """
        rows = decimal_rows(self, n, m, adjustment)
        if rows is None:
            raise NotPlainError("the matrix is not of plain decimals alone; read it cell by cell")
        return rows


def decimal_rows(
    matrix: DecimalMatrix, n: int, m: int, adjustment: Adjustment | None
) -> RationalRows | None:
    """The rows of n × m plain decimals, each divided by its sum if that is asked for.

    Returns: None where a cell is not plain, the shape is another one, a row does not sum to 1 (or
        to 0 where it is to be divided), or entries are to be rounded.
    """
    import numpy as np

    divide = adjustment is not None and adjustment.normalise
    if (len(matrix.rows), matrix.columns) != (n, m) or (adjustment is not None and not divide):
        return None
    if adjustment is not None and adjustment.rationalise is not None:
        return None
    numerators = array("q", (0,)) * (n * m)
    numbers: Integers = np.frombuffer(numerators, np.int64).reshape(n, m)
    # The allocator of glibc keeps as much as was once given back in one piece. Without this, the
    # arrays of each block would be taken from the system, and filled with zeros, anew.
    np.empty(ROOM, np.uint8)
    wholes: list[int] = []
    sums: list[int] = []
    for first, block in _blocks(matrix.rows):
        if not _fill(block, numbers[first : first + len(block)], wholes, zeros=matrix.zeros):
            return None
        sums += exact_sums(numbers[first : first + len(block)])
    rows = None if not divide and sums != wholes else over_sums(numerators, sums)
    if adjustment is not None and rows is not None:
        adjustment.rows = n
        adjustment.divided = sum(s != one for s, one in zip(sums, wholes, strict=True))
    return rows


def _blocks(
    rows: Sequence[bytes | memoryview],
) -> Iterator[tuple[int, Sequence[bytes | memoryview]]]:
    """Successive rows of about BLOCK bytes, with the number of the first."""
    start = size = 0
    for i, row in enumerate(rows):
        if i > start and size + len(row) > BLOCK:
            yield start, rows[start:i]
            start, size = i, 0
        size += len(row)
    yield start, rows[start:]


def _fill(
    rows: Sequence[bytes | memoryview], numbers: Integers, wholes: list[int], *, zeros: bool
) -> bool:
    """Read the cells of some rows; whether all were plain, and so many in each row as must be.

    Args: numbers where the numerators go; wholes to which the power of ten of each row is added.
    """
    import numpy as np

    cells = b",".join(rows)
    n, m = numbers.shape
    letters = np.frombuffer(cells, np.uint8)
    ends = np.append(np.flatnonzero(letters == _COMMA), len(letters))
    if len(ends) != n * m:
        return False
    starts = np.append(0, ends[:-1] + 1)
    # The last cell of each row ends where the row does.
    lengths = np.fromiter(map(len, rows), np.int64, n) + 1
    if not np.array_equal(ends[m - 1 :: m], np.cumsum(lengths) - 1):
        return False
    points, places = _points(letters, starts, ends)
    if points is None or places is None:
        return False
    # What is below "0" wraps around to a large number, and is no digit either.
    if np.count_nonzero(letters - _ZERO < 10) + len(ends) - 1 + len(points) != len(letters):
        return False
    digits = ends - starts - (places > 0)
    before = digits - places
    if before.min() < 1 or digits.max() > MOST_DIGITS:
        return False
    if not zeros and bool(np.any((before > 1) & (letters[starts] == _ZERO))):
        return False
    del letters, ends, starts, before
    # Each text is 1 to 18 digits, which strtol reads exactly.
    numbers.ravel()[:] = np.fromstring(cells.translate(None, b"."), np.int64, sep=",")
    places, digits = places.reshape(n, m), digits.reshape(n, m)
    most = places.max(axis=1)
    if bool(np.any(places != most[:, None])):
        missing = most[:, None] - places
        if int((digits + missing).max()) > MOST_DIGITS:
            return False
        numbers *= np.int64(10) ** missing
    wholes += [10 ** int(count) for count in most]
    return True


def _points(
    letters: NDArray[np.uint8], starts: Integers, ends: Integers
) -> tuple[Integers, Integers] | tuple[None, None]:
    """The places of the decimal points, and how many digits follow in each cell, 0 without one.

    Returns: None where a cell has two points, or one that nothing follows.
    """
    import numpy as np

    points = np.flatnonzero(letters == _POINT)
    cells: Integers | slice = slice(None)
    if len(points) != len(ends) or bool(np.any((points < starts) | (points >= ends))):
        cells = np.searchsorted(ends, points)
        if len(cells) > 1 and bool(np.any(cells[1:] == cells[:-1])):
            return None, None
    places = np.zeros(len(ends), np.int64)
    places[cells] = ends[cells] - points - 1
    return (None, None) if len(points) and int(places[cells].min()) < 1 else (points, places)
