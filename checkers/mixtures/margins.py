"""By how much two mixtures are told apart more easily than a claimed trade-off function says.

f is that of two normal laws at a distance μ, that of (ε, δ), or straight between points. Each piece
of the last says that δ(ε) ≤ δ of every ordered pair (`claimed_trade_off.py` has the pieces).
"""

from __future__ import annotations

from typing import assert_never

from dpverify.checkers.bounds import Bounds
from dpverify.checkers.mixtures.compared import Answer, ends, infinite, largest
from dpverify.checkers.mixtures.pair import MixturePair
from dpverify.defs.definitions.claimed_trade_off import Approximate, Gaussian, Points
from dpverify.defs.numbers import INFINITY, Number, Value
from dpverify.defs.pairs.contract import comparable

Claimed = Gaussian | Approximate | Points


def margin(pair: MixturePair, function: Claimed) -> Answer:
    """At most 0 exactly where f holds for a pair, given its reverse too."""
    match function:
        case Gaussian():
            return _gap(pair.gaussian_distance(), function.mu)
        case Approximate():
            return _gap(pair.excess(function.eps), function.delta)
        case Points():
            gaps = [_gap(pair.excess(eps), delta) for eps, delta in function.pieces()]
            return largest([Value(-1), *gaps])[0]
        case _:
            assert_never(function)


def _gap(answer: Answer, claimed: Number) -> Answer:
    """A number less the claimed one, whichever is larger."""
    if infinite(answer):
        return INFINITY
    if not isinstance(answer, Bounds):
        return comparable(answer) - comparable(claimed)
    low, high = ends(comparable(claimed))
    upper = None if answer.upper is None else answer.upper - low
    return Bounds(answer.lower - (low if high is None else high), upper)
