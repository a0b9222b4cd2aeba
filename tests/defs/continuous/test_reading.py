"""What a program returned is read by its word, as strictly as a receiver could."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.continuous.concrete import Difference
from dpverify.defs.continuous.reading import read

READ: list[tuple[Any, str, list[Any]]] = [
    (0.5, "•", [0.5]),
    (7, "•", [7]),
    ((True, 0.25, None), "(True, •, None)", [0.25]),
    (((1, 2), 0.5), "((1, 2), •)", [0.5]),
    ((), "()", []),
    ((0.5,), "(•,)", [0.5]),
    ("yes", "yes", []),
    ("a b", "'a b'", []),
    (Fraction(1, 2), "1/2", []),
]


@pytest.mark.parametrize(("output", "word", "told"), READ)
def test_values_at_stars(output: Any, word: str, told: list[Any]) -> None:
    assert read(output, word, strict=True) == told


WRONG: list[tuple[Any, str]] = [
    (0.0, "0"), (-0.0, "0"), (True, "1"), (1, "True"), ("1", "1"), (True, "•"), ("•", "•"),
    ([0.5], "(•,)"), ([0.5, 1], "(•, 1)"), ((0.5,), "•"), ((0.5, 1), "(•,)"), ((0.5,), "(•, 1)"),
    (None, "•"), (12, "1"), (1, "12"), ({}, "1"), (0.5, "1/2"),
]  # fmt: skip


@pytest.mark.parametrize(("output", "word"), WRONG)
def test_another_output(output: Any, word: str) -> None:
    """Another type, another length, another value."""
    with pytest.raises(Difference):
        read(output, word, strict=True)


def test_numbers_by_value() -> None:
    """Where types are no matter."""
    assert read(0.5, "1/2", strict=False) == []
    assert read(Fraction(0), "0", strict=False) == []
    with pytest.raises(Difference):
        read(0.25, "1/2", strict=False)
