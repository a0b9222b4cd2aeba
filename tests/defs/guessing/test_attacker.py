"""Goals and knowledge, read strictly."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, UsageError
from dpverify.defs.guessing.attacker import Target, classes_of, goal_of, prior_in, targets

ABC = ("a", "b", "c")
CHANNEL = Channel(ABC, ["y"], [[1], [1], [1]], prior=["1/2", "1/4", "1/4"])


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ([], "at least one"),
        ("a", "at least one"),
        (None, "at least one"),
        (["d"], "no input"),
        (["a", "a"], "twice"),
    ],
)
def test_a_goal_that_is_none(goal: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        goal_of(goal, ABC)


@pytest.mark.parametrize(
    ("knowledge", "message"),
    [
        ([["a"], ["b"]], "exactly one class"),
        ([["a", "b"], ["b", "c"]], "exactly one class"),
        ([["a", "b", "c", "d"]], "no input"),
        ("abc", "list of classes"),
        ([], "list of classes"),
    ],
)
def test_knowledge_that_is_no_partition(knowledge: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        classes_of(knowledge, ABC)


def test_targets() -> None:
    """One for each class and goal; equal ones once."""
    assert targets(CHANNEL, ["c", "a"]) == [Target((0, 1, 2), (0, 2))]
    assert targets(CHANNEL, ["a"], [["b"], ["c", "a"]]) == [Target((1,), ()), Target((2, 0), (0,))]
    balls = {"a": ["a", "b"], "b": ["a", "b", "c"], "c": ["b", "c"]}
    assert [t.goal for t in targets(CHANNEL, balls)] == [(0, 1), (0, 1, 2), (1, 2)]
    with pytest.raises(UsageError, match="at least one"):
        targets(CHANNEL, {"a": ["a"]})


def test_the_prior() -> None:
    assert prior_in(CHANNEL) == CHANNEL.prior
    assert sum(prior_in(CHANNEL, ["1", 0, 0])) == 1
    with pytest.raises(ChannelError, match="sums to"):
        prior_in(CHANNEL, ["1/2", 0, 0])
