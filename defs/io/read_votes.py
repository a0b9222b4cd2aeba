"""Reads the votes of teachers from a CSV file: one query a line, one class a column."""

from __future__ import annotations

import csv
import io
import os
from typing import Final

from dpverify.defs.errors import FileError
from dpverify.defs.io.files import read_regular_file
from dpverify.defs.validate import shown, shown_path

MOST_CLASSES: Final = 100
MOST_QUERIES: Final = 100_000
MOST_VOTES: Final = 1_000_000
MAX_BYTES: Final = 16 << 20


def read_votes(path: str | os.PathLike[str]) -> list[tuple[int, ...]]:
    """The number of votes for each class, query by query; a first line of names is passed over.

    Raises: FileError for anything that is no table of whole numbers ≥ 0, or is too large.
    """
    name = shown_path(path)
    try:
        text = read_regular_file(path, MAX_BYTES).decode("utf-8-sig")
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except UnicodeDecodeError as error:
        raise FileError(f"{name} is not UTF-8 (byte {error.start}); save it as UTF-8") from None
    except csv.Error as error:
        raise FileError(f"{name} cannot be read: {shown(str(error))}; correct it") from None
    if rows and not any(map(_is_number, rows[0])):
        del rows[0]
    if not rows:
        raise FileError(f"{name} holds no votes; write a line of whole numbers for each query")
    if len(rows) > MOST_QUERIES:
        raise FileError(f"{name} holds {len(rows)} queries, more than {MOST_QUERIES}; split it")
    return [_votes(row, len(rows[0]), f"query {k} of {name}") for k, row in enumerate(rows, 1)]


def _votes(row: list[str], width: int, where: str) -> tuple[int, ...]:
    if not 2 <= len(row) <= MOST_CLASSES:
        raise FileError(
            f"{where} has {len(row)} classes; write the votes for 2 to {MOST_CLASSES} of them"
        )
    if len(row) != width:
        raise FileError(f"{where} has {len(row)} classes, the first query {width}; write the same")
    for cell in row:
        if not _is_whole(cell):
            raise FileError(
                f"{where} holds {shown(cell)}; votes are whole numbers from 0 to {MOST_VOTES}"
            )
    votes = tuple(int(cell) for cell in row)
    if sum(votes) == 0:
        raise FileError(f"{where} has no votes; leave out queries that nobody answered")
    return votes


def _is_number(cell: str) -> bool:
    """Whether a cell is one of votes, rightly written or not: no name of a class."""
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _is_whole(cell: str) -> bool:
    digits = cell.strip()
    return digits.isascii() and digits.isdigit() and len(digits) < 10 and int(digits) <= MOST_VOTES
