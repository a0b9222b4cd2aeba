"""Random channels for the tests of this folder, and oracles over plain Fractions."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from dpverify.defs.adjust import Adjustment
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value

Matrix = list[list[Fraction]]

WEIGHTS = ("0", "1", "2", "1/3", "exp(1/2)", "exp(1)", "2**(1/2)", "3**(1/3)", "exp(-1)*2**(1/2)")


def names(prefix: str, count: int) -> list[str]:
    """Labels prefix0, prefix1, …"""
    return [f"{prefix}{position}" for position in range(count)]


def values(*texts: str) -> tuple[Value, ...]:
    """Rational numbers as values."""
    return tuple(Value(Fraction(text)) for text in texts)


@st.composite
def matrices(draw: st.DrawFn, n: int, m: int) -> Matrix:
    """Stochastic n × m matrices of small fractions, zeros and repeated columns included."""
    rows = []
    for _ in range(n):
        weights = draw(st.lists(st.integers(0, 6), min_size=m, max_size=m).filter(any))
        rows.append([Fraction(w, sum(weights)) for w in weights])
    return rows


@st.composite
def rational_channels(draw: st.DrawFn, inputs: list[str], outputs: list[str]) -> Channel:
    """Rational channels with the given labels."""
    return Channel(inputs, outputs, draw(matrices(len(inputs), len(outputs))))


@st.composite
def mixed_channels(draw: st.DrawFn, inputs: list[str], outputs: list[str]) -> Channel:
    """Channels whose rows are drawn from rationals, powers of e and roots, then normalised."""
    row = st.lists(st.sampled_from(WEIGHTS), min_size=len(outputs), max_size=len(outputs))
    matrix = [draw(row.filter(lambda w: any(x != "0" for x in w))) for _ in inputs]
    return Channel.adjusted(inputs, outputs, matrix, Adjustment(normalise=True))


def fractions(channel: Channel) -> Matrix:
    """The entries of a rational channel, read one by one."""
    n, m = len(channel.inputs), len(channel.outputs)
    return [[channel.entry(i, j).as_fraction() for j in range(m)] for i in range(n)]
