"""A pair that violated a claim before is asked about first."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers.answers.places import Witness
from dpverify.checkers.decide import check
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.known_pair import fails_on
from dpverify.checkers.strategies import channels, claims
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Fails
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, LocalDP, ProbabilisticDP, PureDP
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.registry import definition
from dpverify.defs.numbers import ln

CHAIN = Channel(
    ["a", "b", "c"],
    ["y", "z"],
    [["1/2", "1/2"], ["1/4", "3/4"], ["1/8", "7/8"]],
    [["a", "b"], ["b", "c"]],
)


def test_a_pair_that_still_violates() -> None:
    """The failure is about the whole channel, without a tight value; the pair's own is a bound."""
    found = fails_on(CHAIN, PureDP(eps="1/2"), ("b", "a"), source="chain.json")
    assert found is not None
    fails, alone = found
    assert isinstance(fails.subject, Subject)
    assert fails.subject.channel is CHAIN
    assert fails.subject.source == "chain.json"
    assert (dict(fails.tight), fails.attained_by, dict(fails.checked)) == ({}, None, {})
    assert isinstance(fails.witness, Witness)
    assert fails.witness.inputs == ("a", "b")
    assert alone.tight["eps"] == ln(2)
    assert replay(fails.to_json()).status == "accepted"


NOTHING_ALLOWED = {
    "pure-dp": {"eps": "0"}, "local-dp": {"eps": "0"}, "metric-dp": {"eps": "0"},
    "approx-dp": {"eps": "0", "delta": "0"}, "probabilistic-dp": {"eps": "0", "delta": "0"},
    "privacy-at-risk": {"eps": "0", "risk": "0"}, "total-variation": {"delta": "0"},
    "bounded-range": {"eps": "0"}, "renyi-dp": {"alpha": "2", "eps": "0"}, "zcdp": {"rho": "0"},
    "chi-squared-dp": {"chi_squared": "0"}, "gaussian-dp": {"mu": "0"},
    "f-dp": {"trade_off": "gaussian(1/100)"},
}  # fmt: skip


@pytest.mark.parametrize("name", NOTHING_ALLOWED)
def test_under_every_definition_the_kernel_confirms_it(name: str) -> None:
    """Of f-DP the pair's trade-off stood there as the channel's, and the kernel rejected it."""
    channel = CHAIN.with_parts(distance=[[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    found = fails_on(channel, definition(name, **NOTHING_ALLOWED[name]), ("a", "b"))
    assert found is not None
    assert replay(found[0].to_json()).status == "accepted"


def test_what_is_no_violation_any_more() -> None:
    """The claim holds on the pair; its inputs are gone; they are no neighbours; out of time."""
    assert fails_on(CHAIN, PureDP(eps="ln(2)"), ("a", "b")) is None
    assert fails_on(CHAIN, PureDP(eps="1/2"), ("a", "d")) is None
    assert fails_on(CHAIN, PureDP(eps="1/2"), ("a", "c")) is None
    assert fails_on(CHAIN, PureDP(eps="1/2"), ("a", "a")) is None
    assert fails_on(CHAIN, PureDP(eps="1/2"), ("a", "b"), time_limit=0) is None


@settings(max_examples=60)
@given(st.data(), channels(entries="rational"))
def test_it_agrees_with_the_whole_check(data: st.DataObject, channel: Channel) -> None:
    """The pair of a witness still fails; where the claim holds, no pair does."""
    kinds: list[type[EventDefinition]] = [PureDP, ApproxDP, ProbabilisticDP, LocalDP]
    kind = data.draw(st.sampled_from(kinds))
    claim = data.draw(claims(channel, kind.name))
    verdict = check(channel, claim)
    if verdict.holds:
        for pair in channel.neighbours.ordered_pairs(len(channel.inputs)):
            first, second = (channel.inputs[i] for i in pair)
            assert fails_on(channel, claim, (first, second)) is None
    elif kind is not LocalDP:  # its pairs need not be neighbours, and then restricting finds none
        assert isinstance(verdict, Fails)
        assert isinstance(verdict.witness, Witness)
        assert fails_on(channel, claim, verdict.witness.inputs) is not None


def test_a_large_channel_is_confirmed_by_the_pair_alone() -> None:
    """Beyond the size that is replayed whole."""
    n = 160
    rows = [["1/2", "1/2"]] * (n - 1) + [["1/4", "3/4"]]
    channel = Channel([f"x{i}" for i in range(n)], ["y", "z"], rows)
    found = fails_on(channel, PureDP(eps="1/2"), ("x0", f"x{n - 1}"))
    assert found is not None
    assert isinstance(found[0].witness, Witness)
    assert found[0].witness.inputs == ("x0", f"x{n - 1}")
