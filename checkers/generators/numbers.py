"""The numbers that channels and claims are made of."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from dpverify.checkers.generators.generator import Generator, either, elements
from dpverify.defs.numbers import Loss, Value, exp, ln

ODDS = tuple(Fraction(n, d) for n, d in ((1, 1), (2, 1), (3, 1), (3, 2), (4, 1), (4, 3), (9, 1)))

_LARGEST_FIRST = tuple((odds, Value(odds)) for odds in sorted(ODDS, reverse=True))


@cache
def odds() -> Generator[Fraction]:
    """e^ε as a small fraction ≥ 1, so that ε = ln(odds) has exact ties."""
    return elements(ODDS)


@cache
def losses() -> Generator[Loss]:
    """ε ≥ 0 in nats: logarithms of small odds, and now and then a rational such as 1/2."""
    return either(odds().map(_ln), elements([Fraction(1, 2), Fraction(1)]).map(Loss))


@cache
def probabilities(max_denominator: int = 12) -> Generator[Fraction]:
    """Fractions in [0, 1] with a denominator up to max_denominator, both ends included."""
    every = {Fraction(n, d) for d in range(1, max_denominator + 1) for n in range(d + 1)}
    return elements(sorted(every, key=lambda x: (x.denominator, x)))


def rational_odds(eps: Loss) -> Fraction:
    """The largest of ODDS that is at most e^eps; 1 where that is less."""
    limit = exp(eps)
    return next((odds for odds, value in _LARGEST_FIRST if value <= limit), Fraction(1))


@cache
def _ln(value: Fraction) -> Loss:
    logarithm = ln(value)
    if not isinstance(logarithm, Loss):
        raise TypeError("the logarithm of a fraction is a loss")
    return logarithm
