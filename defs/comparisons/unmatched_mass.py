"""What one law puts where the other puts nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import Number, total

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.logic import B, Logic, T


class UnmatchedMass(Quantity):
    """P({o : Q(o) = 0}): zero for all neighbours exactly if ε-DP holds for some finite ε."""

    name = "unmatched-mass"
    words = "the probability of outputs that are impossible on the neighbour"
    formula = "P(Q = 0)"
    source = "Dwork, Roth 2014, section 2.3.1: the outputs of infinite loss"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        del given
        return total(a for a, b in zip(p, q, strict=True) if b.is_zero)

    def term(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> T:
        del terms
        zero = logic.number(0)
        parts = (logic.ite(logic.le(b, zero), a, zero) for a, b in zip(p, q, strict=True))
        return logic.total(parts)
