"""Generalised DP: ε-DP among the inputs of a set whose probability is at least 1 − γ."""

from __future__ import annotations

from typing import Final

from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.over_pairs.contract import Asked, OverPairs, Pair

MOST: Final = 24
"""Pairs that are told apart; each of them may double the sets that are looked at."""


def _smallest(asked: Asked) -> Value:
    """The least probability of a set that meets every pair of neighbours that is told apart."""
    channel = asked.channel
    near = channel.neighbours.ordered_pairs(len(channel.inputs))
    labels = ((channel.inputs[i], channel.inputs[j]) for i, j in near)
    apart = sorted({(min(pair), max(pair)) for pair in labels if asked.is_apart(*pair)})
    if len(apart) > MOST:
        raise UsageError(
            f"{len(apart)} pairs of neighbours are told apart; at most {MOST} can be searched, so"
            " give a larger eps or fewer inputs"
        )
    return _cover(asked, apart)


def _cover(asked: Asked, pairs: list[Pair]) -> Value:
    """One of both inputs of the first pair is left out, whichever costs less in the end."""
    if not pairs:
        return Value(0)
    costs = []
    for out in pairs[0]:
        rest = [pair for pair in pairs if out not in pair]
        costs.append(asked.prior(out) + _cover(asked, rest))
    return min(costs)


GENERALISED_DP: Final = OverPairs(
    "generalised-dp",
    "neighbours within a set of inputs of probability at least 1 − γ have ε-indistinguishable laws",
    "Dixit, Jha, Raskhodnikova, Thakurta 2013, as read by Desfontaines, thesis, section 2.2.4",
    "prior",
    _smallest,
)
