"""Predictive DP: for every first input, a random neighbour is ε-indistinguishable but for γ."""

from __future__ import annotations

from typing import Final

from dpverify.defs.numbers import Value
from dpverify.defs.over_pairs.contract import Asked, OverPairs


def _smallest(asked: Asked) -> Value:
    """The largest probability, over first inputs, that the neighbour drawn is told apart."""
    channel = asked.channel
    beside: dict[int, list[int]] = {}
    for i, j in channel.neighbours.ordered_pairs(len(channel.inputs)):
        beside.setdefault(i, []).append(j)
    shares = (_share(asked, i, near) for i, near in beside.items())
    return max(shares, default=Value(0))


def _share(asked: Asked, i: int, near: list[int]) -> Value:
    """Of the prior of the neighbours, the part that is told apart from the input."""
    inputs = asked.channel.inputs
    whole = sum((asked.prior(inputs[j]) for j in near), Value(0))
    if whole.is_zero:
        return Value(0)  # no neighbour of it is ever drawn
    apart = [j for j in near if asked.is_apart(inputs[i], inputs[j])]
    return sum((asked.prior(inputs[j]) for j in apart), Value(0)) / whole


PREDICTIVE_DP: Final = OverPairs(
    "predictive-dp",
    "for every input, a neighbour that is drawn from the prior has an ε-indistinguishable law with"
    " probability at least 1 − γ",
    "Hall 2012 (thesis), as read by Desfontaines, thesis, section 2.2.4",
    "prior",
    _smallest,
)
