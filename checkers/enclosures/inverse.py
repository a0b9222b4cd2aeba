"""The smallest ε for a given δ: δ(ε) falls with ε, so that bisection encloses it."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from dpverify.checkers.bounds import Bounds
from dpverify.checkers.enclosures.survey import Survey
from dpverify.defs.numbers import INFINITY, Loss, Number, Value, as_eps
from dpverify.defs.numbers.balls import ball_bounds

STEPS = 40
"""Halvings; the enclosure is then 2^−40 of its size, unless balls do not tell before."""
BITS = 64
MOST = 64
"""The largest ε that is tried."""


def smallest_eps(survey: Survey, delta: Number) -> Bounds | Loss:
    """Bounds of the smallest ε at which every pair is (ε, δ)-private; no upper one beyond 64.

    ∞ where more than δ is impossible on the other input.
    """
    for number in range(len(survey.pairs)):
        if Value(ball_bounds(survey.apart(number, BITS))[0]) > delta:
            return INFINITY
    high = Fraction(1)
    if _enough(survey, Fraction(0), delta):
        return Bounds(fmpq(0), fmpq(0))
    while not _enough(survey, high, delta):
        if high >= MOST:
            return Bounds(_fmpq(high) if _short(survey, high, delta) else fmpq(0), None)
        high *= 2
    least = Fraction(0)
    for _ in range(STEPS):
        middle = (least + high) / 2
        if _enough(survey, middle, delta):
            high = middle
        elif _short(survey, middle, delta):
            least = middle
        else:
            break
    return Bounds(_fmpq(least), _fmpq(high))


def _enough(survey: Survey, eps: Fraction, delta: Number) -> bool:
    """Whether every pair certainly has at most this δ."""
    return all(
        Value(ball_bounds(survey.delta(number, as_eps(eps), BITS))[1]) <= delta
        for number in range(len(survey.pairs))
    )


def _short(survey: Survey, eps: Fraction, delta: Number) -> bool:
    """Whether some pair certainly has more."""
    return any(
        Value(ball_bounds(survey.delta(number, as_eps(eps), BITS))[0]) > delta
        for number in range(len(survey.pairs))
    )


def _fmpq(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
