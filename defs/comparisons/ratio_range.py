"""Bounded range: how far apart the likelihood ratios of two outputs can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import INFINITY, Number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.logic import B, Logic, T


class RatioRange(Quantity):
    """(max_o P(o)/Q(o)) / (min_o P(o)/Q(o)) over the outputs that occur.

    A mechanism has η-bounded range if this is at most e^η for all neighbours.
    """

    name = "ratio-range"
    words = "the largest likelihood ratio of an output, divided by the smallest,"
    formula = "max P(o)Q(o')/(Q(o)P(o'))"
    source = "Dong, Durfee, Rogers 2020"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        del given
        occurring = [(a, b) for a, b in zip(p, q, strict=True) if not (a.is_zero and b.is_zero)]
        if any(a.is_zero or b.is_zero for a, b in occurring):
            return INFINITY
        ratios = [a / b for a, b in occurring]
        return max(ratios) / min(ratios)

    def at_most(
        self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        laws, over = list(zip(p, q, strict=True)), terms.get("over", logic.number(1))
        within = (
            logic.le(
                logic.times(over, logic.times(a, d)),
                logic.times(terms["bound"], logic.times(b, c)),
            )
            for o, (a, b) in enumerate(laws)
            for o2, (c, d) in enumerate(laws)
            if o != o2
        )
        # An output compared with itself: the quotient is 1.
        return logic.conj([logic.le(over, terms["bound"]), *within])
