"""Exact events and their probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.exact.masses import Masses
from dpverify.checkers.exact.pairs import Block, Listed
from dpverify.checkers.exact.scores import Kind, Scores
from dpverify.checkers.floats import image_of, image_of_number
from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value, as_bound
from dpverify.defs.privacy_loss import absolute_tail_event, mass, tail_event
from tests.checkers.exact.channels import KINDS, random_channel, seeded


@pytest.mark.parametrize("kind", ["hockey", "absolute"])
@pytest.mark.parametrize("entries", KINDS)
def test_events_and_masses_are_the_definitions(kind: Kind, entries: str) -> None:
    """Through floats, wrapped integers and classes the event is {P > E·Q}, summed exactly."""
    rng = seeded(f"masses {kind} {entries}")
    defined = tail_event if kind == "hockey" else absolute_tail_event
    for _ in range(12):
        channel = random_channel(rng, entries)
        n = len(channel.inputs)
        odds = as_bound(rng.choice(("1", "3/2", "2", "3", "4", "exp(1/2)")))
        scores = Scores(image_of(channel.rows), image_of_number(odds), kind)
        masses = Masses(channel.rows, scores, odds)
        first, second = np.nonzero(~np.eye(n, dtype=bool))
        seen = set()
        events = masses.events(Block(first, second))
        for i, j, event in zip(first.tolist(), second.tolist(), events, strict=True):
            p, q = channel.row(i), channel.row(j)
            expected = defined(p, q, odds)
            assert tuple(np.flatnonzero(event).tolist()) == expected
            seen.add((mass(p, expected), mass(q, expected)))
        weighed = list(masses.weighed(Listed(first, second), UNLIMITED))
        assert {(each.p, each.q) for each in weighed} == seen
        assert len(weighed) == len(seen)


def test_weak_events_include_equality() -> None:
    """With `weak` P = E·Q > 0 belongs to the event, 0 = 0 does not."""
    channel = Channel.from_weights(["a", "b"], ["x", "y", "z"], [[2, 2, 0], [1, 3, 0]])
    scores = Scores(image_of(channel.rows), 2.0, "tail")
    masses = Masses(channel.rows, scores, Value(2))
    block = Block(np.array([0]), np.array([1]))
    assert masses.events(block).tolist() == [[False, False, False]]
    assert masses.events(block, weak=True).tolist() == [[True, False, False]]


def test_a_budget_interrupts() -> None:
    """No time, no masses."""
    channel = random_channel(seeded("budget"), "huge")
    masses = Masses(channel.rows, Scores(image_of(channel.rows), 2.0, "tail"), Value(2))
    with pytest.raises(Undecided):
        list(masses.weighed(Listed(np.array([0]), np.array([1])), Budget(0)))


class Expiring(Budget):
    """A budget that ends when it is asked for the third time."""

    asked = 0

    def check(self) -> None:
        self.asked += 1
        if self.asked == 3:
            raise Undecided("time", "the third time")


def test_a_budget_interrupts_within_a_block() -> None:
    """Numbers beyond machine integers are slow to sum, so time is looked at for every pair."""
    channel = Channel.from_weights(["a", "b"], ["x", "y"], [[10**40, 1], [1, 10**40]])
    masses = Masses(channel.rows, Scores(image_of(channel.rows), 2.0, "tail"), Value(2))
    with pytest.raises(Undecided, match="the third time"):
        list(masses.weighed(Listed(np.array([0, 1]), np.array([1, 0])), Expiring()))
