"""The hockey-stick divergence, so that a δ can be bounded from below as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import Loss, Number, NumberError, Real, Value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.logic import B, Logic, T


class HockeyStick(Quantity):
    """Σ_o max(0, P(o) − E·Q(o)) for odds E = e^ε: the smallest δ at ε, for one ordered pair."""

    name = "hockey-stick"
    parameters = ("odds",)
    words = "the smallest δ at e^ε = {odds}"
    formula = "δ_(e^ε = {odds})(P‖Q)"
    source = "Barthe, Olmedo 2013; Balle, Wang 2018, Theorem 5"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        odds = given["odds"]
        if isinstance(odds, Loss):
            raise NumberError(f"the odds {odds} are written as a loss; give a positive number")
        result: Value | Real = Value(0)
        for a, b in zip(p, q, strict=True):
            excess = a - odds * b
            result = result + excess if excess > 0 else result
        return result

    def term(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> T:
        return logic.total(
            logic.pos(logic.minus(a, logic.times(terms["odds"], b)))
            for a, b in zip(p, q, strict=True)
        )
