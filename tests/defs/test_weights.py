"""Rows of integer weights; the channel made from them is tested with the channel."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.errors import ChannelError
from dpverify.defs.weights import weight_rows


@given(st.lists(st.integers(0, 2**70), min_size=3, max_size=3).filter(any))
def test_each_weight_is_divided_by_the_sum(weights: list[int]) -> None:
    """Of whatever size."""
    rows = weight_rows([weights], ["x"], ["a", "b", "c"])
    assert [rows.fraction(0, j) for j in range(3)] == [Fraction(w, sum(weights)) for w in weights]


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 2]], "1 rows for 2 inputs: no row for 'z'"),
        ([[1, 2], [3]], "row 'z' has 1 weights for 2 outputs"),
        ([[1, 2], [0, 0]], "row 'z' sums to 0 and cannot be divided"),
        ([[1, 2], [3, -1]], "row 'z', column 'b' is -1; a weight is at least 0"),
        ([[1, 2], [3, 0.5]], "row 'z', column 'b': 0.5 is no integer"),
        ([[1, 2], [3, "1"]], "row 'z', column 'b': '1' is no integer"),
        ([[1, 2], [3, True]], "row 'z', column 'b': True is no integer"),
        ([[1, 2], [3, np.int8(-1)]], "row 'z', column 'b' is -1"),
        (
            [[1, 2], np.ma.array([3, 1], mask=[False, True])],
            "row 'z', column 'b': masked is no integer",
        ),
        ([[1, 2], [3, np.array([1])]], "row 'z', column 'b': .* is no integer"),
        (np.array([[1, 2], [3, -1]]), "row 'z', column 'b' is -1"),
        (np.array([[1, 2], [0, 0]], dtype=np.uint8), "row 'z' sums to 0"),
        (np.array([[0.5, 0.5], [1, 0]]), "no array of integers"),
        (np.array([1, 2]), "the array has 1 dimensions"),
        ("12", "the matrix of weights is '12', must be a list"),
        ([[1, 2], "12"], "row 'z' is '12', must be a list"),
    ],
)
def test_each_fault_has_its_message(matrix: object, message: str) -> None:
    """One line that names row and column."""
    with pytest.raises(ChannelError, match=message):
        weight_rows(matrix, ["x", "z"], ["a", "b"])
