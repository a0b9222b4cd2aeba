"""The advantage of a guesser, against all events by brute force."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError
from dpverify.defs.guessing import best_guess
from dpverify.defs.guessing.advantage import Sign
from tests.defs.guessing.attacks import Attack, attacks, events


def by_events(attack: Attack, known: list[int], goal: list[int], sign: int) -> Fraction | None:
    """The best advantage over every event, in fractions."""
    weight = sum(attack.prior[x] for x in known)
    if not weight:
        return None
    before = sum((attack.prior[x] for x in known if x in goal), Fraction(0)) / weight
    best = None
    for event in events(len(attack.rows[0])):
        mass = {x: attack.prior[x] * sum(attack.rows[x][y] for y in event) for x in known}
        if sum(mass.values()):
            after = sum((mass[x] for x in known if x in goal), Fraction(0)) / sum(mass.values())
            gained = sign * (after - before)
            best = gained if best is None else max(best, gained)
    return best


@given(attacks(), st.sampled_from([("gain", 1), ("drop", -1)]))
def test_no_event_is_better(attack: Attack, side: tuple[Sign, int]) -> None:
    """The posterior of an event lies between those of its outputs."""
    found = best_guess(attack.channel(), attack.labels, sign=side[0])
    wanted = by_events(attack, list(range(len(attack.rows))), attack.goal, side[1])
    assert found.advantage.as_fraction() == wanted
    assert found.advantage == side[1] * (found.posterior - found.prior)


@given(st.data(), attacks())
def test_knowledge_splits_the_inputs(data: st.DataObject, attack: Attack) -> None:
    """Within each class the prior is conditioned; the worst class counts."""
    n = len(attack.rows)
    marks = data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    classes = [[x for x in range(n) if marks[x] == mark] for mark in {*marks}]
    channel = attack.channel()
    knowledge = [[f"x{x}" for x in each] for each in classes]
    found = best_guess(channel, attack.labels, knowledge=knowledge)
    each = [by_events(attack, known, attack.goal, 1) for known in classes]
    assert found.advantage.as_fraction() == max(a for a in each if a is not None)


@given(attacks())
def test_a_goal_for_each_input(attack: Attack) -> None:
    """g(x) = {x}: the best over the single inputs."""
    channel = attack.channel()
    n = len(attack.rows)
    found = best_guess(channel, {x: [x] for x in channel.inputs})
    each = [by_events(attack, list(range(n)), [x], 1) for x in range(n)]
    assert found.advantage.as_fraction() == max(a for a in each if a is not None)


def test_a_stronger_attacker_can_have_the_smaller_advantage() -> None:
    """Part D: who knows everything gains nothing, and his posterior is the largest."""
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    channel = Channel(["0", "1"], ["0", "1"], rows, prior=["1/2", "1/2"])
    weak = best_guess(channel, ["1"])
    strong = best_guess(channel, ["1"], knowledge=[["0"], ["1"]])
    assert [weak.advantage, strong.advantage] == [Fraction(1, 4), 0]
    weak_drop = best_guess(channel, ["1"], sign="drop")
    assert [weak.posterior, weak_drop.posterior] == [Fraction(3, 4), Fraction(1, 4)]


@given(attacks(inputs=(3, 4)))
def test_a_stronger_attacker_has_the_larger_posterior(attack: Attack) -> None:
    """At the worst of what he may know: some class has at least the posterior of the whole."""
    channel = attack.channel()
    whole = best_guess(channel, attack.labels)
    parts = [["x0", "x1"], [f"x{i}" for i in range(2, len(attack.rows))]]
    best = max(
        best_guess(channel, attack.labels, knowledge=[part, *([x] for x in rest)]).posterior
        for part, rest in ((parts[0], parts[1]), (parts[1], parts[0]))
    )
    every = [
        sum(attack.prior[x] * attack.rows[x][y] for x in part if x in attack.goal)
        / sum(attack.prior[x] * attack.rows[x][y] for x in part)
        for part in ([0, 1], list(range(2, len(attack.rows))))
        for y in range(len(attack.rows[0]))
        if sum(attack.prior[x] * attack.rows[x][y] for x in part)
    ]
    assert whole.posterior.as_fraction() <= max(every)
    assert best <= 1


def test_without_a_prior_there_is_no_guess() -> None:
    channel = Channel(["0", "1"], ["0"], [[1], [1]])
    with pytest.raises(ChannelError, match="needs a prior"):
        best_guess(channel, ["0"])
    assert best_guess(channel, ["0"], prior=["1/3", "2/3"]).posterior == Fraction(1, 3)
