"""Risks of one ordered pair: under its first law, and on average over both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import ZERO, Loss, Number, NumberError, Value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.logic import B, Logic, T


class FirstRisk(Quantity):
    """P[|L| > ln E] for odds E = e^ε: the risk under P alone; privacy at risk bounds both."""

    name = "first-risk"
    parameters = ("odds",)
    words = "the risk at e^ε = {odds} under the first law alone"
    formula = "P[|L| > ln {odds}]"
    source = "Dandekar, Basu, Bressan 2021, with the probability under one law"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        odds = given["odds"]
        if isinstance(odds, Loss):
            raise NumberError(f"the odds {odds} are written as a loss; give a positive number")
        result: Value = ZERO
        for a, b in zip(p, q, strict=True):
            result = result + a if a > odds * b or b > odds * a else result
        return result

    def term(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> T:
        odds = terms["odds"]
        return logic.total(
            logic.ite(
                logic.conj([logic.le(a, logic.times(odds, b)), logic.le(b, logic.times(odds, a))]),
                logic.number(0),
                a,
            )
            for a, b in zip(p, q, strict=True)
        )


class TotalRisk(FirstRisk):
    """P[|L| > ln E] + Q[|L| > ln E]: twice the risk on average over both laws."""

    name = "total-risk"
    words = "the sum of the risks at e^ε = {odds} under both laws"
    formula = "P[|L| > ln {odds}] + Q[|L| > ln {odds}]"
    source = "Dandekar, Basu, Bressan 2021, with the probability averaged"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        return super().measure(p, q, given) + super().measure(q, p, given)

    def term(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> T:
        return logic.total([super().term(p, q, terms, logic), super().term(q, p, terms, logic)])
