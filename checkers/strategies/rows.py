"""Strategies for the rows of channels: any, of kernels, and private by construction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from dpverify.checkers.strategies.laws import (
    Law,
    Row,
    distributions,
    often_sure,
    value_distributions,
)
from dpverify.checkers.strategies.numbers import Entries, probabilities, weight
from dpverify.defs.numbers import ONE, Value

_HOW = st.integers(0, 5)


# As in `numbers`: a strategy is validated once, also one that a function of `draw` makes.
@cache
@st.composite
def matrices(draw: st.DrawFn, inputs: int, outputs: int) -> list[Row]:
    """Rows of a channel; a row may repeat an earlier one or be its reverse."""
    rows: list[Row] = []
    for _ in range(inputs):
        how = draw(_HOW) if rows else 0
        if how < 4:
            rows.append(draw(distributions(outputs)))
        else:
            earlier = draw(st.sampled_from(rows))
            rows.append(earlier if how == 4 else earlier[::-1])
    return rows


@cache
@st.composite
def value_matrices(
    draw: st.DrawFn, inputs: int, outputs: int, entries: Entries = "any"
) -> list[Law]:
    """The same with powers of e or roots among the entries, and rows tilted by e exactly."""
    rows: list[Law] = []
    for _ in range(inputs):
        how = draw(st.integers(0, 6)) if rows else 0
        if how < 4:
            rows.append(draw(value_distributions(outputs, entries)))
            continue
        earlier = draw(st.sampled_from(rows))
        if how == 6:
            earlier = _tilted(earlier, draw(st.integers(0, outputs - 1)), draw(_TILTS))
        rows.append(earlier[::-1] if how == 5 else earlier)
    return rows


# e^ε for ε = ln 2, 1/2 and 1, all of which `losses` generates.
_TILTS = st.sampled_from((weight("2"), weight("exp(1/2)"), weight("exp(1)")))


def _tilted(law: Law, output: int, odds: Value) -> Law:
    """The law with one output `odds` times less likely, the rest in its old proportions."""
    rest = ONE - law[output]
    if rest.is_zero:
        return law
    less = law[output] / odds
    scale = (ONE - less) / rest
    return tuple(less if o == output else p * scale for o, p in enumerate(law))


@cache
def kernel_rows(inputs: int, outputs: int) -> st.SearchStrategy[list[Row]]:
    """Rows of a kernel: each deterministic, or any distribution."""
    return st.lists(often_sure(outputs), min_size=inputs, max_size=inputs)


_WHERE = tuple(
    st.one_of(st.sampled_from([Fraction(first), Fraction(1 - first)]), probabilities())
    for first in (0, 1)
)


@cache
@st.composite
def private_rows(
    draw: st.DrawFn, inputs: int, outputs: int, bound: Fraction, delta: Fraction = Fraction(0)
) -> list[Row]:
    """Rows that are (ln(bound), delta)-private in pairs, by construction.

    Each row is (1−δ)·(a mixture of two fixed rows, its weight within [1, E]/(1+E)) + δ·(any row).
    The ends of the interval are drawn often: there the bound is attained.
    """
    first, second = draw(often_sure(outputs)), draw(often_sure(outputs))
    low = 1 / (1 + bound)
    rows: list[Row] = []
    for number in range(inputs):
        where = draw(_WHERE[number % 2])
        weight = low + where * (1 - 2 * low)
        rest = draw(often_sure(outputs)) if delta else first
        private = (weight * a + (1 - weight) * b for a, b in zip(first, second, strict=True))
        rows.append(tuple((1 - delta) * a + delta * b for a, b in zip(private, rest, strict=True)))
    return rows


_INSIDE = st.sampled_from([Fraction(n, d) for d in range(2, 7) for n in range(1, d)])


@cache
@st.composite
def related_rows(
    draw: st.DrawFn,
    outputs: int,
    neighbours: tuple[tuple[int, ...], ...],
    bound: Fraction,
    delta: Fraction = Fraction(0),
) -> list[Row]:
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
    return [tuple(w * a + (1 - w) * b for a, b in zip(first, second, strict=True)) for w in weights]


def _allowed(weight: Fraction, bound: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
    """The v for which (v, 1−v) and (weight, 1−weight) are (ln(bound), delta)-private."""
    low = max((weight - delta) / bound, 1 - bound * (1 - weight) - delta, Fraction(0))
    high = min(bound * weight + delta, 1 - (1 - weight - delta) / bound, Fraction(1))
    return low, high


@cache
@st.composite
def bounded_ratio_rows(
    draw: st.DrawFn, inputs: int, outputs: int, bound: Fraction, delta: Fraction = Fraction(0)
) -> list[Row]:
    """Rows that are (ln(bound), delta)-private in pairs; with delta 0 every such matrix can come.

    Each row lies between fixed lower ends l and E·l, so that ratios stay within [1/E, E]: it is l
    and a mixture of two fillings, each of which raises outputs to E·l in some order until the sum
    is 1. With delta, a share δ of each row is any row.
    """
    share = 1 / bound + draw(probabilities()) * (1 - 1 / bound)
    lowest = [share * p for p in draw(distributions(outputs))]
    orders = st.permutations(range(outputs))
    rows: list[Row] = []
    for _ in range(inputs):
        weight = draw(st.one_of(st.just(Fraction(1)), probabilities()))
        a, b = (_filled(lowest, bound, draw(orders)) for _ in range(2))
        rest = draw(often_sure(outputs)) if delta else a
        mixed = [weight * x + (1 - weight) * y for x, y in zip(a, b, strict=True)]
        rows.append(tuple((1 - delta) * x + delta * y for x, y in zip(mixed, rest, strict=True)))
    return rows


def _filled(lowest: Sequence[Fraction], bound: Fraction, order: Sequence[int]) -> list[Fraction]:
    row, missing = list(lowest), 1 - sum(lowest)
    for o in order:
        more = min(missing, (bound - 1) * lowest[o])
        row[o] += more
        missing -= more
    return row
