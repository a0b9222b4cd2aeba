"""Samples in CSV files, one a row, in blocks of lines: a file of 10⁹ is read in steady memory.

What must never change: whichever way a block takes, its outputs are those of its rows, cell by
cell: a number where `float` reads one, else the text without blanks around it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final, TextIO

import numpy as np

from dpverify.checkers.audit.outputs import Outputs, outputs_of

FEW: Final = 1000
"""Different lines up to which each is read once."""
LONGEST: Final = 1000
"""Characters of a line beyond which `csv` says what is wrong with it."""
BLOCK: Final = 65536
"""Lines that are in memory at once."""


def outputs_in(file: TextIO, size: int) -> Iterator[Outputs]:
    """The outputs of a file, at most so many at a time; raises csv.Error as `csv` does."""
    for lines, rows in _blocks(file, min(size, BLOCK)):
        if rows is None:
            block = _of_lines(lines)
            if len(block):
                yield block
            continue
        cells = map(cells_of, filter(None, rows))
        while some := list(islice(cells, size)):
            yield outputs_of(some)


def count_in(file: TextIO) -> int:
    """How many outputs a file has; no number of it is read."""
    return sum(
        sum(1 for line in lines if line.strip("\r\n")) if rows is None else sum(map(bool, rows))
        for lines, rows in _blocks(file, BLOCK)
    )


def _blocks(file: TextIO, size: int) -> Iterator[tuple[list[str], Iterable[list[str]] | None]]:
    """Lines that are rows each; from the first block with quotes or long lines on, all rows.

    Between quotes a row may go on in the next line, so that only `csv` knows where it ends.
    """
    while lines := list(islice(file, size)):
        if '"' in "".join(lines) or max(map(len, lines)) > LONGEST:
            yield [], csv.reader(chain(lines, file))
            return
        yield lines, None


def _of_lines(lines: list[str]) -> Outputs:
    """The outputs of lines without quotes, blank ones left out."""
    try:
        return outputs_of(np.array([float(line) for line in lines]))
    except ValueError:  # texts, several cells, or a blank line
        pass
    places = {line: place for place, line in enumerate(dict.fromkeys(lines))}
    if len(places) > FEW:
        return outputs_of([cells_of(row) for row in csv.reader(lines) if row])
    kept = [line for line in places if line.strip("\r\n")]
    places = {line: place for place, line in enumerate(kept)}
    each = outputs_of([cells_of(row) for row in csv.reader(kept)])
    which = np.array([places[line] for line in lines if line in places], dtype=np.intp)
    return Outputs(each.words, each.codes[which], each.values[which])


def cells_of(cells: list[str]) -> Any:
    """The output in a row: of several cells a tuple."""
    parts = tuple(_cell(cell.strip()) for cell in cells)
    return parts[0] if len(parts) == 1 else parts


def _cell(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text
