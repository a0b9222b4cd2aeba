"""Large tables of plain decimals in CSV, whose cells are read at once and not one by one.

What must never change: a table is read here only where the reader of every table says the same of
it; whatever is unusual (quotes, blanks, other line ends, a ragged row) is left to that one.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from typing import NamedTuple

from dpverify.defs.decimal_matrix import DecimalMatrix

_MARK, _NEW_LINE = b"\xef\xbb\xbf", 10


class QuickTable(NamedTuple):
    """A table: its header, the names of the rows, and the rest."""

    header: list[str]
    inputs: list[str]
    lines: Callable[[], Iterator[list[str]]]
    matrix: DecimalMatrix


def quick_table(data: bytes) -> QuickTable | None:
    """The table in the bytes of a CSV file, None where it is not plain; cells are not looked at.

    Whether each row is as long as the header is seen where its cells are read.
    """
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if b'"' in data or b"\r" in data or b"\0" in data:
        return None
    body, stop = data, len(data)
    while stop and body[stop - 1] == _NEW_LINE:  # a copy without them would cost more
        stop -= 1
    head, *places = _lines(body, len(_MARK) if body.startswith(_MARK) else 0, stop)
    try:
        header = body[slice(*head)].decode("utf-8").split(",")
        commas = [body.find(b",", start, stop) for start, stop in places]
        inputs = [
            body[start:comma].decode("utf-8")
            for (start, _), comma in zip(places, commas, strict=True)
        ]
    except UnicodeDecodeError:
        return None
    columns = len(header) - 1
    if columns < 1 or not places or min(commas) < 0:
        return None
    if max(map(len, (*header, *inputs))) > csv.field_size_limit():
        return None
    view = memoryview(body)
    rows = [view[comma + 1 : stop] for (_, stop), comma in zip(places, commas, strict=True)]

    def lines() -> Iterator[list[str]]:
        return (body[start:stop].decode("utf-8").split(",") for start, stop in places)

    return QuickTable(header, inputs, lines, DecimalMatrix(rows, columns))


def _lines(body: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """Where each line of a part of the bytes starts and stops."""
    places = []
    while (stop := body.find(b"\n", start, end)) >= 0:
        places.append((start, stop))
        start = stop + 1
    return [*places, (start, end)]
