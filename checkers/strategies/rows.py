"""Strategies for the rows of channels: any, of kernels, and private by construction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from dpverify.checkers.generators import rows as generators
from dpverify.checkers.generators.laws import Row, Weights, row
from dpverify.checkers.strategies.laws import Law, distributions, often_sure, value_distributions
from dpverify.checkers.strategies.numbers import Entries, probabilities, weight
from dpverify.defs.numbers import ONE, Value


@cache
def matrices(inputs: int, outputs: int) -> st.SearchStrategy[list[Row]]:
    """Rows of a channel; a row may repeat an earlier one or be its reverse."""
    return generators.matrices(inputs, outputs).strategy.map(_fractions)


@cache
def kernel_rows(inputs: int, outputs: int) -> st.SearchStrategy[list[Row]]:
    """Rows of a kernel: each deterministic, or any distribution."""
    return generators.kernel_rows(inputs, outputs).strategy.map(_fractions)


@cache
def private_rows(
    inputs: int, outputs: int, bound: Fraction, delta: Fraction = Fraction(0)
) -> st.SearchStrategy[list[Row]]:
    """Rows that are (ln(bound), delta)-private in pairs, by construction."""
    return generators.private_rows(inputs, outputs, bound, delta).strategy.map(_fractions)


@cache
def related_rows(
    outputs: int,
    neighbours: tuple[tuple[int, ...], ...],
    bound: Fraction,
    delta: Fraction = Fraction(0),
) -> st.SearchStrategy[list[Row]]:
    """Rows that are (ln(bound), delta)-private for neighbours, which drift apart along paths.

    `neighbours` holds for each row the positions of its neighbours; bound is e^ε.
    """
    return generators.related_rows(outputs, neighbours, bound, delta).strategy.map(_fractions)


def _fractions(laws: Sequence[Weights]) -> list[Row]:
    return [row(law) for law in laws]


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
@st.composite
def bounded_ratio_rows(
    draw: st.DrawFn, inputs: int, outputs: int, bound: Fraction, delta: Fraction = Fraction(0)
) -> list[Row]:
    """Rows that are (ln(bound), delta)-private in pairs; with delta 0 every such matrix can come.

    Each row lies between fixed lower ends l and E·l, so that ratios stay within [1/E, E]: it is l
    and a mixture of two fillings, each of which raises outputs to E·l in some order until the sum
    is 1. With delta, a share δ of each row is any row. Often a row is filled, and takes its share,
    in the order opposite to the row before, since two such rows attain the bound.
    """
    share = 1 / bound + draw(probabilities()) * (1 - 1 / bound)
    lowest = [share * p for p in draw(distributions(outputs))]
    orders = st.permutations(range(outputs))
    rows: list[Row] = []
    order, rest = draw(orders), draw(often_sure(outputs)) if delta else ()
    for i in range(inputs):
        if i > 0:
            order = draw(st.one_of(st.just(order[::-1]), orders))
            rest = draw(st.one_of(st.just(rest[::-1]), often_sure(outputs))) if delta else ()
        weight = draw(st.one_of(st.just(Fraction(1)), probabilities()))
        a, b = (_filled(lowest, bound, each) for each in (order, draw(orders)))
        mixed = [weight * x + (1 - weight) * y for x, y in zip(a, b, strict=True)]
        if delta:
            mixed = [(1 - delta) * x + delta * y for x, y in zip(mixed, rest, strict=True)]
        rows.append(tuple(mixed))
    return rows


def _filled(lowest: Sequence[Fraction], bound: Fraction, order: Sequence[int]) -> list[Fraction]:
    row, missing = list(lowest), 1 - sum(lowest)
    for o in order:
        more = min(missing, (bound - 1) * lowest[o])
        row[o] += more
        missing -= more
    return row
