"""Positive membership privacy of a prior: no output makes the target much more likely."""

from __future__ import annotations

from typing import Final

from dpverify.defs.numbers import INFINITY, Loss, Real, ln
from dpverify.defs.over_pairs.contract import Asked, OverPairs
from dpverify.defs.over_pairs.target import gains, gains_of_absence


def _smallest(asked: Asked) -> Loss | Real:
    """ε ≥ 0: the target is at most e^ε times as likely, its absence at least e^−ε times."""
    absent = min(gains_of_absence(asked))
    return INFINITY if absent.is_zero else ln(max(*gains(asked), 1 / absent))


POSITIVE_MEMBERSHIP: Final = OverPairs(
    "positive-membership",
    "after every output the target is at most e^ε times as likely as before, and its absence at"
    " least e^−ε times",
    "Li, Qardaji, Su, Wu, Yang 2013, of one prior and one target",
    "target",
    _smallest,
    has_eps=False,
)
