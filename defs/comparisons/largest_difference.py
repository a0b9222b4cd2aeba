"""Additive closeness: the largest difference of a single output's probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import Number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.defs.logic import B, Logic, T


class LargestDifference(Quantity):
    """max_o |P(o) − Q(o)|."""

    name = "largest-difference"
    words = "the largest difference between an output's probabilities"
    formula = "max_o |P(o) − Q(o)|"
    source = (
        "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023,"
        " the tentative definition"
    )

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        del given
        return max(abs(a - b) for a, b in zip(p, q, strict=True))

    def at_most(
        self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        return logic.conj(logic.le(d, terms["bound"]) for d in _differences(p, q, terms, logic))

    def at_least(
        self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
    ) -> B:
        return logic.disj(logic.le(terms["bound"], d) for d in _differences(p, q, terms, logic))


def _differences(
    p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]
) -> Iterator[T]:
    over = terms.get("over", logic.number(1))
    for a, b in zip(p, q, strict=True):
        yield logic.times(over, logic.minus(a, b))
        yield logic.times(over, logic.minus(b, a))
