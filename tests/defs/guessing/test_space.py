"""Spaces, read strictly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, UsageError
from dpverify.defs.guessing import Space
from dpverify.defs.guessing.space import growth
from dpverify.defs.numbers import Loss, Real, exp, ln


def test_a_line_and_its_matrix_agree() -> None:
    """Constraints between neighbours imply all others on a line."""
    points = [Fraction(0), Fraction(1, 2), Fraction(3)]
    matrix = [[abs(a - b) for b in points] for a in points]
    line = Space.line(points, ["1/2", "1/4", "1/4"], [0])
    square = Space.of(["1/2", "1/4", "1/4"], matrix, [0])
    assert line.radius() == square.radius() == 3
    assert [[line.distance(a, b) for b in range(3)] for a in range(3)] == matrix
    assert {(x, z) for x, z, _ in line.constraints()} == {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert len(list(square.constraints())) == 6
    assert line.chance == Fraction(1, 2)
    assert line.complement().chance == Fraction(1, 2)


def test_infinite_distances() -> None:
    space = Space.of(["1/2", "1/2"], [[0, "inf"], ["inf", 0]], [0])
    assert space.radius() is None
    assert list(space.constraints()) == []


def test_growth() -> None:
    assert growth(ln(4), Fraction(1, 2)) == 2
    assert growth(Loss(1), Fraction(2)) == exp(2)
    assert isinstance(growth(Real("+", ln(3), Loss(0)), Fraction(1)), Real)


def test_of_a_channel() -> None:
    channel = Channel(
        ["a", "b"], ["y"], [[1], [1]], distance=[[0, 1], [1, 0]], prior=["1/3", "2/3"]
    )
    space = Space.of_channel(channel, ["b"])
    assert space.goal == {1}
    assert space.chance == Fraction(2, 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["1/2", "1/3"], [[0, 1], [1, 0]], [0]), "sums to"),
        ((["1/2", "1/2"], [[0, "ln(2)"], [1, 0]], [0]), "irrational"),
        ((["1/2", "1/2"], [[0, -1], [1, 0]], [0]), "at least 0"),
        ((["1/2", "1/2"], [[0, 1], [1, 0]], [2]), "not there"),
    ],
)
def test_what_is_no_space(arguments: Any, message: str) -> None:
    with pytest.raises((ChannelError, UsageError), match=message):
        Space.of(*arguments)


def test_what_is_no_line() -> None:
    with pytest.raises(UsageError, match="increase"):
        Space.line([0, 0], ["1/2", "1/2"], [0])
