"""Logarithms of rationals as rationals: those of primes are close, the others their sums.

So a tie between sums of logarithms is one here too: ½·ln(5/2) + ½·ln(5/8) is ln(5/4), since both
are ln 5 − 2·ln 2 of the same two numbers. What is no tie is far apart beside what primes err by.
"""

from __future__ import annotations

from functools import cache

from flint import fmpq, fmpz

from dpverify.defs.numbers import Loss, Value, ln
from dpverify.defs.numbers.balls import ball_bounds


def logarithm(ratio: fmpq) -> fmpq:
    """Close to ln r, that of 1/r with its sign turned; far below 0 for r = 0."""
    if not ratio:
        return fmpq(-1_000_000)
    return _of_whole(ratio.p) - _of_whole(ratio.q)


def _of_whole(number: fmpz) -> fmpq:
    """The sum over the primes of a positive number."""
    total = fmpq(0)
    for prime, power in number.factor():
        total += power * _of_prime(int(prime))
    return total


@cache
def _of_prime(prime: int) -> fmpq:
    """A lower bound of ln p that errs by less than 2^-290."""
    found = ln(Value(prime))
    assert isinstance(found, Loss)
    lower, _ = ball_bounds(found.ball(300))
    return lower
