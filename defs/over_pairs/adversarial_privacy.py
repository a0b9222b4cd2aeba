"""Adversarial privacy of a prior: after every output the target is at most e^ε·prior + δ likely."""

from __future__ import annotations

from typing import Final

from dpverify.defs.numbers import Real, Value
from dpverify.defs.over_pairs.contract import Asked, OverPairs
from dpverify.defs.over_pairs.target import beliefs
from dpverify.defs.privacy_loss import odds_of


def _smallest(asked: Asked) -> Value | Real:
    """The smallest δ ≥ 0 at ε."""
    if asked.eps is None:
        raise TypeError("adversarial privacy without eps was not refused")
    odds = odds_of(asked.eps)
    excess: Value | Real = Value(0)
    for belief in beliefs(asked):
        excess = max(excess, belief.after - odds * belief.before)
    return excess


ADVERSARIAL_PRIVACY: Final = OverPairs(
    "adversarial-privacy",
    "after every output the probability of the target is at most e^ε times that before, and δ more",
    "Rastogi, Hay, Miklau, Suciu 2009, of one prior and one target",
    "target",
    _smallest,
)
