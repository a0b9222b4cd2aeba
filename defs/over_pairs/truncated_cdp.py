"""Truncated concentrated DP: D_α ≤ ρ·α for all orders above 1 and up to ω."""

from __future__ import annotations

from typing import Final

from dpverify.defs.divergences.concentration import concentration
from dpverify.defs.numbers import Loss, Number, Real
from dpverify.defs.over_pairs.contract import Asked, OverPairs


def _smallest(asked: Asked) -> Number:
    """The largest D_α/α over ordered pairs of neighbours and real orders.

    Exact where it is the limit at order 1; else the upper end of an enclosure that is narrower by
    10⁻⁹ of itself (of laws that are nearly equal, up to 10⁻³). The divergence is continuous in its
    order, so that it makes no difference whether ω is one of the orders.
    """
    channel = asked.channel
    largest: Loss | Real = Loss(0)
    for i, j in channel.neighbours.ordered_pairs(len(channel.inputs)):
        rate = concentration(channel.row(i), channel.row(j), None, asked.order).most
        largest = max(largest, rate)
    return largest


TRUNCATED_CDP: Final = OverPairs(
    "truncated-cdp",
    "the Rényi divergence of neighbours is at most ρ·α for every order α above 1 and up to ω",
    "Bun, Dwork, Rothblum, Steinke 2018, Definition 1; bounded concentrated DP with ξ = 0",
    "order",
    _smallest,
    has_eps=False,
)
