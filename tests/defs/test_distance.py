"""Distance matrices."""

from __future__ import annotations

import numpy as np
import pytest

from dpverify.defs.distance import distance_of
from dpverify.defs.errors import ChannelError
from dpverify.defs.numbers import INFINITY, ln, number_text


def test_distances_are_losses() -> None:
    """Rationals, logarithms, inf, NumPy numbers; asymmetric ones too."""
    distance = distance_of([["0", "inf"], ["ln(3)+1/2", 0]], ["a", "b"])
    assert distance[0][1] == INFINITY
    assert distance[1][0] == ln(3) + ln("exp(1/2)")
    assert distance_of(np.array([[0, 0.5], [1.5, 0]]), ["a", "b"])[1][0] * 2 == 3


def test_the_text_of_a_distance_is_stable() -> None:
    """What is written is read back to what is written."""
    for text in ("1/2", "ln(3)", "inf", "1/2+2*ln(3)", "ln(6)"):
        (row, _) = distance_of([[0, text], [0, 0]], ["a", "b"])
        (again, _) = distance_of([[0, number_text(row[1])], [0, 0]], ["a", "b"])
        assert number_text(again[1]) == number_text(row[1]) == text


@pytest.mark.parametrize(
    ("distance", "message"),
    [
        ([[0, 1]], "distance has 1 rows for 2 inputs"),
        ([[0, 1], [1]], "row 'b' of distance has 1 entries for 2 inputs"),
        ([[0, 1], "10"], "row 'b' of distance is '10', must be a list"),
        ("inf", "distance is 'inf', must be a list"),
        ([[0, -1], [1, 0]], "the distance from 'a' to 'b' is -1, must be at least 0, or inf"),
        ([[0, "-inf"], [1, 0]], "the distance from 'a' to 'b' is -inf, must be at least 0"),
        ([[0, "ln(1/2)"], [1, 0]], "the distance from 'a' to 'b' is .*ln.*, must be at least 0"),
        ([[1, 1], [1, 0]], "the distance from 'a' to itself is 1, must be 0"),
        ([[0, 0.5], [1, 0]], "distance, row 'a', column 'b': 0.5 is a Python float"),
        ([[0, "nan"], [1, 0]], "distance, row 'a', column 'b': 'nan' is not a number"),
        ([[0, None], [1, 0]], "distance, row 'a', column 'b': None is not a number"),
    ],
)
def test_each_fault_has_its_message(distance: object, message: str) -> None:
    """One line that names the place."""
    with pytest.raises(ChannelError, match=message):
        distance_of(distance, ["a", "b"])
