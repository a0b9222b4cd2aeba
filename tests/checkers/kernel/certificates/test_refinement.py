"""The checker of refinement certificates: what it takes and what it rejects."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.kernel.certificates.refinement import gain_separates, kernel_leads_to
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value

CLEAR = Channel(["0", "1"], ["u", "v"], [[1, 0], [0, 1]])
RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
ROWS = [["3/4", "1/4"], ["1/4", "3/4"]]


def exact(rows: list[list[str]]) -> list[list[Value]]:
    return [[Value(Fraction(cell)) for cell in row] for row in rows]


def test_a_right_kernel_is_taken() -> None:
    """Also where the inputs stand in another order."""
    turned = Channel(["1", "0"], ["0", "1"], [["1/4", "3/4"], ["3/4", "1/4"]])
    assert kernel_leads_to(CLEAR, exact(ROWS), RR)
    assert kernel_leads_to(CLEAR, exact(ROWS), turned)


@pytest.mark.parametrize(
    "rows",
    [
        [["1/4", "3/4"], ["3/4", "1/4"]],
        [["3/4", "1/4"]],
        [["3/4", "1/4", "0"], ["1/4", "3/4", "0"]],
        [["3/4", "1/4"], ["1/4", "1/2"]],
        [],
    ],
    ids=["another", "a row missing", "a column too many", "no law", "empty"],
)
def test_a_wrong_kernel_is_rejected(rows: list[list[str]]) -> None:
    """Whatever it is that is wrong."""
    assert not kernel_leads_to(CLEAR, exact(rows), RR)


def test_a_matrix_that_leads_there_and_is_no_kernel_is_rejected() -> None:
    """A·R = B with a negative entry, and with rows of another sum: A has proportional columns."""
    split = Channel(["0", "1"], ["u", "v"], [["1/2", "1/2"], ["1/2", "1/2"]])
    coin = Channel(["0", "1"], ["0", "1"], [["1/2", "1/2"], ["1/2", "1/2"]])
    assert not kernel_leads_to(split, exact([["3/2", "-1/2"], ["-1/2", "3/2"]]), coin)
    assert not kernel_leads_to(split, exact([["1", "1"], ["0", "0"]]), coin)
    assert kernel_leads_to(split, exact([["1", "0"], ["0", "1"]]), coin)


def test_gains_must_prefer_the_second() -> None:
    """Strictly: the same channel on both sides, or the two exchanged, are rejected."""
    identity = exact([["1", "0"], ["0", "1"]])
    assert gain_separates(RR, CLEAR, identity) == (Value(3) / 2, Value(2))
    assert gain_separates(CLEAR, RR, identity) is None
    assert gain_separates(RR, RR, identity) is None
    assert gain_separates(RR, CLEAR, exact([["1", "1"]])) is None


@pytest.mark.parametrize("gain", [[], [["1"]], [["1", "0"], ["0"]]])
def test_gains_of_another_shape_are_rejected(gain: list[list[str]]) -> None:
    """Not one entry per input, or no guess."""
    assert gain_separates(RR, CLEAR, exact(gain)) is None


def test_other_inputs_are_rejected() -> None:
    """Labels are compared, not positions."""
    other = Channel(["a", "b"], ["0", "1"], ROWS)
    assert not kernel_leads_to(CLEAR, exact(ROWS), other)
    assert gain_separates(other, CLEAR, exact([["1", "0"], ["0", "1"]])) is None
