"""Rows of integer weights, divided exactly by their sums."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from operator import index
from typing import Any

from dpverify.defs.adjust import sums_to_zero
from dpverify.defs.entries import array_rows, check_row_count
from dpverify.defs.errors import ChannelError
from dpverify.defs.machine_rows import integer_rows
from dpverify.defs.rows import RationalRow, RationalRows
from dpverify.defs.validate import sequence, shown


def weight_rows(matrix: object, inputs: Sequence[str], outputs: Sequence[str]) -> RationalRows:
    """Entry (i, j) is w_ij / Σ_j w_ij.

    Args: matrix n rows of m integers ≥ 0, not all zero in a row, or a NumPy integer array.
    Raises: ChannelError naming row and column of what is no weight.
    """
    array = hasattr(matrix, "dtype")
    if array:
        from dpverify.defs.arrays import plain_array

        numbers = plain_array(matrix)
        if numbers.dtype.kind not in "iu":
            raise ChannelError("the weights are no array of integers; convert them first")
        if numbers.shape == (len(inputs), len(outputs)):
            at_once = integer_rows(numbers)
            if at_once is not None:
                return at_once[0]
        rows: Sequence[Any] = array_rows(numbers)
    else:
        rows = sequence(matrix, "the matrix of weights")
    check_row_count(len(rows), inputs)
    return RationalRows(
        len(outputs),
        (_row(row, label, outputs, array) for row, label in zip(rows, inputs, strict=True)),
    )


def _row(given: Any, label: str, outputs: Sequence[str], integers: bool) -> RationalRow:
    weights: list[Any] = (
        given if isinstance(given, list) else sequence(given, f"row {shown(label)}")
    )
    if len(weights) != len(outputs):
        raise ChannelError(
            f"row {shown(label)} has {len(weights)} weights for {len(outputs)} outputs; give one"
            " weight per output"
        )
    if not integers and {*map(type, weights)} != {int}:
        weights = [
            _weight(cell, label, column) for cell, column in zip(weights, outputs, strict=True)
        ]
    if min(weights) < 0:
        column, weight = next((y, w) for y, w in zip(outputs, weights, strict=True) if w < 0)
        raise ChannelError(
            f"row {shown(label)}, column {shown(column)} is {shown(weight)}; a weight is at"
            " least 0, correct the entry"
        )
    whole = sum(weights)
    if not whole:
        raise sums_to_zero(label)
    return weights, whole


def _weight(cell: Any, label: str, column: str) -> int:
    # Arrays of NumPy have an __index__ that most of them refuse, as its masked entries do.
    with suppress(TypeError):
        if type(cell).__name__ not in ("bool", "bool_"):
            return int(index(cell))
    raise ChannelError(
        f"row {shown(label)}, column {shown(column)}: {shown(cell)} is no integer; weights are"
        " integers of at least 0"
    )
