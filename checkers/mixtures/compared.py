"""Answers about pairs compared with each other and with claims: exactly, or by their bounds."""

from __future__ import annotations

from flint import fmpq

from dpverify.checkers.bounds import Bounds
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.pairs.contract import comparable as as_value

Answer = Value | Loss | Real | Bounds
BITS = 320


def infinite(answer: Answer | Number) -> bool:
    """Whether a number is ∞."""
    return not isinstance(answer, Bounds) and answer == INFINITY


def ends(answer: Answer | Number) -> tuple[fmpq, fmpq | None]:
    """Rational bounds of a number, the upper one None where nothing bounds it."""
    if isinstance(answer, Bounds):
        return answer.lower, answer.upper
    if infinite(answer):
        return fmpq(0), None
    exact = None if not isinstance(answer, Value) else answer.as_rational()
    if exact is not None:
        return exact, exact
    with working_precision(BITS):
        return ball_bounds(answer.ball(BITS))


def at_most(answer: Answer, claimed: Number) -> bool | None:
    """Whether a number is at most the claimed one; None where bounds do not tell."""
    if infinite(answer):
        return infinite(claimed)
    if not isinstance(answer, Bounds):
        return (as_value(answer) - as_value(claimed)).sign() <= 0
    if answer.upper is not None and (Value(answer.upper) - as_value(claimed)).sign() <= 0:
        return True
    return False if (Value(answer.lower) - as_value(claimed)).sign() > 0 else None


def less(answer: Answer, claimed: Number) -> Answer:
    """A number, larger than the claimed one, less that."""
    if infinite(answer):
        return INFINITY
    if not isinstance(answer, Bounds):
        return as_value(answer) - as_value(claimed)
    low, high = ends(as_value(claimed))
    if high is None:
        high = low
    upper = None if answer.upper is None else answer.upper - low
    return Bounds(max(fmpq(0), answer.lower - high), upper)


def largest(answers: list[Answer]) -> tuple[Answer, int]:
    """The largest of some numbers, enclosed where it is not known which it is; a place of it."""
    low = [(infinite(answer), ends(answer)[0]) for answer in answers]
    best = max(range(len(answers)), key=lambda k: low[k])
    winner = answers[best]
    if infinite(winner):
        return winner, best
    lower, upper = ends(winner)
    for answer in answers:
        high = ends(answer)[1]
        upper = None if upper is None or high is None else max(upper, high)
    if isinstance(winner, Bounds) or upper is None or upper > _own(winner, lower):
        return Bounds(lower, upper), best
    return winner, best


def _own(winner: Answer, lower: fmpq) -> fmpq:
    return ends(winner)[1] or lower
