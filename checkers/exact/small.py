"""Small channels: the definition is evaluated on every pair, in exact arithmetic and no floats."""

from __future__ import annotations

from dpverify.checkers.exact.question import Found, Question
from dpverify.defs.numbers import Number, Real, Value
from dpverify.defs.privacy_loss import mass

Masses = tuple[Value, Value]


def find_small(question: Question) -> Found:
    """The largest tight value over all pairs; ties go to the first pair.

    Raises: ChannelError where there is no pair; Undecided where balls do not separate two values,
        or the time is up.
    """
    best: tuple[Number, tuple[int, int]] | None = None
    for pair in question.definition.pairs(question.channel):
        question.budget.check()
        value = question.solve(pair)
        if best is None or _larger(question, value, pair, best):
            best = value, pair
    if best is None:
        raise ValueError("the relation was checked to have a pair")
    return completed(question, best[0], best[1])


def completed(question: Question, value: Number, pair: tuple[int, int]) -> Found:
    """The answer with the event that shows it."""
    p, q = question.laws(pair)
    event = question.event(pair, value)
    return Found(value, pair, event, mass(p, event), mass(q, event))


def _larger(
    question: Question, value: Number, pair: tuple[int, int], best: tuple[Number, tuple[int, int]]
) -> bool:
    enclosed = isinstance(value, Real) and isinstance(best[0], Real)
    # Balls never find two numbers equal, and symmetric channels have many equal pairs; but a tight
    # value is a function of the two probabilities of its event alone.
    if enclosed and _masses(question, value, pair) == _masses(question, *best):
        return False
    return value > best[0]


def _masses(question: Question, value: Number, pair: tuple[int, int]) -> Masses:
    candidate = completed(question, value, pair)
    return candidate.p, candidate.q
