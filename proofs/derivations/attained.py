"""Bounds that are attained by mechanisms of which every probability is known.

Randomised response tells the truth with probability w = E/(1 + E), an atom with (1 + E)·w = E. The
bound b is an atom too, with c·b = a for a factor c > 0; so c·(value − b) = 0 is an identity up to
multiples of these equations, and c cancels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product

from flint import fmpq

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import Fact
from dpverify.proofs.lemma import Multiple
from dpverify.proofs.sums import Sum, atom, number

ONE = number(1)


@dataclass(frozen=True)
class Known:
    """A mechanism that is known but for its parameters.

    Args:
        truths: the odds of each randomised response; quotient0, quotient1, … are its truths.
        factor: what the bound, the next quotient, is multiplied with to be a polynomial.
        sample: numbers at which it is seen which positive parts are not 0.
        degree: how high the powers of atoms go in the factors of the equations.
    """

    truths: tuple[str, ...]
    factor: Sum
    sample: Mapping[str, fmpq]
    degree: int = 1

    @property
    def bound(self) -> str:
        """The atom of the bound."""
        return f"quotient{len(self.truths)}"

    @property
    def multiples(self) -> list[Multiple]:
        """The equation of the bound, and those of the truths with factors."""
        powers = range(self.degree + 1)
        names = [name for name in self.sample if name != self.bound]
        factors = [_product(names, exponents) for exponents in product(powers, repeat=len(names))]
        truths = [
            (factor, _equation(f"quotient{k}"))
            for k in range(len(self.truths))
            for factor in factors
        ]
        return [(ONE, _equation(self.bound)), *truths]


def _equation(quotient: str) -> str:
    return f"{quotient}, definition of a quotient"


E = atom("e^eps")
HALF_TOLD = {"e^eps": fmpq(2), "quotient0": fmpq(2, 3), "delta": fmpq(1, 5)}
THRICE = Known(("e^eps",), (ONE + E) * (ONE + E) * (ONE + E), HALF_TOLD, degree=3)


def parts(known: Known, d: Derivation) -> None:
    """Each positive part is at least what it is the positive part of, or 0."""
    for goal in d.setting.goals:
        value = number(0)
        facts = []
        for name, (_, a) in d.setting.parts.items():
            positive = _at_sample(a, known.sample) > 0
            count = goal.expr.terms.get(((), (((name, ()), 1),)), fmpq(0))
            value = value + (a.scaled(count) if positive else number(0))
            facts.append(f"{name} above" if positive else f"{name} >= 0")
        rest = value - atom(known.bound)
        least = d.lemma(goal.expr - rest, {}, facts, degree=1)
        _scaled(d, goal, known, rest, least)


def _scaled(d: Derivation, goal: Fact, known: Known, rest: Sum, least: str) -> None:
    """The rest times the factor is 0 by the equations; it and `least` make the goal."""
    scaled = d.lemma(known.factor * rest, {}, equations=known.multiples, degree=0)
    odds = [f"{name} >= 1" for name in known.truths]
    above = d.cancel(rest, {}, scaled, d.positive(known.factor, odds, degree=3))
    d.concluded(least, above, goal=goal)


def _product(names: list[str], exponents: tuple[int, ...]) -> Sum:
    result = ONE
    for name, exponent in zip(names, exponents, strict=True):
        result = result * _power(atom(name), exponent)
    return result


def _power(a: Sum, exponent: int) -> Sum:
    result = ONE
    for _ in range(exponent):
        result = result * a
    return result


def _at_sample(expression: Sum, sample: Mapping[str, fmpq]) -> fmpq:
    total = fmpq(0)
    for (_, monomial), coefficient in expression.terms.items():
        term = coefficient
        for (name, _), power in monomial:
            term *= sample[name] ** power
        total += term
    return total


PROOFS = {
    "dp.optimal-composition.three.attained": partial(parts, THRICE),
}
