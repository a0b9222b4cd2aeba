"""Min-entropy leakage and capacity."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from dpverify.checkers.strategies import channels, private_channels
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, ln
from dpverify.defs.qif import (
    bayes_capacity,
    g_vulnerability,
    min_capacity,
    min_entropy_leakage,
    posterior_g_vulnerability,
)
from tests.defs.matrices import fractions, matrices, names
from tests.defs.qif.flows import RRM, Flow, flows


def test_the_mechanism_of_the_presentation() -> None:
    """From a chance of 1/2 to one of 3/4; the uniform prior is the worst."""
    assert min_entropy_leakage(RRM) == ln("3/2")
    assert bayes_capacity(RRM) == Fraction(3, 2)
    assert min_entropy_leakage(RRM, ["3/4", "1/4"]) == 0
    assert min_entropy_leakage(RRM, ["1", "0"]) == 0


@given(flows())
def test_no_prior_leaks_more_than_the_capacity(flow: Flow) -> None:
    """And the uniform prior leaks just as much; the columns' largest entries over Fractions."""
    channel, prior = flow
    largest = sum((max(c) for c in zip(*fractions(channel), strict=True)), Fraction(0))
    assert bayes_capacity(channel) == largest
    assert min_capacity(channel) == ln(largest) == min_entropy_leakage(channel, "uniform")
    assert 0 <= min_entropy_leakage(channel, prior) <= min_capacity(channel)


@given(st.data(), flows())
def test_no_gain_grows_by_more_than_the_capacity(data: st.DataObject, flow: Flow) -> None:
    """V_g[π▷C] ≤ V_g(π)·Σ_y max_x C, whatever the prior and the gains ≥ 0 (Alvim et al., ch. 7)."""
    channel, prior = flow
    gain = data.draw(matrices(3, len(prior)))
    before, after = g_vulnerability(prior, gain), posterior_g_vulnerability(channel, gain, prior)
    assert before <= after <= before * bayes_capacity(channel)


def bound(n: int, odds: Fraction) -> Fraction:
    """n·e^ε/(n − 1 + e^ε)."""
    return n * odds / (n - 1 + odds)


@given(st.data(), st.fractions(1, 8, max_denominator=6))
def test_pure_dp_for_all_pairs_bounds_the_capacity(data: st.DataObject, odds: Fraction) -> None:
    """Σ_y max_x C ≤ n·e^ε/(n−1+e^ε) ≤ e^ε, as a column with maximum a sums to ≥ a + (n−1)a/e^ε.

    Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi 2015, *On the information leakage of
    differentially-private mechanisms*; Barthe, Köpf 2011 for e^ε.
    """
    channel = data.draw(private_channels(odds, inputs=(2, 4), outputs=(1, 4)))
    everyone = Channel(
        channel.inputs, channel.outputs, [channel.row(i) for i in range(len(channel.inputs))]
    )
    assert bayes_capacity(everyone) <= Value(bound(len(channel.inputs), odds)) <= odds


@given(channels(inputs=(2, 4), outputs=(1, 4), entries="rational"))
def test_the_bound_holds_at_the_tight_epsilon(channel: Channel) -> None:
    """Against the ratio of the extreme entries of a column, where no column has a zero."""
    columns = list(zip(*fractions(channel), strict=True))
    if all(min(column) or not max(column) for column in columns):
        odds = max(max(column) / min(column) for column in columns if max(column))
        assert bayes_capacity(channel) <= Value(bound(len(channel.inputs), odds))


@given(st.integers(2, 5), st.fractions(1, 8, max_denominator=6))
def test_randomised_response_attains_the_bound(n: int, odds: Fraction) -> None:
    """The true answer e^ε times as likely as each other one."""
    whole = n - 1 + odds
    rows = [[(odds if x == y else 1) / whole for y in range(n)] for x in range(n)]
    assert bayes_capacity(Channel(names("x", n), names("y", n), rows)) == bound(n, odds)
