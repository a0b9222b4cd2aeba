"""Corners of boxes of moves."""

from __future__ import annotations

from fractions import Fraction

from dpverify.checkers.kernel.certificates.alignment import boxes
from dpverify.checkers.kernel.certificates.corners import corner_boxes

F = Fraction


def points(relation: str, n: int) -> set[tuple[int, ...]]:
    """The corners as points."""
    found = corner_boxes(boxes(relation, n))
    assert all(low == high for box in found for low, high in box)
    assert len(set(found)) == len(found)
    return {tuple(int(low) for low, _ in box) for box in found}


def test_all_move() -> None:
    """A: every sign."""
    assert points("A", 2) == {(1, 1), (1, -1), (-1, 1), (-1, -1)}


def test_the_same_way() -> None:
    """M: 0 or 1 each, or 0 or −1 each; 0 once."""
    assert points("M", 2) == {(0, 0), (0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)}


def test_one_entry() -> None:
    """O: the ends of 2n intervals."""
    assert points("O", 2) == {(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)}
