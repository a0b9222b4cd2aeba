"""Laws of outputs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from dpverify.checkers.generators.generator import Generator, either, integers, lists

Row = tuple[Fraction, ...]

MAX_WEIGHT = 10
NEARLY_ALL = 99


@cache
def distributions(outputs: int, max_weight: int = MAX_WEIGHT) -> Generator[Row]:
    """Probabilities of that many outputs: small integer weights divided by their sum.

    Denominators are at most outputs · max_weight, but for near-deterministic rows (weight 99).
    """
    # One integer for each weight, not a choice of two kinds: it shrinks in one step.
    each = integers(0, max_weight + 1).map(lambda w: w if w <= max_weight else NEARLY_ALL)
    return lists(each, outputs).map(_normalised)


@cache
def often_sure(outputs: int) -> Generator[Row]:
    """Distributions, of which every other one puts all its mass on one output."""
    sure = integers(0, outputs - 1).map(lambda j: _unit(j, outputs))
    return either(sure, distributions(outputs))


def _normalised(weights: Sequence[int]) -> Row:
    if not any(weights):
        weights = [1, *weights[1:]]
    whole = sum(weights)
    return tuple(Fraction(weight, whole) for weight in weights)


@cache
def _unit(j: int, outputs: int) -> Row:
    return tuple(Fraction(int(k == j)) for k in range(outputs))
