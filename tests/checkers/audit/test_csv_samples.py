"""Samples in CSV files: blocks of lines say what their rows say, read one by one with `csv`."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from dpverify.checkers.audit import csv_samples
from dpverify.checkers.audit.outputs import Outputs, joined, outputs_of

TEXTS = {
    "numbers": "1\n-2.5\n 3e-4 \n1_000\ninf\n",
    "numbers and nan": "1\nnan\n2\n",
    "windows": "1\r\n2\r\n",
    "no end of the last line": "1\n2",
    "blank lines": "\n1\n\n\n2\n\r\n",
    "words": "yes\nno\n yes \nyes\n",
    "words and numbers": "yes\n1\nno\n2\n",
    "a header": "output\n1\n2\n",
    "cells": "1,2\n3,4\n",
    "cells of two kinds": "yes,1\nno,2\nyes,1\nyes\n",
    "empty cells": "1,\n,\n  \n",
    "quotes": '1\n"a,b"\n"a\nb"\n2\n"3"\n',
    "late quotes": "1\n2\n3\n4\n5\n" + '"x"\n' * 3 + "6\n",
    "a long line": "1\n" + "x" * 2000 + "\n2\n",
    "a lone return": "1\r2\r3\n",
    "nothing": "",
    "blank": "\n\n",
}


def row_by_row(text: str) -> Outputs:
    """The oracle: every row by `csv`, every cell by `float`, all of them at once."""
    rows = (csv_samples.cells_of(row) for row in csv.reader(io.StringIO(text, newline="")) if row)
    return outputs_of(list(rows))


def said(outputs: Outputs) -> list[tuple[str, list[float]]]:
    """The word of each output with its numbers, NaN beyond those left out."""
    values = outputs.values.tolist()
    words = [outputs.words[code] for code in outputs.codes.tolist()]
    return [
        (word, [x for x in row if not np.isnan(x)]) for word, row in zip(words, values, strict=True)
    ]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_blocks_say_what_rows_say(text: str, size: int) -> None:
    """And they are as many, counted without being read."""
    parts = list(csv_samples.outputs_in(io.StringIO(text, newline=""), size))
    assert all(0 < len(part) <= size for part in parts)
    assert said(joined(parts)) == said(row_by_row(text))
    assert csv_samples.count_in(io.StringIO(text, newline="")) == len(row_by_row(text))


def test_many_different_lines_are_read_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond FEW different lines there is no table of them."""
    monkeypatch.setattr(csv_samples, "FEW", 2)
    for text in TEXTS.values():
        parts = csv_samples.outputs_in(io.StringIO(text, newline=""), 1000)
        assert said(joined(parts)) == said(row_by_row(text))


def test_what_csv_refuses_is_refused() -> None:
    """A field beyond the limit of `csv`."""
    text = "1\n" + "x" * 200_000 + "\n"
    with pytest.raises(csv.Error):
        list(csv_samples.outputs_in(io.StringIO(text, newline=""), 10))
