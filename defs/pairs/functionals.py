"""What each definition asks of a pair: the smallest value of its last parameter that holds there.

A definition is this functional with a quantifier over pairs of neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, assert_never, cast

from dpverify.defs.notions.claimed_trade_off import (
    Approximate,
    ClaimedTradeOff,
    Gaussian,
    Points,
    claimed_trade_off,
)
from dpverify.defs.numbers import INFINITY, ONE, Loss, Number, Real, Value, ln
from dpverify.defs.pairs.contract import Pair

Functional = Callable[[Pair, Mapping[str, Any]], Number]
"""From a pair and the other parameters of the definition, by name."""

FUNCTIONALS: Final[dict[str, Functional]] = {
    "pure-dp": lambda pair, _: pair.largest_loss(),
    "local-dp": lambda pair, _: pair.largest_loss(),
    "approx-dp": lambda pair, given: pair.excess(given["eps"]),
    "probabilistic-dp": lambda pair, given: pair.beyond(given["eps"]),
    "privacy-at-risk": lambda pair, given: pair.beyond_either_way(given["eps"]),
    "total-variation": lambda pair, _: pair.excess(Loss(0)),
    "bounded-range": lambda pair, _: pair.loss_range(),
    "renyi-dp": lambda pair, given: pair.divergence(Fraction(given["alpha"])),
    "chi-squared-dp": lambda pair, _: pair.chi_squared(),
    "zcdp": lambda pair, _: pair.rate(),
    "gaussian-dp": lambda pair, _: pair.gaussian_distance(),
    "f-dp": lambda pair, given: margin(pair, claimed_trade_off(given["trade_off"])),
}
"""By the name of the definition. Those that are not here ask for more than two laws, such as a
distance between inputs or a prior, or have no parameter."""


def margin(pair: Pair, function: ClaimedTradeOff) -> Number:
    """At most 0 exactly where a claimed trade-off function holds for a pair, given its reverse too.

    A normal one holds from the distance of the pair on. One of straight pieces c − s·α lies below
    T(P, Q) where Q(S) − s·P(S) ≤ 1 − c for every event S: for s ≥ 1 this is δ(ln s) ≤ 1 − c of the
    pair (Q, P), for s < 1 by the complements of the events δ(ln 1/s) ≤ 1 − c/s of (P, Q).
    Neighbours come in both orders, so both are asked of each ordered pair.

    Source: Dong, Roth, Su 2022, Proposition 2.12 (f as a family of (ε, δ)).
    """
    match function:
        case Gaussian(mu=mu):
            distance = pair.gaussian_distance()
            return distance if distance == INFINITY else as_value(distance) - as_value(mu)
        case Approximate(eps=eps, delta=delta):
            return pair.excess(eps) - delta
        case Points(points=points):
            worst: Number = Value(-1)
            for eps, delta in pieces(points):
                found = as_value(pair.excess(eps)) - delta
                worst = found if (found - worst).sign() > 0 else worst
            return worst
        case _:
            assert_never(cast("Any", function))


def pieces(points: Any) -> list[tuple[Loss | Real, Value]]:
    """For each straight piece that falls, the (ε, δ) that it says of every ordered pair."""
    found: dict[str, Any] = {}  # by its text: pieces that mirror each other say the same
    for (a, high), (b, low) in pairwise(points):
        slope = (high - low) / (b - a)
        if slope > 0:
            start = high + slope * a
            one = (ln(slope), ONE - start) if slope >= 1 else (-ln(slope), ONE - start / slope)
            found[f"{one[0]}, {one[1]}"] = one
    return [*found.values()]


def as_value(number: Number) -> Number:
    """A rational loss as a Value, so that exact numbers of both classes meet in one."""
    rational = number.as_rational() if isinstance(number, Loss) else None
    return number if rational is None else Value(rational)
