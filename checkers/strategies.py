"""Hypothesis strategies for distributions, channels, kernels, neighbours and parameters.

By default everything legal is generated; zeros, equal rows, ties at the boundary and
near-deterministic rows come often. Everything shrinks towards few inputs and outputs, rows that put
all mass on the first output, small weights, ε = 0 and δ = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from hypothesis import strategies as st

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Loss, Value, exp, ln

Row = tuple[Fraction, ...]

MAX_WEIGHT = 10
ODDS = tuple(Fraction(n, d) for n, d in ((1, 1), (2, 1), (3, 1), (3, 2), (4, 1), (4, 3), (9, 1)))


# A strategy is validated once; made anew for each draw, that would take most of the time.
@cache
def odds() -> st.SearchStrategy[Fraction]:
    """e^ε as a small fraction ≥ 1, so that ε = ln(odds) has exact ties."""
    return st.sampled_from(ODDS)


@cache
def losses() -> st.SearchStrategy[Loss]:
    """ε ≥ 0 in nats: logarithms of small odds, and now and then a rational such as 1/2."""
    return st.one_of(odds().map(_ln), st.sampled_from([Fraction(1, 2), Fraction(1)]).map(Loss))


@cache
def probabilities(*, max_denominator: int = 12) -> st.SearchStrategy[Fraction]:
    """Fractions in [0, 1] with a small denominator, both ends included."""
    every = {Fraction(n, d) for d in range(1, max_denominator + 1) for n in range(d + 1)}
    return st.sampled_from(sorted(every, key=lambda x: (x.denominator, x)))


@cache
def distributions(outputs: int, *, max_weight: int = MAX_WEIGHT) -> st.SearchStrategy[Row]:
    """Probabilities of that many outputs: small integer weights divided by their sum.

    Denominators are at most outputs · max_weight, but for near-deterministic rows (weight 99).
    """
    # One integer for each weight, not a choice of two strategies: it shrinks in one step.
    weights = st.integers(0, max_weight + 1).map(lambda w: w if w <= max_weight else 99)
    return st.lists(weights, min_size=outputs, max_size=outputs).map(_normalised)


def labels(prefix: str, count: int) -> tuple[str, ...]:
    """The labels prefix0, prefix1 and so on."""
    return tuple(f"{prefix}{number}" for number in range(count))


@st.composite
def matrices(draw: st.DrawFn, inputs: int, outputs: int) -> list[Row]:
    """Rows of a channel; a row may repeat an earlier one or be its reverse."""
    rows: list[Row] = []
    for _ in range(inputs):
        how = draw(st.integers(0, 5)) if rows else 0
        if how < 4:
            rows.append(draw(distributions(outputs)))
        else:
            earlier = draw(st.sampled_from(rows))
            rows.append(earlier if how == 4 else earlier[::-1])
    return rows


@st.composite
def neighbour_relations(draw: st.DrawFn, inputs: Sequence[str]) -> str | list[list[str]]:
    """All pairs, or a list of pairs such as a chain; never empty."""
    chain = [list(pair) for pair in pairwise(inputs)]
    every = [[a, b] for i, a in enumerate(inputs) for b in inputs[i + 1 :]]
    some = st.lists(st.sampled_from(every), min_size=1, unique_by=tuple)
    return draw(st.one_of(st.just("all"), st.just(chain), some))


@st.composite
def channels(
    draw: st.DrawFn, *, inputs: tuple[int, int] = (2, 3), outputs: tuple[int, int] = (1, 3)
) -> Channel:
    """Channels with that many inputs and outputs (smallest, largest), on any relation."""
    names = labels("x", draw(st.integers(*inputs)))
    m = draw(st.integers(*outputs))
    rows = draw(matrices(len(names), m))
    return Channel(names, labels("y", m), rows, draw(neighbour_relations(names)))


@st.composite
def kernels(draw: st.DrawFn, channel: Channel, *, outputs: tuple[int, int] = (1, 3)) -> Channel:
    """Independent randomised maps on the outputs (two at least) of a channel."""
    m = draw(st.integers(*outputs))
    rows = draw(kernel_rows(len(channel.outputs), m))
    return Channel(channel.outputs, labels("z", m), rows)


@cache
def kernel_rows(inputs: int, outputs: int) -> st.SearchStrategy[list[Row]]:
    """Rows of a kernel: each deterministic, or any distribution."""
    return st.lists(_often_sure(outputs), min_size=inputs, max_size=inputs)


@st.composite
def neighbour_pairs(draw: st.DrawFn, channel: Channel) -> tuple[int, int]:
    """An ordered pair of neighbouring inputs, by position."""
    return draw(st.sampled_from(list(channel.neighbours.ordered_pairs(len(channel.inputs)))))


_WHERE = tuple(
    st.one_of(st.sampled_from([Fraction(first), Fraction(1 - first)]), probabilities())
    for first in (0, 1)
)


@st.composite
def private_rows(
    draw: st.DrawFn, inputs: int, outputs: int, bound: Fraction, delta: Fraction = Fraction(0)
) -> list[Row]:
    """Rows that are (ln(bound), delta)-private in pairs, by construction.

    Each row is (1−δ)·(a mixture of two fixed rows, its weight within [1, E]/(1+E)) + δ·(any row).
    The ends of the interval are drawn often: there the bound is attained.
    """
    first, second = draw(_often_sure(outputs)), draw(_often_sure(outputs))
    low = 1 / (1 + bound)
    rows: list[Row] = []
    for number in range(inputs):
        where = draw(_WHERE[number % 2])
        weight = low + where * (1 - 2 * low)
        rest = draw(_often_sure(outputs)) if delta else first
        private = (weight * a + (1 - weight) * b for a, b in zip(first, second, strict=True))
        rows.append(tuple((1 - delta) * a + delta * b for a, b in zip(private, rest, strict=True)))
    return rows


def rational_odds(eps: Loss) -> Fraction:
    """The largest of ODDS that is at most e^eps."""
    limit = exp(eps)
    return max(each for each in ODDS if Value(each) <= limit)


@cache
def _often_sure(outputs: int) -> st.SearchStrategy[Row]:
    sure = st.integers(0, outputs - 1).map(lambda j: _unit(j, outputs))
    return st.one_of(sure, distributions(outputs))


def _ln(value: Fraction) -> Loss:
    loss = ln(value)
    if not isinstance(loss, Loss):
        raise TypeError("the logarithm of a fraction is a loss")
    return loss


def _normalised(weights: list[int]) -> Row:
    if not any(weights):
        weights = [1, *weights[1:]]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def _unit(j: int, outputs: int) -> Row:
    return tuple(Fraction(int(k == j)) for k in range(outputs))
