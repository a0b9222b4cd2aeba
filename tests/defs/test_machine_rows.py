"""Rows of machine integers over their sums; the oracle is one row after the other in Fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify.defs.adjust import Adjustment
from dpverify.defs.channel import Channel
from dpverify.defs.entries import rows_from
from dpverify.defs.machine_rows import exact_sums, integer_rows
from dpverify.defs.rows import RationalRows
from dpverify.defs.weights import weight_rows

DTYPES = ["int8", "uint8", "int16", ">i4", "uint32", "int64", "<u8", ">u8"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_each_entry_is_its_weight_over_the_sum(dtype: str) -> None:
    """Of every kind of integer, with factors in common or not."""
    most = min(np.iinfo(np.dtype(dtype)).max, 1 << 50)
    drawn = np.random.default_rng(3).integers(0, most, (9, 5), endpoint=True)
    drawn[3], drawn[4], drawn[5] = [0, 0, 6, 0, 3], [12, 4, 0, 0, 0], [0, 0, 0, 0, 9]
    given = drawn.astype(dtype)
    rows, sums = integer_rows(given) or pytest.fail("refused")
    for i, row in enumerate(given.tolist()):
        assert sums[i] == sum(row)
        assert [rows.fraction(i, j) for j in range(5)] == [Fraction(w, sum(row)) for w in row]
    apart = RationalRows(5, [(row, sum(row)) for row in given.tolist()])
    assert rows == apart


def test_arrays_and_lists_make_the_same_rows() -> None:
    """By weights, and by what a reader divides, with the same count of changes."""
    given = np.array([[0, 1, 0], [2, 2, 4], [0, 0, 5]])
    inputs, outputs = ["a", "b", "c"], ["x", "y", "z"]
    assert weight_rows(given, inputs, outputs) == weight_rows(given.tolist(), inputs, outputs)
    once, apart = Adjustment(normalise=True), Adjustment(normalise=True)
    quick = rows_from(given, inputs, outputs, once)
    assert quick == rows_from(given.tolist(), inputs, outputs, apart)
    assert once.provenance() == apart.provenance() == (
        "each row divided by its sum (2 of 3 rows changed)",
    )  # fmt: skip


@pytest.mark.parametrize(
    "bad",
    [[[1, -1]], [[0, 0]], [[1 << 62, 1]], [[(1 << 62) - 1, 1]], np.zeros((0, 2), int)],
    ids=["negative", "zeros", "large", "large sum", "no row"],
)
def test_what_is_no_weight_is_left_to_the_reader(bad: Any) -> None:
    """The reader of entries says what is wrong, or has numbers without end."""
    assert integer_rows(np.array(bad)) is None


def test_an_integer_matrix_that_is_no_law_has_its_line() -> None:
    """As from a list."""
    with pytest.raises(Exception, match="row 'a' sums to 3, must be 1"):
        Channel(["a", "b"], ["x", "y"], np.array([[1, 2], [0, 1]]))


def test_sums_of_numbers_as_large_as_they_may_be() -> None:
    """A sum in machine integers would overflow."""
    numbers = np.full((2, 1000), (1 << 63) - 1, np.int64)
    assert exact_sums(numbers) == [1000 * ((1 << 63) - 1)] * 2
