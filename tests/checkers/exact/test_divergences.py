"""Floats discard no pair that could decide: the answer on what is left is that on all pairs.

The answer on all pairs is that of the definition itself, evaluated on one pair after another.
"""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.exact.divergences import leading_pairs, narrowed
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import channel_definition
from dpverify.defs.definitions.whole import Extent, MeasuredDefinition
from dpverify.defs.numbers import ONE, ZERO

KINDS = ("random", "zeros", "ties", "near", "tiny")
CLAIMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("total-variation", {}),
    ("bounded-range", {}),
    ("renyi-dp", {"alpha": 2}),
    ("renyi-dp", {"alpha": "5/4"}),
    ("chi-squared-dp", {}),
    ("gaussian-dp", {}),
    ("f-dp", {}),
    ("zcdp", {}),
)


def drawn(kind: str, seed: int, *, listed: bool = False) -> Channel:
    """A small channel: zeros give infinite losses; near ones are 10^-300 apart; tiny by size."""
    draw = random.Random(f"{kind} {seed}")  # noqa: S311  for a test
    n, m = draw.randrange(3, 5), draw.randrange(2, 5)
    rows = []
    for _ in range(n):
        row = [draw.randrange(1, 1000) for _ in range(m)]
        if kind == "zeros":
            row = [weight if draw.random() < 0.8 else 0 for weight in row]
            row[draw.randrange(m)] += 1
        elif kind == "ties":
            row = [draw.choice([1, 2]) for _ in range(m)]
        elif kind == "near":
            row = [weight * 10**300 + draw.randrange(2) for weight in (5, 7, 11, 4)[:m]]
        elif kind == "tiny":
            row = [weight * 10**280 if k else weight for k, weight in enumerate(row)]
        rows.append(row)
    inputs = [str(i) for i in range(n)]
    relation: Any = [[str(i), str(i + 1)] for i in range(n - 1)] if listed else "all"
    return Channel.from_weights(inputs, [str(o) for o in range(m)], rows, relation)


def claim(name: str, given: dict[str, Any]) -> MeasuredDefinition:
    """The question for the tight value."""
    kind = channel_definition(name)
    return cast("MeasuredDefinition", kind.question(given))


def told(extent: Extent) -> Any:
    """What both have to say alike: number, place, and the corners but for the ends of all curves.

    Every pair has the points (0, 1) and (1, 0): which of them is named there says nothing.
    """
    corners = [c for c in extent.corners if {c.alpha, c.beta} != {ZERO, ONE}]
    return str(extent.value), str(extent.spot), corners  # numbers known by balls are never equal


@pytest.mark.sampled(3)
@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize(("name", "given"), CLAIMS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_that_on_all_pairs(
    kind: str, name: str, given: dict[str, Any], listed: bool
) -> None:
    """Number, place and corners, for all pairs and for listed ones."""
    # Exact powers of roots of long numbers take long; two channels say as much there.
    slow = (kind, str(given.get("alpha"))) in (("near", "5/4"), ("tiny", "5/4"))
    for seed in range(1 if slow or name == "zcdp" else 4):
        channel, question = drawn(kind, seed, listed=listed), claim(name, given)
        few = narrowed(question, channel, UNLIMITED)
        assert few.rows is channel.rows
        try:
            expected = question.measured(channel)
        except Exception as stop:  # noqa: BLE001  whatever it is, it has to be the same
            with pytest.raises(type(stop)):
                question.measured(few)
            continue
        assert told(question.measured(few)) == told(expected)


@pytest.mark.parametrize(
    ("name", "given"), [pair for pair in CLAIMS if pair[0] != "total-variation"]
)
def test_most_pairs_are_discarded(name: str, given: dict[str, Any]) -> None:
    """Of the 870 pairs of a random channel few are left."""
    draw = random.Random(1)  # noqa: S311  for a test
    rows = [[draw.randrange(1, 10**6) for _ in range(30)] for _ in range(30)]
    labels = [str(i) for i in range(30)]
    channel = Channel.from_weights(labels, labels, rows)
    left = leading_pairs(claim(name, given), channel, UNLIMITED)
    assert left is not None
    assert len(left) < 90


@pytest.mark.parametrize("order", ["4/3", "27/10"])
@pytest.mark.parametrize("kind", ["random", "zeros", "ties"])
def test_orders_that_need_other_roots_than_square_ones(kind: str, order: str) -> None:
    """The answer is that on all pairs, and fewer than half of them are looked at."""
    question = claim("renyi-dp", {"alpha": order})
    channel = drawn(kind, 0)
    left = leading_pairs(question, channel, UNLIMITED)
    assert left is not None
    assert kind == "ties" or 2 * len(left) <= len(channel.inputs) * (len(channel.inputs) - 1)
    few = narrowed(question, channel, UNLIMITED)
    assert told(question.measured(few)) == told(question.measured(channel))


def test_faint_entries_discard_nothing() -> None:
    """Where an entry is below 2^-960 its image says little: all pairs are looked at."""
    rows = [[10**300, 1], [10**300, 3], [10**300, 2]]
    channel = Channel.from_weights(["a", "b", "c"], ["y", "z"], rows)
    assert leading_pairs(claim("bounded-range", {}), channel, UNLIMITED) is None
