"""Distributional privacy: two inputs that are drawn independently are ε-indistinguishable."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from dpverify.defs.numbers import Value
from dpverify.defs.over_pairs.contract import Asked, OverPairs


def _smallest(asked: Asked) -> Value:
    """The probability that two draws are told apart; for this prior, not for the worst one."""
    pairs = permutations(asked.channel.inputs, 2)
    apart = (pair for pair in pairs if asked.is_apart(*pair))
    return sum((asked.prior(x) * asked.prior(z) for x, z in apart), Value(0))


DISTRIBUTIONAL_PRIVACY: Final = OverPairs(
    "distributional-privacy",
    "the laws on two inputs that are drawn independently from the prior are ε-indistinguishable"
    " with probability at least 1 − γ",
    "Blum, Ligett, Roth 2013, of one prior",
    "prior",
    _smallest,
)
