"""Local DP: pure DP between any two inputs."""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import LocalDP, PureDP


def test_the_relation_of_the_channel_is_not_used() -> None:
    """Of a chain of three inputs local DP takes six ordered pairs, pure DP four."""
    chain = Channel(["a", "b", "c"], ["y"], [["1"]] * 3, [["a", "b"], ["b", "c"]])
    assert list(LocalDP.pairs(chain)) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert list(PureDP.pairs(chain)) == [(0, 1), (1, 0), (1, 2), (2, 1)]


def test_a_direction_does_not_bind_it() -> None:
    """Both orders are looked at where the neighbours of the channel go one way."""
    one_way = Channel(["a", "b"], ["y"], [["1"]] * 2, [["a", "b"]], directed=True)
    assert list(LocalDP.pairs(one_way)) == [(0, 1), (1, 0)]
    assert list(PureDP.pairs(one_way)) == [(0, 1)]
