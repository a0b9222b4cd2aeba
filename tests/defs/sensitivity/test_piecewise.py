"""Piecewise-linear expressions mean what Python's own functions mean on numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dpverify.defs.errors import NumberError, ProgramError
from dpverify.defs.sensitivity.piecewise import (
    answers,
    at_most,
    clip,
    maximum,
    minimum,
    record,
)

X, Y = record("x0"), record("x1")
CASES: list[tuple[Any, Any]] = [
    (X + 2 * Y - 1, lambda x, y: x + 2 * y - 1),
    (3 - X / 4, lambda x, _: 3 - x / 4),
    (abs(X - Y), lambda x, y: abs(x - y)),
    (maximum(X, Y, 1), lambda x, y: max(x, y, 1)),
    (minimum(X, Y, "1/2"), lambda x, y: min(x, y, Fraction(1, 2))),
    (clip(X, 0, 1), lambda x, _: min(max(x, 0), 1)),
    (at_most(X, Y), lambda x, y: int(x <= y)),
    (sum([X, Y]), lambda x, y: x + y),
]


@pytest.mark.parametrize("seed", range(10))
def test_values(seed: int) -> None:
    random = Random(seed)  # noqa: S311  for a test
    x, y = (Fraction(random.randint(-8, 8), 4) for _ in range(2))
    for expression, function in CASES:
        assert expression.value({"x0": x, "x1": y}) == function(x, y)


def test_equal_records() -> None:
    """A record is at most itself; the solver is asked about the same."""
    assert at_most(X, Y).value({"x0": Fraction(3), "x1": Fraction(3)}) == 1


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        (lambda x: x[0] * x[1], "a product of two records"),
        (lambda x: 1 + x[0] / x[1], "a quotient of two records"),
        (lambda x: x[0] / 0, "divides by 0"),
        (max, "compares records"),
        (lambda x: 1 if x[0] else 0, "compares records"),
        (lambda x: x[5], "raises IndexError"),
        (lambda x: x[0] * 0.5, "0.5 is a Python float"),
    ],
)
def test_what_is_refused(query: Any, fault: str) -> None:
    with pytest.raises((ProgramError, NumberError), match=fault):
        answers(query, [X, Y])
