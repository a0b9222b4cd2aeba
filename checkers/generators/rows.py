"""The rows of channels: any, of kernels, and private by construction."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from dpverify.checkers.generators.generator import (
    Draw,
    Generator,
    composed,
    either,
    elements,
    integers,
    lists,
)
from dpverify.checkers.generators.laws import Weights, distributions, often_sure
from dpverify.checkers.generators.numbers import probabilities

_HOW = integers(0, 5)
_WHERE = tuple(
    either(elements([Fraction(first), Fraction(1 - first)]), probabilities()) for first in (0, 1)
)
"""Places in [0, 1], often one of the ends: of two sequences, with either end as the simplest."""
_INSIDE = elements([Fraction(n, d) for d in range(2, 7) for n in range(1, d)])


@cache
@composed
def matrices(draw: Draw, inputs: int, outputs: int) -> list[Weights]:
    """Rows of a channel; a row may repeat an earlier one or be its reverse."""
    rows: list[Weights] = []
    for _ in range(inputs):
        how = draw(_HOW) if rows else 0
        if how < 4:
            rows.append(draw(distributions(outputs)))
        else:
            numerators, denominator = draw(elements(rows))
            rows.append((numerators if how == 4 else numerators[::-1], denominator))
    return rows


@cache
def kernel_rows(inputs: int, outputs: int) -> Generator[list[Weights]]:
    """Rows of a kernel: each deterministic, or any distribution."""
    return lists(often_sure(outputs), inputs)


@cache
@composed
def private_rows(
    draw: Draw, inputs: int, outputs: int, bound: Fraction, delta: Fraction = Fraction(0)
) -> list[Weights]:
    """Rows that are (ln(bound), delta)-private in pairs, by construction.

    Each row is (1−δ)·(a mixture of two fixed rows, its weight within [1, E]/(1+E)) + δ·(any row).
    The ends of the interval are drawn often: there the bound is attained.
    """
    first, second = draw(often_sure(outputs)), draw(often_sure(outputs))
    low = 1 / (1 + bound)
    rows: list[Weights] = []
    for number in range(inputs):
        where = draw(_WHERE[number % 2])
        private = _mixed(low + where * (1 - 2 * low), first, second)
        rows.append(_mixed(1 - delta, private, draw(often_sure(outputs))) if delta else private)
    return rows


@cache
@composed
def related_rows(
    draw: Draw,
    outputs: int,
    neighbours: tuple[tuple[int, ...], ...],
    bound: Fraction,
    delta: Fraction = Fraction(0),
) -> list[Weights]:
    """Rows that are (ln(bound), delta)-private for neighbours, which drift apart along paths.

    Each row is a mixture of two fixed rows, and its weight lies where all neighbours before it
    allow. On graphs in which such neighbours share an earlier one there is always such a place: on
    paths, trees and databases. The ends are drawn often: there the bound is attained.

    `neighbours` holds for each row the positions of its neighbours; bound is e^ε.
    """
    first, second = draw(often_sure(outputs)), draw(often_sure(outputs))
    # At δ = 0 all neighbours of a weight 0 have weight 0: such a path would go nowhere.
    weights = [draw(_WHERE[0] if delta else _INSIDE)]
    for number, near in enumerate(neighbours[1:], start=1):
        before = [_allowed(weights[i], bound, delta) for i in near if i < number]
        low = max((ends[0] for ends in before), default=Fraction(0))
        high = min((ends[1] for ends in before), default=Fraction(1))
        weights.append(low + draw(_WHERE[1]) * (max(low, high) - low))
    return [_mixed(weight, first, second) for weight in weights]


def _mixed(weight: Fraction, first: Weights, second: Weights) -> Weights:
    """weight·first + (1−weight)·second."""
    (a, over_a), (b, over_b) = first, second
    times_a = weight.numerator * over_b
    times_b = (weight.denominator - weight.numerator) * over_a
    numerators = tuple(times_a * x + times_b * y for x, y in zip(a, b, strict=True))
    return numerators, weight.denominator * over_a * over_b


def _allowed(weight: Fraction, bound: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
    """The v for which (v, 1−v) and (weight, 1−weight) are (ln(bound), delta)-private."""
    low = max((weight - delta) / bound, 1 - bound * (1 - weight) - delta, Fraction(0))
    high = min(bound * weight + delta, 1 - (1 - weight - delta) / bound, Fraction(1))
    return low, high
