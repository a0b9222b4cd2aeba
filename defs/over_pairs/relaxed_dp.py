"""Relaxed DP: an event of probability δ_p is left out, and of the others P(S) ≤ e^ε·Q(S) + δ_a."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Real, Value
from dpverify.defs.over_pairs.contract import Asked, OverPairs
from dpverify.defs.privacy_loss import Odds, odds_of, tail_event

MOST: Final = 16
"""Outputs with a loss beyond ε; each of them may double the events that are looked at."""


def _smallest(asked: Asked) -> Value | Real:
    """The largest δ_a over ordered pairs of neighbours, of each the least over what is left out."""
    channel = asked.channel
    if asked.eps is None:
        raise TypeError("relaxed DP without eps was not refused")
    odds = odds_of(asked.eps)
    largest: Value | Real = Value(0)
    for i, j in channel.neighbours.ordered_pairs(len(channel.inputs)):
        p, q = channel.row(i), channel.row(j)
        beyond = tail_event(p, q, odds)
        if len(beyond) > MOST:
            raise UsageError(
                f"{len(beyond)} outputs have a loss beyond eps; at most {MOST} can be searched, so"
                " give a larger eps"
            )
        parts = [(p[o], p[o] - odds * q[o]) for o in beyond]
        largest = max(largest, _least(parts, asked.left_out, Value(0)))
    return largest


def _least(parts: Sequence[tuple[Value, Odds]], room: Value, kept: Odds) -> Odds:
    """The least sum of excesses that is left, where probabilities of at most `room` are taken out.

    Args: parts the probability and the excess of each output; kept the excesses that stay.
    """
    if not parts:
        return kept
    (weight, excess), *rest = parts
    stays = _least(rest, room, kept + excess)
    return stays if weight > room else min(stays, _least(rest, room - weight, kept))


RELAXED_DP: Final = OverPairs(
    "relaxed-dp",
    "outside a set of outputs of probability at most δ_p, P(S) ≤ e^ε·Q(S) + δ_a for every event S",
    "Zhang, Rubinstein, Dimitrakakis 2016, as read by Desfontaines, thesis, section 2.2.2",
    "left_out",
    _smallest,
)
