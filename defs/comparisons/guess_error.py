"""How often a guesser of the input errs, who knows both laws and sees one output.

The input is D (law P) with probability `weight`, else D' (law Q).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons.contract import Given, Law, Quantity
from dpverify.defs.numbers import ONE, Loss, Number, NumberError, Real, Value, total

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.defs.logic import B, Logic, T

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"


class LikelihoodGuessError(Quantity):
    """w·P(P ≤ Q) + (1−w)·Q(P > Q): the guess is the likelier input, D' where they tie."""

    name = "likelihood-guess-error"
    parameters = ("weight",)
    words = (
        "the error of the maximum-likelihood guesser (ties guess the second input), the first"
        " input having prior probability {weight},"
    )
    formula = "{weight}·P(P ≤ Q) + (1 − {weight})·Q(P > Q)"
    source = XU

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        laws, weight = list(zip(p, q, strict=True)), _weight(given)
        missed, wrong = total(a for a, b in laws if a <= b), total(b for a, b in laws if a > b)
        return weight * missed + (ONE - weight) * wrong

    def term(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> T:
        weight = terms["weight"]
        rest = logic.minus(logic.number(1), weight)
        return logic.total(
            logic.ite(logic.le(a, b), logic.times(weight, a), logic.times(rest, b))
            for a, b in zip(p, q, strict=True)
        )


class BayesGuessError(Quantity):
    """Σ_o min(w·P(o), (1−w)·Q(o)): the guess is the input of larger posterior probability."""

    name = "bayes-guess-error"
    parameters = ("weight",)
    words = "the error of the Bayes guesser, the first input having prior probability {weight},"
    formula = "Σ_o min({weight}·P(o), (1 − {weight})·Q(o))"
    source = f"{XU}, with the guesser replaced by the optimal one"

    def measure(self, p: Law, q: Law, given: Given) -> Number:
        weight = _weight(given)
        result: Value | Real = Value(0)
        for a, b in zip(p, q, strict=True):
            result = result + min(weight * a, (ONE - weight) * b)
        return result

    def term(self, p: Sequence[T], q: Sequence[T], terms: Mapping[str, T], logic: Logic[T, B]) -> T:
        weight = terms["weight"]
        rest = logic.minus(logic.number(1), weight)
        both = [(logic.times(weight, a), logic.times(rest, b)) for a, b in zip(p, q, strict=True)]
        return logic.total(logic.ite(logic.le(a, b), a, b) for a, b in both)


def _weight(given: Given) -> Value | Real:
    weight = given["weight"]
    if isinstance(weight, Loss):
        raise NumberError(f"the weight {weight} is written as a loss; give a probability")
    return weight
