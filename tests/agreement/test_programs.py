"""Programs and matrices agree exactly: one is built from the other, and both are measured."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify import strategies
from dpverify.checkers.decide import measure
from dpverify.defs.channel import Channel
from dpverify.defs.operations import adaptive, product
from dpverify.defs.programs import Mechanism, channel_of, mechanism


def program_of(channel: Channel) -> Mechanism:
    """The program that draws an output of a channel by the row of its input."""
    n = range(len(channel.inputs))
    pairs = list(channel.neighbours.ordered_pairs(len(n)))

    @mechanism(inputs=list(n), neighbours=pairs)
    def drawn(x: int, draw: Any) -> int:
        return int(draw.choice(dict(enumerate(channel.row(x)))))

    return drawn


def same_matrix(ours: Channel, theirs: Channel, names: list[str]) -> bool:
    """Whether column names[j] of ours is column j of theirs; a column of zeros may be missing."""
    return all(
        theirs.entry(i, j) == (ours.entry(i, ours.outputs.index(name)) if name in ours.outputs
                               else 0)
        for i in range(len(theirs.inputs))
        for j, name in enumerate(names)
    )  # fmt: skip


@pytest.mark.long
@settings(max_examples=60)
@given(strategies.channels())
def test_a_program_of_a_channel_is_that_channel(channel: Channel) -> None:
    names = [str(j) for j in range(len(channel.outputs))]
    assert same_matrix(channel_of(program_of(channel)), channel, names)


@pytest.mark.long
@settings(max_examples=40)
@given(strategies.channels())
def test_the_tight_eps_is_the_same(channel: Channel) -> None:
    """Of all ordered pairs that are neighbours in both orders."""
    if channel.neighbours.directed:
        return
    ours = measure(program_of(channel), "pure-dp").tight["eps"]
    assert ours == measure(channel, "pure-dp").tight["eps"]


@settings(max_examples=30)
@given(strategies.channels(), st.data())
def test_two_draws_are_a_product(channel: Channel, data: Any) -> None:
    """A program that publishes two independent draws, with and without a checkpoint between."""
    n = len(channel.inputs)
    merge = data.draw(st.booleans())

    @mechanism(inputs=list(range(n)), neighbours="all")
    def both(x: int, draw: Any) -> tuple[int, int]:
        table = dict(enumerate(channel.row(x)))
        first = draw.choice(table)
        if merge:
            draw.checkpoint(first)
        return first, draw.choice(table)

    m = range(len(channel.outputs))
    names = [f"({j}, {k})" for j in m for k in m]
    assert same_matrix(channel_of(both), product(channel, channel), names)


@settings(max_examples=30)
@given(strategies.channels())
def test_a_draw_that_depends_on_the_first_is_adaptive_composition(channel: Channel) -> None:
    """The second draw is of the row of another input, chosen by the first output."""
    n, m = len(channel.inputs), len(channel.outputs)

    @mechanism(inputs=list(range(n)), neighbours="all")
    def chained(x: int, draw: Any) -> tuple[int, int]:
        first = draw.choice(dict(enumerate(channel.row(x))))
        return first, draw.choice(dict(enumerate(channel.row((x + first) % n))))

    turned = [
        Channel(
            channel.inputs,
            channel.outputs,
            [channel.row((i + shift) % n) for i in range(n)],
            channel.neighbours,
        )
        for shift in range(m)
    ]
    names = [f"({j}, {k})" for j in range(m) for k in range(m)]
    theirs = adaptive(channel, turned)
    assert same_matrix(channel_of(chained), theirs, names)
