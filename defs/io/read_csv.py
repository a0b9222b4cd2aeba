"""Channels from CSV: the header holds the outputs, the first column the inputs."""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, FileError, InputError
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.defs.adjust import Adjustment

LARGE = 1 << 18
"""Bytes from which a table is read at once; below, loading NumPy would take longer."""
PLAIN = re.compile(r"[0-9]{1,20}|[0-9]{0,20}\.[0-9]{1,20}|[0-9]{1,20}/0*[1-9][0-9]{0,19}", re.ASCII)


def read_csv(data: bytes, adjustment: Adjustment | None, neighbours: dict[str, object]) -> Channel:
    """A channel from the bytes of a CSV file in UTF-8, with or without a byte-order mark.

    The cell above the inputs may hold anything; a first line of numbers alone is taken for a file
    without a header. Blank lines are allowed at the end alone.

    Args: neighbours the keyword arguments that say which inputs are neighbours.
    Raises: ChannelError where it is no table of a channel, FileError where it is not UTF-8.
    """
    if len(data) >= LARGE:
        # Whatever is wrong with a large table, what follows says it, as of any other.
        with suppress(InputError):
            return _quick(data, adjustment, neighbours)
    table = _table(data)
    header, rows = table[0], table[1:]
    for number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            raise ChannelError(
                f"line {number} of the CSV file has {len(row)} cells, the header {len(header)};"
                " every line needs one label and one entry per output"
            )
    if all(map(_is_number, header)):
        raise ChannelError(
            f"the first line of the CSV file, {shown(','.join(header))}, holds numbers alone; write"
            " a header above it: any word, then the outputs; the first column holds the inputs"
        )
    if rows and all(map(_is_law, rows)) and not all(_is_law(row[1:]) for row in rows):
        raise ChannelError(
            "every line of the CSV file sums to 1 from its first cell on; write a column before it,"
            " with the names of the inputs"
        )
    inputs, matrix = [row[0] for row in rows], [row[1:] for row in rows]
    return Channel.adjusted(inputs, header[1:], matrix, adjustment, **neighbours)


def _quick(data: bytes, adjustment: Adjustment | None, neighbours: dict[str, object]) -> Channel:
    """The channel of a large table of plain decimals; raises InputError for any other."""
    from dpverify.defs.decimal_matrix import NotPlainError
    from dpverify.defs.io.quick_csv import quick_table

    table = quick_table(data)
    # Where each line is a law from its first cell on, the names may be missing.
    if table is None or all(map(_is_number, table.header)) or all(map(_is_law, table.lines())):
        raise NotPlainError("the CSV file is no table of plain decimals; read it cell by cell")
    outputs = table.header[1:]
    return Channel.adjusted(table.inputs, outputs, table.matrix, adjustment, **neighbours)


def _table(data: bytes) -> list[list[str]]:
    try:
        text = data.decode("utf-8-sig")
        table = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except UnicodeDecodeError as error:
        raise FileError(
            f"the CSV file is not UTF-8 (byte {error.start}); save it as UTF-8"
        ) from None
    except csv.Error as error:
        raise ChannelError(
            f"the CSV file cannot be read: {shown(str(error))}; correct it"
        ) from None
    while table and not table[-1]:
        table.pop()
    if not table:
        raise ChannelError("the CSV file is empty; the first line holds the outputs")
    if len(table[0]) < 2:
        raise ChannelError(
            f"the header {shown(','.join(table[0]))} of the CSV file names no output; separate"
            " cells with commas, the first column holds the inputs"
        )
    return table


def _is_number(cell: str) -> bool:
    try:
        float(cell)  # only to tell a number from a name
    except ValueError:
        return False
    return True


def _is_law(cells: list[str]) -> bool:
    """Whether plain numbers sum to 1; what is longer or has an exponent is none."""
    plain = [PLAIN.fullmatch(cell.strip()) for cell in cells]
    above: dict[int, int] = {}  # by denominators, of which there are few
    for match in plain:
        if match is None:
            return False
        numerator, slash, denominator = match[0].partition("/")
        whole, _, places = numerator.partition(".")
        over = int(denominator) if slash else 10 ** len(places)
        above[over] = above.get(over, 0) + int(whole + places)
    return sum(Fraction(number, over) for over, number in above.items()) == 1
