"""The largest ratio of an event's probabilities, for factors other than e^ε."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import INFINITY, Number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.logic import B, Logic, T


class LargestRatio(Quantity):
    """max over events S with P(S) > 0 of P(S)/Q(S), which single outputs attain."""

    name = "largest-ratio"
    words = "the largest ratio of an event's probabilities"
    formula = "max_S P(S)/Q(S)"
    source = (
        "Dwork, McSherry, Nissim, Smith 2006, Definition 1, where e^ε ≈ 1 + ε;"
        " M. Xu, CS 458/658 Module 6 part 3, University of Waterloo, 2023"
    )

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        del given
        occurring = [(a, b) for a, b in zip(p, q, strict=True) if not a.is_zero]
        if any(b.is_zero for _, b in occurring):
            return INFINITY
        return max(a / b for a, b in occurring)

    def at_most(
        self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        bound, over = terms["bound"], terms.get("over", logic.number(1))
        return logic.conj(
            logic.le(logic.times(over, a), logic.times(bound, b)) for a, b in zip(p, q, strict=True)
        )
