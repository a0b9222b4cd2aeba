"""On-average KL privacy: the mean of the expected loss over pairs that are drawn."""

from __future__ import annotations

from typing import Final

from dpverify.defs.comparisons.expected_loss import ExpectedLoss
from dpverify.defs.numbers import INFINITY, ZERO, Number
from dpverify.defs.over_pairs.contract import Asked, OverPairs


def _mean(asked: Asked) -> Number:
    """Σ weight · E_P ln(P/Q), infinite where a pair that is drawn has an infinite loss."""
    channel, mean = asked.channel, ZERO
    for (x, z), weight in asked.weights.items():
        if weight.is_zero:
            continue
        p, q = (channel.row(channel.input_index(label)) for label in (x, z))
        loss = ExpectedLoss().measure(p, q, {})
        if loss == INFINITY:
            return INFINITY
        mean = mean + weight * loss
    return mean


AVERAGE_KL: Final = OverPairs(
    "average-kl",
    "the expected privacy loss of a pair of inputs that is drawn is at most ρ on average",
    "Wang, Lei, Fienberg 2016",
    "pairs",
    _mean,
    has_eps=False,
)
