"""Moments Σ P^α·Q^(1−α) of all pairs of rows at once, in balls: which pairs may have the largest.

Trusted, beside `weights`, the standard library and python-flint. A divergence of order α > 1 rises
with the moment. So a claim that bounds it holds for every pair if it holds for those whose moment
is not certainly smaller than that of another one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final

from flint import arb, arb_mat, fmpq, fmpz_mat

from dpverify.checkers.kernel.weights import Row
from dpverify.checkers.kernel.work import spend
from dpverify.defs.numbers.balls import working_precision

BITS: Final = 128
PRODUCTS: Final = 20
"""How many products of two balls make one unit of work."""


def leading(rows: Sequence[Row], order: Fraction) -> Iterator[tuple[int, int]]:
    """The ordered pairs that may have the largest moment of an order α > 1, infinite ones first.

    Args: rows of the channel, over the same outputs, all of which are compared.
    """
    outputs, number = len(rows[0].weights), len(rows)
    spend("moments of all pairs", number * outputs * (4 + number // PRODUCTS))
    possible = fmpz_mat([[int(weight > 0) for weight in row.weights] for row in rows])
    never = fmpz_mat([[int(weight == 0) for weight in row.weights] for row in rows])
    apart = possible * never.transpose()  # how many outputs one input has, and the other has not
    infinite = [(i, j) for i, j in permutations(range(number), 2) if apart[i, j] > 0]
    if infinite:
        yield from infinite
        return
    with working_precision(BITS):
        above = arb_mat([_powers(row, order) for row in rows])
        below = arb_mat([_powers(row, 1 - order) for row in rows])
        moments = above * below.transpose()
        largest = max(moments[i, j].lower() for i, j in permutations(range(number), 2))
        # A ball that is nan compares as neither, and stays.
        pairs = permutations(range(number), 2)
        kept = [(i, j) for i, j in pairs if not moments[i, j] < largest]
    yield from kept


def _powers(row: Row, exponent: Fraction) -> list[arb]:
    """The powers of the probabilities of a law; 0 where it is 0."""
    power = arb(fmpq(exponent.numerator, exponent.denominator))
    balls = (arb(fmpq(weight, row.total)) for weight in row.weights)
    return [
        ball**power if weight else arb(0) for ball, weight in zip(balls, row.weights, strict=True)
    ]
