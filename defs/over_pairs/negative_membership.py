"""Negative membership privacy of a prior: no output makes the target much less likely."""

from __future__ import annotations

from typing import Final

from dpverify.defs.numbers import INFINITY, Loss, Real, ln
from dpverify.defs.over_pairs.contract import Asked, OverPairs
from dpverify.defs.over_pairs.target import gains, gains_of_absence


def _smallest(asked: Asked) -> Loss | Real:
    """ε ≥ 0: the target is at least e^−ε times as likely, its absence at most e^ε times."""
    present = min(gains(asked))
    return INFINITY if present.is_zero else ln(max(*gains_of_absence(asked), 1 / present))


NEGATIVE_MEMBERSHIP: Final = OverPairs(
    "negative-membership",
    "after every output the target is at least e^−ε times as likely as before, and its absence at"
    " most e^ε times",
    "Li, Qardaji, Su, Wu, Yang 2013, of one prior and one target",
    "target",
    _smallest,
    has_eps=False,
)
