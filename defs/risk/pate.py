"""The table of the source on PATE: what of it can be computed without the votes of the teachers."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from dpverify.defs.numbers import Value, ln
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.parameters import count, positive, positive_rational, share

PRINTED = ((100, "2.04", "1.81"), (1000, "8.03", "5.95"))
"""Queries, ε with differential privacy and ε with privacy at risk, as printed for δ = 10⁻⁵."""
MOST_MOMENT = 100


def vote_independent_eps(queries: Any, rate: Any, delta: Any) -> Enclosed:
    """The ε of noisy-max answers by the moments accountant, whatever the votes were.

    min over l = 1, …, 100 of (2·T·g²·l(l+1) + ln(1/δ))/l, for T answers with Laplace noise of
    scale 1/g on each count. The accountant of PATE adds to this a bound for each query that
    depends on how far ahead the winner was; without the votes that part cannot be known.

    Args:
        queries: T, at least 1.
        rate: g > 0, rational.
        delta: δ in (0, 1].

    Source:
        Papernot, Abadi, Erlingsson, Goodfellow, Talwar 2017, Theorem 2 and section 3.
    """
    answers, scale = count(queries, "the number of queries"), positive_rational(rate, "the rate")
    log = ln(1 / share(positive(delta, "δ"), "δ"))

    def evaluate(bits: int) -> arb:
        smallest: arb | None = None
        for moment in range(1, MOST_MOMENT + 1):
            cost = arb(fmpq(2 * answers * (moment + 1)) * scale * scale)
            eps = cost + log.ball(bits) / moment
            smallest = eps if smallest is None else smallest.min(eps)
        return arb(0) if smallest is None else smallest

    text = f"the vote-independent ε of {answers} queries with rate {Value(scale)}"
    return Enclosed(evaluate, text)
