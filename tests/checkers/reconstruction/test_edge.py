"""The attack from the edge: every bit, of random databases, with few queries."""

from __future__ import annotations

from math import log2, sqrt
from random import Random

import pytest

from dpverify.checkers.reconstruction.edge import Rounding, from_the_edge
from dpverify.defs.errors import DomainError


@pytest.mark.parametrize("seed", range(20))
def test_every_bit(seed: int) -> None:
    """Databases with about four ones in five; all records at once are above half."""
    random = Random(seed)  # noqa: S311  for a test
    n = random.choice([70, 100, 333])
    database = tuple(int(random.random() < 0.85) for _ in range(n))
    curator = Rounding(database)
    assert from_the_edge(curator.above, n, frozenset(range(n))) == database
    assert curator.asked <= n + log2(n) + 2


def test_from_a_part() -> None:
    """A uniform database has no such set among few; one that is chosen for its ones will do."""
    random = Random(3)  # noqa: S311  for a test
    database = tuple(random.randint(0, 1) for _ in range(400))
    ones = [i for i, bit in enumerate(database) if bit][:90]
    assert from_the_edge(Rounding(database).above, 400, frozenset(ones)) == database


def test_which_record_makes_the_difference() -> None:
    """41 ones are above (off by 41 > 40 halves), a 0 after them undoes it, the next 1 is the edge.

    Of 84 records the search asks for the first 42 before it asks for the first 41.
    """
    database = (*[1] * 41, 0, *[1] * 58)
    assert from_the_edge(Rounding(database).above, 100, frozenset(range(84))) == database


@pytest.mark.parametrize("ones", range(101))
def test_the_rounding_in_floats(ones: int) -> None:
    """n = 100: |S|/2 plus the nearest multiple of 40, for S all records; 70 ones are the tie."""
    off = ones - 50
    above = off > 0 and (off - 40) ** 2 < off**2 - 1e-9
    said = Rounding([1] * ones + [0] * (100 - ones)).above(frozenset(range(100)))
    assert said == above == (off > 2 * sqrt(100))


def test_the_start_must_be_above() -> None:
    curator = Rounding([0, 1] * 50)
    with pytest.raises(DomainError, match="the 100 records at the start"):
        from_the_edge(curator.above, 100, frozenset(range(100)))
