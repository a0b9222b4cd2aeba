"""Laws of outputs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from dpverify.checkers.generators.generator import Generator, either, integers, lists

Row = tuple[Fraction, ...]
Weights = tuple[tuple[int, ...], int]
"""A law as integers over their common denominator, which need not be the least one."""

MAX_WEIGHT = 10
NEARLY_ALL = 99


@cache
def distributions(outputs: int, max_weight: int = MAX_WEIGHT) -> Generator[Weights]:
    """Probabilities of that many outputs: small integer weights divided by their sum.

    Denominators are at most outputs · max_weight, but for near-deterministic rows (weight 99).
    """
    # One integer for each weight, not a choice of two kinds: it shrinks in one step.
    each = integers(0, max_weight + 1).map(lambda w: w if w <= max_weight else NEARLY_ALL)
    return lists(each, outputs).map(_normalised)


@cache
def often_sure(outputs: int) -> Generator[Weights]:
    """Distributions, of which every other one puts all its mass on one output."""
    sure = integers(0, outputs - 1).map(lambda j: _unit(j, outputs))
    return either(sure, distributions(outputs))


def row(law: Weights) -> Row:
    """The law as fractions."""
    numerators, denominator = law
    return tuple(Fraction(weight, denominator) for weight in numerators)


def _normalised(weights: Sequence[int]) -> Weights:
    if not any(weights):
        weights = [1, *weights[1:]]
    return tuple(weights), sum(weights)


@cache
def _unit(j: int, outputs: int) -> Weights:
    return tuple(int(k == j) for k in range(outputs)), 1
