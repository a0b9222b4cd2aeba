"""Bounds that are attained by mechanisms of which every probability is known.

Randomised response tells the truth with probability w = E/(1 + E), an atom with (1 + E)·w = E. The
bound b is an atom too, with c·b = a for a factor c > 0; so c·(value − b) = 0 is an identity up to
multiples of these two equations, and c cancels.
"""

from __future__ import annotations

from itertools import product

from flint import fmpq

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import Fact
from dpverify.proofs.lemma import Multiple
from dpverify.proofs.sums import Sum, atom, number

ONE, TWO, E, W, DELTA = number(1), number(2), atom("e^eps"), atom("quotient0"), atom("delta")
TRUTH, BOUND = (f"quotient{k}, definition of a quotient" for k in (0, 1))
SAMPLE = {"e^eps": fmpq(2), "quotient0": fmpq(2, 3), "delta": fmpq(1, 5)}
"""Numbers at which it is seen which positive parts are not 0."""


def guesser(d: Derivation) -> None:
    """The error is at most the probability of a lie, 1 − w, for each of the two outputs half."""
    facts = d.axioms("case")
    for goal in d.setting.goals:
        least = d.lemma(goal.expr - atom("quotient1") + ONE - W, {}, facts)
        _scaled(d, goal, ONE + E, atom("quotient1") - ONE + W, least)


def variation(d: Derivation) -> None:
    """δ + (1 − δ)(2w − 1), over E + 1."""
    _parts(d, ONE + E, 1)


def composed(times: int, d: Derivation) -> None:
    """All outputs whose excess is positive, over (1 + E)^times."""
    factor = ONE
    for _ in range(times):
        factor = factor * (ONE + E)
    _parts(d, factor, times)


def _parts(d: Derivation, factor: Sum, degree: int) -> None:
    """Each positive part is at least what it is the positive part of, or 0."""
    for goal in d.setting.goals:
        value = number(0)
        facts = []
        for name, (_, a) in d.setting.parts.items():
            positive = _at_sample(a) > 0
            count = goal.expr.terms.get(((), (((name, ()), 1),)), fmpq(0))
            value = value + (a.scaled(count) if positive else number(0))
            facts.append(f"{name} above" if positive else f"{name} >= 0")
        parts = goal.expr + atom("quotient1")
        least = d.lemma(parts - value, {}, facts, degree=1)
        _scaled(d, goal, factor, value - atom("quotient1"), least, degree)


def _scaled(d: Derivation, goal: Fact, factor: Sum, rest: Sum, least: str, degree: int = 1) -> None:
    """The rest times the factor is 0 by the two equations; it and `least` make the goal."""
    multiples: list[Multiple] = [(ONE, BOUND)]
    powers = range(degree + 1)
    multiples += [
        (_power(E, i) * _power(W, j) * _power(DELTA, k), TRUTH)
        for i, j, k in product(powers, range(degree), powers)
    ]
    product_fact = d.lemma(factor * rest, {}, equations=multiples, degree=0)
    above = d.cancel(rest, {}, product_fact, d.positive(factor, ["e^eps >= 1"], degree=degree))
    d.concluded(least, above, goal=goal)


def _power(a: Sum, exponent: int) -> Sum:
    result = ONE
    for _ in range(exponent):
        result = result * a
    return result


def _at_sample(expression: Sum) -> fmpq:
    total = fmpq(0)
    for (_, monomial), coefficient in expression.terms.items():
        term = coefficient
        for (name, _), power in monomial:
            term *= SAMPLE[name] ** power
        total += term
    return total


PROOFS = {
    "dp.guessing.uniform-prior.attained": guesser,
    "dp.total-variation.attained": variation,
    "dp.optimal-composition.two.attained": lambda d: composed(2, d),
    "dp.optimal-composition.three.attained": lambda d: composed(3, d),
}
