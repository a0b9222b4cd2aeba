"""Hyper-distributions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, DomainError, UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.qif import Hyper, observe, reduced
from tests.defs.matrices import values
from tests.defs.qif.flows import RRM, Flow, flows, joint


def test_the_hyper_distribution_of_the_presentation() -> None:
    """Slide "Using Kuifje": outer (1/2, 1/2), inners (3/4, 1/4) and (1/4, 3/4)."""
    hyper = observe(RRM)
    assert hyper.outer == values("1/2", "1/2")
    assert hyper.inners == (values("3/4", "1/4"), values("1/4", "3/4"))
    assert hyper.outputs == ("4", "5")
    assert str(hyper).splitlines() == [
        "1/2 of '4': 3/4 '0', 1/4 '1'",
        "1/2 of '5': 1/4 '0', 3/4 '1'",
    ]


def test_the_channel_of_the_presentation_comes_back() -> None:
    """Slide "Using Kuifje", M(x,y) = Pr[secret | observation]·Pr[observation]/Pr[secret]."""
    back = Hyper(["0", "1"], ["1/2", "1/2"], [["1/4", "3/4"], ["3/4", "1/4"]], ["5", "4"])
    assert back == observe(RRM)
    assert back.to_channel().probability("0", "4") == Fraction(3, 4)
    assert observe(RRM).to_channel() == RRM


@given(flows())
def test_outer_and_inners_are_bayes_rule(flow: Flow) -> None:
    """Against sums over the joint law: a belief weighs what the outputs leading to it do."""
    expected: dict[tuple[Fraction, ...], Fraction] = {}
    for column in zip(*joint(flow), strict=True):
        seen = sum(column, Fraction(0))
        if seen:
            belief = tuple(cell / seen for cell in column)
            expected[belief] = expected.get(belief, Fraction(0)) + seen
    hyper = observe(*flow)
    assert dict(zip(hyper.inners, hyper.outer, strict=True)) == expected
    assert list(hyper.prior) == list(map(Value, flow[1]))


@given(flows())
def test_a_full_prior_gives_the_reduced_channel_back(flow: Flow) -> None:
    """Up to the outputs that never occur and those that say the same."""
    channel, prior = flow
    if not all(prior):
        with pytest.raises(ChannelError, match="has prior probability 0, so that its row"):
            observe(channel, prior).to_channel()
        return
    back = observe(channel, prior).to_channel(channel.neighbours)
    assert (back.outputs, back.rows) == (reduced(channel).outputs, reduced(channel).rows)
    assert back.prior == tuple(map(Value, prior))
    assert observe(back) == observe(channel, prior)


def test_irrational_beliefs_merge_where_they_are_equal() -> None:
    """Outputs with proportional columns are one observation, whatever form their entries have."""
    row = ["exp(1)/(1+exp(1))/2", "exp(1)/(1+exp(1))/2", "1/(1+exp(1))"]
    channel = Channel(["a", "b"], ["u", "v", "w"], [row, ["1/4", "1/4", "1/2"]])
    assert observe(channel, "uniform").outputs == ("u", "w")


def test_the_same_beliefs_in_another_order_are_the_same() -> None:
    """Names and order of observations do not matter; inputs and weights do."""
    one = Hyper(["a", "b"], ["1/3", "2/3"], [["1", "0"], ["1/2", "1/2"]])
    two = Hyper(["a", "b"], ["2/3", 0, "1/3"], [["1/2", "1/2"], ["1/4", "3/4"], [1, 0]])
    assert (one, hash(one)) == (two, hash(two))
    assert one != Hyper(["b", "a"], ["1/3", "2/3"], [["1", "0"], ["1/2", "1/2"]])
    assert one != Hyper(["a", "b"], ["2/3", "1/3"], [["1", "0"], ["1/2", "1/2"]])
    assert one != "1/3"
    assert repr(two) == "<Hyper of 2 inputs and 2 observations>"


BELIEFS = [["1/2", "1/2"], ["1", "0"]]


@pytest.mark.parametrize(
    ("outer", "inners", "outputs", "message"),
    [
        (["1/2", "1/4"], BELIEFS, None, "the outer distribution sums to 3/4, must be 1"),
        (["3/2", "-1/2"], BELIEFS, None, "entry 2 of the outer distribution is -1/2"),
        (["1"], BELIEFS, None, "2 inners for 1 outer probabilities"),
        (["1/2", "1/2"], [["1/2", "1/4"], ["1", "0"]], None, "prior sums to 3/4, must be 1"),
        (["1/2", "1/2"], BELIEFS, ["u"], "1 outputs for 2 outer probabilities"),
        (["1/2", "1/2"], BELIEFS, ["u", "u"], "'u' is given twice"),
    ],
)
def test_what_is_no_hyper_distribution_is_refused(
    outer: object, inners: object, outputs: list[str] | None, message: str
) -> None:
    """One line that names the fault."""
    with pytest.raises((ChannelError, DomainError), match=message):
        Hyper(["a", "b"], outer, inners, outputs)


def test_a_prior_is_needed_and_checked() -> None:
    """None without a prior, another word, no distribution, no channel."""
    bare = Channel(["a", "b"], ["u"], [[1], [1]])
    with pytest.raises(ChannelError, match="has no prior; give prior='uniform'"):
        observe(bare)
    with pytest.raises(ChannelError, match="the prior is 'even'; give 'uniform'"):
        observe(bare, "even")
    with pytest.raises(ChannelError, match="prior sums to 1/2, must be 1"):
        observe(bare, ["1/2", 0])
    with pytest.raises(UsageError, match="3 is no channel; give a Channel"):
        observe(3, "uniform")  # type: ignore[arg-type]  # that is the point
