"""Which prior is meant."""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.defs.qif.law import prior_on, uniform
from tests.defs.matrices import values


def test_the_three_ways_to_give_a_prior() -> None:
    """A list, the word, or the channel's own."""
    channel = Channel(["a", "b"], ["y"], [[1], [1]], prior=["1/3", "2/3"])
    assert prior_on(channel) == values("1/3", "2/3")
    assert prior_on(channel, "uniform") == uniform(2) == values("1/2", "1/2")
    assert prior_on(channel, [1, 0]) == values("1", "0")
