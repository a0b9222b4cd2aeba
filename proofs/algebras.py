"""The readers of expressions: exact numbers, and terms for a solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.smt.terms import ONE, SMT, Term, constant
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Number, Value, as_bound, as_eps, exp
from dpverify.proofs.expressions import Kind


@dataclass(frozen=True)
class ExactAlgebra:
    """Exact numbers: a loss in nats, a value as it is."""

    names: Mapping[str, Number]

    def name(self, name: str) -> Number:
        return self.names[name]

    def constant(self, kind: Kind, value: Fraction) -> Number:
        return Loss(value) if kind == "loss" else Value(value)

    def add(self, kind: Kind, a: Number, b: Number) -> Number:
        if kind == "loss":
            return as_eps(a) + as_eps(b)
        return as_bound(a) + as_bound(b)

    def subtract(self, kind: Kind, a: Number, b: Number) -> Number:
        if kind == "loss":
            return as_eps(a) - as_eps(b)
        return as_bound(a) - as_bound(b)

    def multiply(self, a: Number, b: Number) -> Number:
        return as_bound(a) * as_bound(b)

    def scale(self, factor: Fraction, a: Number) -> Number:
        return as_eps(a) * factor

    def larger(self, a: Number, b: Number) -> Number:
        return max(a, b)

    def smaller(self, a: Number, b: Number) -> Number:
        return min(a, b)

    def exp(self, a: Number) -> Number:
        return exp(a)


@dataclass(frozen=True)
class TermAlgebra:
    """Terms: a loss is known as its odds e^ε ≥ 1, so a sum of losses is a product of odds.

    Raises: Undecided("unsupported") where that would need a division or a root.
    """

    names: Mapping[str, Term]

    def name(self, name: str) -> Term:
        return self.names[name]

    def constant(self, kind: Kind, value: Fraction) -> Term:
        if kind == "value":
            return constant(value)
        if value == 0:
            return ONE
        raise Undecided("unsupported", f"e^({value}) is no rational number: no term for it")

    def add(self, kind: Kind, a: Term, b: Term) -> Term:
        return SMT.times(a, b) if kind == "loss" else SMT.plus(a, b)

    def subtract(self, kind: Kind, a: Term, b: Term) -> Term:
        if kind == "loss":
            raise Undecided("unsupported", "a difference of losses needs a division of odds")
        return SMT.minus(a, b)

    def multiply(self, a: Term, b: Term) -> Term:
        return SMT.times(a, b)

    def scale(self, factor: Fraction, a: Term) -> Term:
        if factor.denominator != 1 or factor < 0:
            raise Undecided("unsupported", f"{factor} times a loss needs a root of its odds")
        power = ONE
        for _ in range(int(factor)):
            power = SMT.times(power, a)
        return power

    def larger(self, a: Term, b: Term) -> Term:
        return SMT.maximum(a, b)

    def smaller(self, a: Term, b: Term) -> Term:
        return SMT.minimum(a, b)

    def exp(self, a: Term) -> Term:
        return a
