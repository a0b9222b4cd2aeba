"""Ternary |χ|²-privacy: the difference of two laws, weighed by a third; all three neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dpverify.defs.numbers import INFINITY, Loss, Value
from dpverify.defs.over_pairs.contract import Asked, OverPairs


def _smallest(asked: Asked) -> Value | Loss:
    """The largest Σ (P − P')²/R over three inputs of which each two are neighbours or the same."""
    channel = asked.channel
    inputs = range(len(channel.inputs))
    near = {*channel.neighbours.ordered_pairs(len(channel.inputs))}
    near |= {(j, i) for i, j in near} | {(i, i) for i in inputs}
    largest = Value(0)
    for i, j in near:
        for k in inputs:
            if (i, k) in near and (j, k) in near:
                difference = _weighed(channel.row(i), channel.row(j), channel.row(k))
                if difference is None:
                    return INFINITY
                largest = max(largest, difference)
    return largest


def _weighed(p: Sequence[Value], other: Sequence[Value], r: Sequence[Value]) -> Value | None:
    """Σ (P − P')²/R; None where it is infinite."""
    result = Value(0)
    for a, b, c in zip(p, other, r, strict=True):
        if a == b:
            continue
        if c.is_zero:
            return None
        result = result + (a - b) * (a - b) / c
    return result


TERNARY_DIFFERENCE: Final = OverPairs(
    "ternary-difference",
    "of three inputs that are neighbours of one another, Σ (P − P')²/R is at most χ²",
    "Wang, Balle, Kasiviswanathan 2019, ternary |χ|^α of order 2",
    "neighbours",
    _smallest,
    has_eps=False,
)
