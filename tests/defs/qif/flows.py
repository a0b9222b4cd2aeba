"""Channels with priors for the tests of this folder, and oracles over Fractions and floats."""

from __future__ import annotations

from fractions import Fraction
from math import log

from hypothesis import strategies as st

from dpverify.checkers.strategies import priors
from dpverify.defs.channel import Channel
from tests.defs.matrices import Matrix, fractions, matrices, names

Flow = tuple[Channel, tuple[Fraction, ...]]

# Slide "Random Response Mechanism Example" of A. Miller, Guaranteeing Differential Privacy using
# Quantitative Information Flow Analysis, 2024; its program counts the ones of a database of four
# ones and the new response, so that the observation is 4 or 5.
RRM = Channel(["0", "1"], ["4", "5"], [["3/4", "1/4"], ["1/4", "3/4"]], prior=["1/2", "1/2"])


@st.composite
def flows(draw: st.DrawFn) -> Flow:
    """Rational channels of 2 to 4 inputs and 1 to 4 outputs, with a prior that may have zeros."""
    n, m = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    channel = Channel(names("x", n), names("y", m), draw(matrices(n, m)))
    return channel, draw(priors(n))


def joint(flow: Flow) -> Matrix:
    """π(x)·C(y|x)."""
    channel, prior = flow
    return [[w * p for p in row] for w, row in zip(prior, fractions(channel), strict=True)]


def entropy(weights: list[Fraction]) -> float:
    """Shannon's entropy in nats, in floats."""
    return -sum(float(w) * log(w) for w in weights if w)


def mutual_information(flow: Flow) -> float:
    """H(X) + H(Y) − H(X, Y), in floats."""
    table = joint(flow)
    columns = [sum(column, Fraction(0)) for column in zip(*table, strict=True)]
    together = [cell for row in table for cell in row]
    return entropy(list(flow[1])) + entropy(columns) - entropy(together)
