"""Channels made from channels, against brute force over Fractions."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs import operations as op
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, DomainError
from dpverify.defs.numbers import Value, parse
from tests.defs.matrices import Matrix, fractions, mixed_channels, names, rational_channels

X, Y, Z = names("x", 3), names("y", 3), names("z", 2)
weights = st.fractions(0, 1, max_denominator=12)


def law(channel: Channel) -> dict[tuple[str, str], Value]:
    """P(y | x) by labels."""
    return {(x, y): channel.probability(x, y) for x in channel.inputs for y in channel.outputs}


@given(rational_channels(X, Y), rational_channels(Y, Z))
def test_post_process_is_the_matrix_product(m: Channel, f: Channel) -> None:
    """P(z | x) = Σ_y P(y | x) K(z | y), entry by entry."""
    a, b = fractions(m), fractions(f)
    expected = [[sum(row[k] * b[k][j] for k in range(3)) for j in range(2)] for row in a]
    result = op.post_process(m, f)
    assert fractions(result) == expected
    assert (result.inputs, result.outputs) == (m.inputs, f.outputs)


@given(rational_channels(X, Y), rational_channels(Y, Z), st.permutations(range(3)))
def test_kernels_are_matched_by_label(m: Channel, f: Channel, order: list[int]) -> None:
    """The order in which a kernel lists its inputs does not matter."""
    shuffled = Channel([Y[k] for k in order], Z, [f.row(k) for k in order])
    assert op.post_process(m, shuffled) == op.post_process(m, f)


@given(rational_channels(X, Y), st.tuples(*[rational_channels(X, Z)] * 3))
def test_adaptive_composition(m: Channel, kernels: tuple[Channel, ...]) -> None:
    """P(y, z | x) = P(y | x) N_y(z | x), with the pair as JSON text."""
    result = law(op.adaptive(m, kernels))
    assert result == {
        (x, json.dumps([y, z])): m.probability(x, y) * kernels[k].probability(x, z)
        for x in X
        for k, y in enumerate(Y)
        for z in Z
    }


def test_adaptive_kernels_may_differ_in_their_outputs() -> None:
    """Each output selects its own kernel, with its own outputs."""
    m = Channel(["a", "b"], ["l", "r"], [["1/3", "2/3"], ["1", "0"]])
    left = Channel(["b", "a"], ["u"], [[1], [1]])
    right = Channel(["a", "b"], ["v", "w"], [["1/2", "1/2"], ["0", "1"]])
    result = op.adaptive(m, [left, right])
    assert result.outputs == ('["l", "u"]', '["r", "v"]', '["r", "w"]')
    third = Fraction(1, 3)
    assert fractions(result) == [[third, third, third], [1, 0, 0]]


@given(rational_channels(X, Y), rational_channels(X, Z))
def test_the_product_is_independent(a: Channel, b: Channel) -> None:
    """P(y, z | x) = A(y | x) B(z | x)."""
    assert law(op.product(a, b)) == {
        (x, json.dumps([y, z])): a.probability(x, y) * b.probability(x, z)
        for x in X
        for y in Y
        for z in Z
    }


@given(weights, rational_channels(X, Y), rational_channels(X, Y), st.permutations(range(3)))
def test_hidden_mixture(w: Fraction, a: Channel, b: Channel, order: list[int]) -> None:
    """w·A + (1−w)·B, matched by labels."""
    shuffled = Channel(X, [Y[k] for k in order], [[row[k] for k in order] for row in fractions(b)])
    result = op.mixture(w, a, shuffled)
    assert law(result) == {
        (x, y): w * a.probability(x, y) + (1 - w) * b.probability(x, y) for x in X for y in Y
    }


@given(weights, rational_channels(X, Y), rational_channels(X, Z))
def test_visible_mixture(w: Fraction, a: Channel, b: Channel) -> None:
    """The branch is part of the output: "0" for the first, "1" for the second."""
    first = {(x, json.dumps(["0", y])): w * a.probability(x, y) for x in X for y in Y}
    second = {(x, json.dumps(["1", z])): (1 - w) * b.probability(x, z) for x in X for z in Z}
    assert law(op.visible_mixture(w, a, b)) == first | second


def proportional(matrix: Matrix, j: int, k: int) -> bool:
    """Columns j and k are positive multiples of each other, by cross-multiplication."""
    left, right = [row[j] for row in matrix], [row[k] for row in matrix]
    if any(left) != any(right):
        return False
    n = len(matrix)
    return all(left[i] * right[h] == left[h] * right[i] for i in range(n) for h in range(n))


def merged(matrix: Matrix, outputs: list[str]) -> tuple[list[str], Matrix]:
    """The merged matrix, by comparing every pair of columns."""
    firsts: list[int] = []
    for j in range(len(outputs)):
        if not any(proportional(matrix, first, j) for first in firsts):
            firsts.append(j)
    m = range(len(outputs))
    sums = [
        [sum(row[j] for j in m if proportional(matrix, f, j)) for f in firsts] for row in matrix
    ]
    return [outputs[f] for f in firsts], [[Fraction(x) for x in row] for row in sums]


@given(rational_channels(names("x", 2), names("y", 5)))
def test_merging_sums_exactly_the_proportional_columns(channel: Channel) -> None:
    """Against a comparison of every pair of columns."""
    labels, matrix = merged(fractions(channel), list(channel.outputs))
    result = op.merge_proportional(channel)
    assert (list(result.outputs), fractions(result)) == (labels, matrix)
    assert op.merge_proportional(result) == result


def test_merging_splits_no_two_columns_that_differ_slightly() -> None:
    """Zero columns form a class of their own; a relative difference of 10^-40 is one."""
    tiny = Fraction(1, 10**40)
    rest = 1 - Fraction(3, 4) - tiny
    channel = Channel(
        ["a", "b"],
        ["0", "p", "q", "z", "r", "s"],
        [[0, "1/4", "1/2", 0, 0, "1/4"], [0, "1/4", Fraction(1, 2) + tiny, 0, rest, 0]],
    )
    assert op.merge_proportional(channel).outputs == ("0", "p", "q", "r", "s")


def test_irrational_columns_are_merged_exactly() -> None:
    """(√2, 2) and (1, √2) are proportional; (1, 7/5) is not."""
    matrix = [["2**(1/2)", "1", "1", "1"], ["2", "2**(1/2)", "7/5", "1"]]
    from dpverify.defs.adjust import Adjustment

    channel = Channel.adjusted(["a", "b"], list("pqrs"), matrix, Adjustment(normalise=True))
    result = op.merge_proportional(channel)
    assert result.outputs == ("p", "r", "s")
    assert result.probability("a", "p") == parse("(1+2**(1/2))/(3+2**(1/2))")


@given(mixed_channels(X, Y), mixed_channels(Y, Z), mixed_channels(X, Z))
def test_irrational_operands(m: Channel, f: Channel, n: Channel) -> None:
    """The same formulas hold over values, and every result is a channel again."""
    post = law(op.post_process(m, f))
    for x in X:
        for z in Z:
            terms = [m.probability(x, y) * f.probability(y, z) for y in Y]
            assert post[x, z] == terms[0] + terms[1] + terms[2]
    both = law(op.product(m, n))
    assert all(
        both[x, json.dumps([y, z])] == m.probability(x, y) * n.probability(x, z)
        for x in X
        for y in Y
        for z in Z
    )
    root = parse("2**(1/2)-1")
    mixed = op.mixture(root, n, n)
    assert law(mixed) == law(n)
    visible = op.visible_mixture(root, m, n)
    assert visible.probability("x0", '["0", "y0"]') == root * m.probability("x0", "y0")
    for made in (op.post_process(m, f), op.product(m, n), visible, op.merge_proportional(m)):
        assert all(made.rows.sum(i) == 1 for i in range(3))


def test_restriction_takes_everything_along() -> None:
    """Rows, pairs and distances follow; the prior is conditioned."""
    channel = Channel(
        ["a", "b", "c"],
        ["0", "1"],
        [["1", "0"], ["1/2", "1/2"], ["0", "1"]],
        [["a", "b"], ["c", "a"]],
        directed=True,
        distance=[[0, 1, 2], [3, 0, 4], [5, 6, 0]],
        prior=["1/2", "1/4", "1/4"],
    )
    result = op.restrict(channel, ["c", "a"])
    assert result == Channel(
        ["c", "a"],
        ["0", "1"],
        [["0", "1"], ["1", "0"]],
        [["c", "a"]],
        directed=True,
        distance=[[0, 5], [2, 0]],
        prior=["1/3", "2/3"],
    )
    root = parse("2**(1/2)-1")
    assert isinstance(root, Value)
    irrational = Channel(["a", "b", "c"], ["0", "1"], [[root, 1 - root], [1, 0], [0, 1]])
    assert op.restrict(irrational, ["c", "b"]) == Channel(["c", "b"], ["0", "1"], [[0, 1], [1, 0]])


def test_a_composition_keeps_the_relation_of_its_first_operand() -> None:
    """Neighbours, distance and prior come from the first; titles do not; provenance adds up."""
    first = Channel(
        ["a", "b"],
        ["0", "1"],
        [[1, 0], [0, 1]],
        [["b", "a"]],
        directed=True,
        distance=[[0, 1], [2, 0]],
        prior=[1, 0],
        title="t",
        provenance=["p"],
    )
    second = Channel(["a", "b"], ["0", "1"], [[1, 0], [0, 1]], provenance=["q", "p"])
    result = op.product(first, second)
    assert result.neighbours == first.neighbours
    assert (result.distance, result.prior) == (first.distance, first.prior)
    assert (result.title, result.provenance) == (None, ("p", "q"))


def test_operations_refuse_what_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Labels, counts, weights and sizes: one line each."""
    m = Channel(["a", "b"], ["0", "1"], [[1, 0], [0, 1]])
    other = Channel(["a", "c"], ["0", "2"], [[1, 0], [0, 1]])
    with pytest.raises(ChannelError, match="'0', output of the channel, is no input of the kernel"):
        op.post_process(m, m)
    with pytest.raises(ChannelError, match="'b', input of the first, is no input of the second"):
        op.product(m, other)
    with pytest.raises(ChannelError, match="1 kernels for 2 outputs"):
        op.adaptive(m, [m])
    three = Channel(["a", "b", "c"], ["0", "1"], [[1, 0], [0, 1], [0, 1]])
    with pytest.raises(ChannelError, match="'c', input of the second, is no input of the first"):
        op.visible_mixture(0, m, three)
    for weight in ("-1/10", "11/10"):
        with pytest.raises(DomainError, match=r"must lie in \[0, 1\]"):
            op.mixture(weight, m, m)
    with pytest.raises(ChannelError, match="'d' is no input of the channel"):
        op.restrict(m, ["a", "d"])
    with pytest.raises(ChannelError, match="no pair of inputs is neighbouring"):
        op.restrict(m, ["a"])
    sure = Channel(["a", "b", "c"], ["0"], [[1], [1], [1]], prior=[1, 0, 0])
    with pytest.raises(ChannelError, match="probability 0 to every input that is left"):
        op.restrict(sure, ["b", "c"])
    monkeypatch.setattr(op, "MAX_ENTRIES", 7)
    with pytest.raises(ChannelError, match="2 × 4 entries, more than 7"):
        op.product(m, m)


def test_numbers_beyond_the_machine() -> None:
    """Numerators of thousands of bits go through every operation exactly."""
    p, q = Fraction(1, 3**50), Fraction(2, 7**40)
    m = Channel(["a", "b"], ["a", "b"], [[p, 1 - p], [q, 1 - q]])
    twice = op.post_process(m, m)
    assert twice.probability("a", "a") == p * p + (1 - p) * q
    many = m
    for _ in range(7):
        many = op.post_process(many, many)
    assert len(many.rows.texts(0)[0]) > 4300
    assert many.digest.startswith("sha256:")
