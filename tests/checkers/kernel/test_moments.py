"""Which pairs may have the largest moment: those of brute force are always among them."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest

from dpverify.checkers.kernel.moments import leading
from dpverify.checkers.kernel.weights import Row


@pytest.mark.parametrize("seed", range(20))
def test_the_largest_moment_is_kept(seed: int) -> None:
    """Order 2, where the moment is Σ P²/Q in fractions; pairs that are 10⁻³⁰⁰ apart stay both."""
    draw = random.Random(seed)  # noqa: S311  for a test
    size = draw.choice([3, 1000, 10**300])
    weights = [[draw.randrange(1, size + 1) for _ in range(4)] for _ in range(4)]
    rows = [Row(each, sum(each)) for each in weights]
    moments = {}
    for i, j in permutations(range(4), 2):
        p, q = ([Fraction(w, rows[k].total) for w in rows[k].weights] for k in (i, j))
        moments[i, j] = sum(a * a / b for a, b in zip(p, q, strict=True))
    most = max(moments.values())
    left = set(leading(rows, Fraction(2)))
    assert {pair for pair, moment in moments.items() if moment == most} <= left
    assert all(moments[pair] > most * Fraction(99, 100) for pair in left)


def test_an_infinite_moment_is_never_left_out() -> None:
    """Only the pair whose first input gives what the second cannot."""
    rows = [Row([1, 1, 1], 3), Row([1, 2, 0], 3), Row([1, 1, 2], 4)]
    assert list(leading(rows, Fraction(3, 2))) == [(0, 1), (2, 1)]


def test_nearly_equal_rows() -> None:
    """Weights that differ in the 300th digit: no pair is told apart, and all stay."""
    rows = [Row([10**300 + k, 10**300], 2 * 10**300 + k) for k in range(3)]
    assert len(list(leading(rows, Fraction(2)))) == 6
