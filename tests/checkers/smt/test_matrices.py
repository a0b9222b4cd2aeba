"""Compositions of terms are the compositions of channels."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.checkers import strategies
from dpverify.checkers.smt import matrices
from dpverify.checkers.smt.matrices import Matrix
from dpverify.checkers.smt.terms import Term, constant
from dpverify.defs import operations
from dpverify.defs.channel import Channel
from tests.checkers.smt.smtlib import value

HALF = Fraction(1, 3)


def lifted(channel: Channel, name: str, known: dict[str, Fraction]) -> Matrix:
    """The channel as variables, its entries noted in `known`."""
    n, m = len(channel.inputs), len(channel.outputs)
    known.update(
        {f"{name}_{i}_{j}": channel.entry(i, j).as_fraction() for i in range(n) for j in range(m)}
    )
    return matrices.variables(name, n, m, list(channel.neighbours.ordered_pairs(n)))


def same(symbolic: Matrix, exact: Channel, known: dict[str, Fraction]) -> bool:
    """Whether the terms evaluate to the channel's entries and the pairs agree."""
    n = len(exact.inputs)
    rows = [[value(term.text, known) for term in row] for row in symbolic.rows]
    expected = [[entry.as_fraction() for entry in exact.row(i)] for i in range(n)]
    return rows == expected and list(symbolic.pairs) == list(exact.neighbours.ordered_pairs(n))


def channel(rows: Sequence[Sequence[Fraction]], inputs: Sequence[str], prefix: str) -> Channel:
    """A channel on given inputs, neighbours in a chain."""
    chain = [[a, b] for a, b in pairwise(inputs)]
    return Channel(inputs, strategies.labels(prefix, len(rows[0])), rows, chain)


@given(st.data())
def test_compositions_agree_with_the_exact_ones(data: st.DataObject) -> None:
    """Every symbolic composition, its entries filled in, is what `defs.operations` computes."""
    n, m, k = (data.draw(st.integers(2, 3)) for _ in range(3))
    x, y = strategies.labels("x", n), strategies.labels("y", m)
    first = channel(data.draw(strategies.matrices(n, m)), x, "y")
    other = channel(data.draw(strategies.matrices(n, m)), x, "y")
    kernel = channel(data.draw(strategies.kernel_rows(m, k)), y, "z")
    known: dict[str, Fraction] = {}
    a, b, f = (lifted(c, s, known) for c, s in ((first, "a"), (other, "b"), (kernel, "f")))
    weight = constant(HALF)
    seconds = [other] * (m - 1) + [first]
    assert same(matrices.post_process(a, f), operations.post_process(first, kernel), known)
    assert same(matrices.product(a, b), operations.product(first, other), known)
    adaptive = operations.adaptive(first, seconds)
    assert same(matrices.adaptive(a, [b] * (m - 1) + [a]), adaptive, known)
    mixed = operations.mixture(HALF, first, other)
    assert same(matrices.mixture(weight, a, b), mixed, known)
    visible = operations.visible_mixture(HALF, first, other)
    assert same(matrices.visible_mixture(weight, a, b), visible, known)
    assert same(matrices.restrict(a, [1, 0]), operations.restrict(first, [x[1], x[0]]), known)


@pytest.mark.parametrize("row", [["1/2", "1/2"], ["1/2", "1/4"], ["3/2", "-1/2"]])
def test_constraints_are_those_of_a_distribution(row: list[str]) -> None:
    """The constraints hold exactly of rows that are ≥ 0 and sum to 1."""
    p = [Fraction(text) for text in row]
    matrix = Matrix((tuple(Term(f"p_{o}") for o in range(2)),), ())
    known = {"p_0": p[0], "p_1": p[1]}
    holds = all(value(formula.text, known) for formula in matrix.constraints())
    assert holds == (min(p) >= 0 and sum(p) == 1)
