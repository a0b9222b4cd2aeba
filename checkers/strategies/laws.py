"""Strategies for laws: of outputs, of inputs, of whole data sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from hypothesis import strategies as st

from dpverify.checkers.generators import laws as generators
from dpverify.checkers.generators.laws import MAX_WEIGHT, Row
from dpverify.checkers.strategies.numbers import Entries, weights
from dpverify.defs.numbers import ONE, Value, total

Law = tuple[Value, ...]
DataLaw = dict[tuple[str, ...], Fraction]


@cache
def distributions(outputs: int, *, max_weight: int = MAX_WEIGHT) -> st.SearchStrategy[Row]:
    """Probabilities of that many outputs: small integer weights divided by their sum.

    Denominators are at most outputs · max_weight, but for near-deterministic rows (weight 99).
    """
    return generators.distributions(outputs, max_weight).strategy.map(generators.row)


@cache
def often_sure(outputs: int) -> st.SearchStrategy[Row]:
    """Distributions, of which every other one puts all its mass on one output."""
    return generators.often_sure(outputs).strategy.map(generators.row)


@cache
def priors(inputs: int) -> st.SearchStrategy[Row]:
    """Laws of that many inputs: uniform, sure of one input, with zeros, or any."""
    uniform = st.just((Fraction(1, inputs),) * inputs)
    return st.one_of(uniform, often_sure(inputs))


@cache
def value_distributions(outputs: int, entries: Entries = "any") -> st.SearchStrategy[Law]:
    """Probabilities of that many outputs: exact values such as exp(1)/(1+exp(1)) or 2**(1/2)-1.

    Args: entries as for `channels`.
    """
    return st.lists(weights(entries), min_size=outputs, max_size=outputs).map(_exactly_normalised)


@st.composite
def data_distributions(
    draw: st.DrawFn, *, records: tuple[int, int] = (1, 3), values: Sequence[str] = ("0", "1")
) -> DataLaw:
    """Laws of a data set of some records (fewest, most): a probability for every tuple of values.

    Records are independent and alike, independent and unlike, copies of the first, or any: so
    knowing some of them tells nothing, little or everything about the others.
    """
    n = draw(st.integers(*records))
    each = often_sure(len(values))
    rows = list(product(range(len(values)), repeat=n))
    how = draw(st.sampled_from(("alike", "unlike", "copies", "any")))
    if how == "any":
        masses = draw(distributions(len(rows)))
    else:
        masses = tuple(_joint(how, draw(st.tuples(*[each] * n)), rows))
    return {
        tuple(values[v] for v in row): mass for row, mass in zip(rows, masses, strict=True) if mass
    }


def _joint(
    how: str, marginals: Sequence[Row], rows: Sequence[tuple[int, ...]]
) -> Iterator[Fraction]:
    first = marginals[0]
    for row in rows:
        if how == "copies":
            yield first[row[0]] if len(set(row)) == 1 else Fraction(0)
        else:
            laws = marginals if how == "unlike" else [first] * len(row)
            yield prod((law[v] for law, v in zip(laws, row, strict=True)), start=Fraction(1))


def _exactly_normalised(given: list[Value]) -> Law:
    whole = total(given)
    if whole.is_zero:
        given, whole = [ONE, *given[1:]], ONE
    return tuple(weight / whole for weight in given)
