"""The bound of an argmax, whatever the number of its entries."""

from __future__ import annotations

import pytest

from dpverify.checkers.continuous.winner import winner_alone
from dpverify.defs.mechanisms import library_mechanism


@pytest.mark.parametrize(("name", "rate"), [("B11", 1), ("B12", 1), ("B17", 1), ("B50e", 2)])
def test_by_hand(name: str, rate: int) -> None:
    """The winner's noise moves by at most 2, at a scale of 2/ε (B50e: 1/ε)."""
    assert winner_alone(library_mechanism(name), range(2, 5)) == rate


def test_where_all_move_the_same_way() -> None:
    """M: by at most 1, so half of it."""
    assert 2 * winner_alone(library_mechanism("B11"), range(2, 4), "M") == 1  # type: ignore[operator]


@pytest.mark.parametrize("name", ["B13", "B14", "B20", "B25"])
def test_what_is_no_argmax(name: str) -> None:
    """Values that are told, and many comparisons, are not paid by one noise."""
    assert winner_alone(library_mechanism(name), range(2, 4)) is None


def test_one_entry_moves() -> None:
    """The relation O is not looked at."""
    assert winner_alone(library_mechanism("B11"), range(2, 3), "O") is None
