"""Logarithms of rationals as rationals, so close that no tie between others is touched."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from dpverify.defs.numbers import Loss, Value, ln
from dpverify.defs.numbers.balls import ball_bounds


def logarithm(ratio: fmpq) -> fmpq:
    """Close to ln r, that of 1/r with its sign turned; far below 0 for r = 0."""
    if not ratio:
        return fmpq(-1_000_000)
    if ratio < 1:
        return -logarithm(1 / ratio)
    found = ln(Value(Fraction(int(ratio.p), int(ratio.q))))
    assert isinstance(found, Loss)
    lower, _ = ball_bounds(found.ball(300))
    return lower
