"""Random DP: the pair is drawn, and with probability 1 − γ it is ε-indistinguishable."""

from __future__ import annotations

from typing import Final

from dpverify.defs.numbers import Value
from dpverify.defs.over_pairs.contract import Asked, OverPairs


def _smallest(asked: Asked) -> Value:
    apart = (weight for pair, weight in asked.weights.items() if asked.is_apart(*pair))
    return sum(apart, Value(0))


RANDOM_DP: Final = OverPairs(
    "random-dp",
    "the laws on two inputs that are drawn as a pair are ε-indistinguishable with probability at"
    " least 1 − γ",
    "Hall, Wasserman, Rinaldo 2013",
    "pairs",
    _smallest,
)
