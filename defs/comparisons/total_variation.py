"""Total variation distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import Number, total

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.logic import B, Logic, T


class TotalVariation(Quantity):
    """sup_S |P(S) − Q(S)| = Σ_o max(0, P(o) − Q(o))."""

    name = "total-variation"
    words = "the total variation distance"
    formula = "TV(P, Q)"
    source = "Dwork, Roth 2014, section 2.3; as a trade-off, Kairouz, Oh, Viswanath 2015"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        del given
        return total(a - b for a, b in zip(p, q, strict=True) if a > b)

    def term(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> T:
        del terms
        return logic.total(logic.pos(logic.minus(a, b)) for a, b in zip(p, q, strict=True))
