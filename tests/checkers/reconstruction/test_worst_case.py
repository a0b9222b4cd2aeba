"""The worst case of the inefficient attack: exhaustive, and its witness is replayed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.reconstruction.survivors import survivors
from dpverify.checkers.reconstruction.worst_case import worst_case
from dpverify.defs.errors import DomainError
from dpverify.defs.reconstruction.subsets import distance

BOUNDS = ("1/2", "1", "3/2")
EXPECTED = {2: (2, 2, 2), 3: (2, 3, 3), 4: (2, 4, 4), 5: (2, 4, 5)}
"""min(n, 2⌊2E⌋) at E = 1/2, 1, 3/2, worked out by hand: 2⌊2E⌋ is 2, 4, 6."""


@pytest.mark.parametrize("n", EXPECTED)
def test_the_exhaustive_worst_case(n: int) -> None:
    assert tuple(worst_case(n, Fraction(e)).errors for e in BOUNDS) == EXPECTED[n]


@pytest.mark.parametrize("bound", ["0", "1/4", *BOUNDS, "7/4"])
def test_the_witness(bound: str) -> None:
    """The attack on its answers leaves both databases over, as far apart as said."""
    found = worst_case(4, Fraction(bound))
    left = survivors(found.answers, Fraction(bound)).databases
    assert {found.database, found.survivor} <= set(left)
    assert distance(found.database, found.survivor) == found.errors


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="n is 8, must be from 1 to 7"):
        worst_case(8, Fraction(1))
    with pytest.raises(DomainError, match="the bound is -1/2, must be at least 0"):
        worst_case(2, Fraction(-1, 2))
