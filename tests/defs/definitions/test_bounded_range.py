"""Bounded range: by hand, by brute force over pairs of outputs, and without bound."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.bounded_range import BoundedRange, extremes
from dpverify.defs.numbers import INFINITY, Loss, Value, ln
from tests.defs.definitions.samples import CONSTANT, LINE, RR, SPLIT, channel, related
from tests.defs.divergences.pairs import random_pairs


def test_by_hand() -> None:
    """Randomised response: ln 3 − (−ln 3). LINE, pair (b, c): ratios 8/3, 8/9, 2/3, so ln 4."""
    assert BoundedRange(1).measured(RR).value == ln(9)
    assert BoundedRange(1).measured(LINE).value == ln(4)
    assert BoundedRange(1).measured(CONSTANT).value == 0


def test_brute_force() -> None:
    """The largest P(o)Q(o')/(Q(o)P(o')) over all pairs of outputs."""
    for p, q in random_pairs(50, seed=21):
        ratios = [Fraction(a * d, b * c) for a, b in zip(p, q, strict=True)
                  for c, d in zip(p, q, strict=True)]  # fmt: skip
        assert BoundedRange(1).measured(channel(p, q)).value == ln(max(ratios))


def test_supports() -> None:
    """Infinite where an output is possible on one input alone; what never occurs does not count."""
    found = BoundedRange(5).measured(SPLIT)
    assert found.value == INFINITY
    losses = found.spot.shown["losses"]
    assert losses == (INFINITY, ln("1/2"))
    assert BoundedRange(5).excess(SPLIT, found.spot) == INFINITY
    never = Channel(["a", "b"], ["y", "z", "n"], [["1/2", "1/2", 0], ["1/3", "2/3", 0]])
    assert BoundedRange(1).measured(never).value == ln(2)
    reverse = related(SPLIT, [["b", "a"]], directed=True)
    assert BoundedRange(1).measured(reverse).value == INFINITY


def test_where_and_by_how_much() -> None:
    """At ε = 1 randomised response exceeds it by ln 9 − 1, at outputs 0 and 1."""
    ruling = BoundedRange(1).ruling(RR)
    assert ruling.violated is not None
    assert ruling.violated.shown["outputs"] == ("0", "1")  # type: ignore[union-attr]
    assert BoundedRange(1).excess(RR, ruling.violated) == ln(9) - Loss(1)  # type: ignore[arg-type]
    assert BoundedRange("ln(9)").ruling(RR).violated is None


def test_the_extremes() -> None:
    """The first of several."""
    law = [Value(1) / 4] * 4
    assert extremes(law, law) == (0, 0)
