"""Relaxed DP against every event that may be left out; its ends are two other definitions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError


def _least(
    p: Sequence[Fraction], q: Sequence[Fraction], odds: Fraction, room: Fraction
) -> Fraction:
    """Over all events that are left out, the largest excess of an event of the others."""
    events = [*product((0, 1), repeat=len(p))]
    zero = Fraction(0)
    return min(
        max(
            sum((a - odds * b for a, b, i, o in zip(p, q, event, out, strict=True) if i > o), zero)
            for event in events
        )
        for out in events
        if sum((a for a, o in zip(p, out, strict=True) if o), zero) <= room
    )


def test_against_all_events() -> None:
    """Ten channels of four outputs."""
    random = Random(5)  # noqa: S311 (test data)
    for _ in range(10):
        rows = [[random.randint(0, 5) for _ in range(3)] + [1] for _ in (0, 1)]
        p, q = ([Fraction(x, sum(row)) for x in row] for row in rows)
        room, odds = Fraction(random.randint(0, 4), 8), Fraction(random.choice(("1", "3/2")))
        channel = dv.Channel(["x", "z"], list("abcd"), [p, q])
        answer = dv.over_pairs("relaxed-dp", channel, eps=f"ln({odds})", left_out=room)
        largest = max(_least(p, q, odds, room), _least(q, p, odds, room))
        assert answer.value == dv.Value(largest)


def test_by_hand_and_at_both_ends() -> None:
    """(4, 2, 1, 1)/8 and (1, 1, 2, 4)/8 at ε = 0: the excesses are 3/8 and 1/8, of 1/2 and 1/4.

    Without anything left out it is (ε,δ)-DP; δ_a is 0 exactly where it is probabilistic DP.
    """
    rows = [["1/2", "1/4", "1/8", "1/8"], ["1/8", "1/8", "1/4", "1/2"]]
    channel = dv.Channel(["x", "z"], list("abcd"), rows)
    for room, least in (("0", "1/2"), ("1/4", "3/8"), ("1/2", "1/8"), ("3/4", "0")):
        value = dv.over_pairs("relaxed-dp", channel, eps=0, left_out=room).value
        assert value == dv.parse(least)
    assert dv.measure(channel, "approx-dp", eps=0).tight["delta"] == dv.parse("1/2")
    assert dv.measure(channel, "probabilistic-dp", eps=0).tight["delta"] == dv.parse("3/4")


def test_one_clear_line() -> None:
    """No probability, none given, one where none is due, and too many outputs."""
    bit = dv.Channel(["x", "z"], ["0", "1"], [["1/2", "1/2"], ["1/4", "3/4"]])
    with pytest.raises(UsageError, match="left_out is '3/2', must be a probability"):
        dv.over_pairs("relaxed-dp", bit, eps=0, left_out="3/2")
    with pytest.raises(UsageError, match="leaves a probability out; give left_out"):
        dv.over_pairs("relaxed-dp", bit, eps=0)
    with pytest.raises(UsageError, match="leaves nothing out; leave left_out out"):
        dv.over_pairs("ternary-difference", bit, left_out="1/2")
    names = [str(o) for o in range(34)]
    wide = [["2/51"] * 17 + ["1/51"] * 17, ["1/51"] * 17 + ["2/51"] * 17]
    with pytest.raises(UsageError, match="17 outputs have a loss beyond eps; at most 16"):
        dv.over_pairs("relaxed-dp", dv.Channel(["x", "z"], names, wide), eps=0, left_out="1/2")
