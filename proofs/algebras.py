"""The readers of expressions: exact numbers, and terms for a solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from dpverify.checkers.smt.terms import ONE, SMT, Formula, Term, constant
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Loss, Number, Value, as_eps, exp, ln, parse
from dpverify.proofs.expressions import Kind


@dataclass(frozen=True)
class ExactAlgebra:
    """Exact numbers: a loss in nats, a value as it is."""

    names: Mapping[str, Number]

    def name(self, name: str) -> Number:
        return self.names[name]

    def constant(self, kind: Kind, value: Fraction) -> Number:
        return Loss(value) if kind == "loss" else Value(value)

    # Values are not forced out of the class of losses: there ln(3)/2 + ln(3)/2 = ln(3) is decided.
    def add(self, kind: Kind, a: Number, b: Number) -> Number:
        return as_eps(a) + as_eps(b) if kind == "loss" else a + b

    def subtract(self, kind: Kind, a: Number, b: Number) -> Number:
        return as_eps(a) - as_eps(b) if kind == "loss" else a - b

    def multiply(self, a: Number, b: Number) -> Number:
        return a * b

    def divide(self, a: Number, b: Number) -> Number:
        return a / b

    def scale(self, factor: Fraction, a: Number) -> Number:
        return as_eps(a) * factor

    def larger(self, a: Number, b: Number) -> Number:
        return max(a, b)

    def smaller(self, a: Number, b: Number) -> Number:
        return min(a, b)

    def exp(self, a: Number) -> Number:
        return exp(a)

    def loss_at(self, a: Number) -> Number:
        return ln(a)

    def weigh(self, a: Number, b: Number) -> Number:
        if isinstance(a, Value) and a.is_rational:
            return as_eps(b) * a.as_fraction()
        raise UsageError(f"{a} times a loss is no expression; only a rational number weighs one")

    def nats(self, a: Number) -> Number:
        exact = a.as_rational() if isinstance(a, Loss) else None
        return a if exact is None else Value(exact)

    def loss(self, a: Number) -> Number:
        return as_eps(a)

    def ln(self, a: Number) -> Number:
        return ln(a)

    def sqrt(self, a: Number) -> Number:
        if a == 0:
            return Value(0)
        rational = isinstance(a, Value) and a.is_rational
        return parse(f"({a})**(1/2)") if rational else exp(ln(a) / Value(2))


@dataclass(frozen=True)
class TermAlgebra:
    """Terms: a loss is known as its odds e^ε ≥ 1, so a sum of losses is a product of odds.

    A quotient of values is a new variable with b·q = a, and the nats of a loss are a new variable
    n ≥ 0 with 1 + n ≤ e^n: both are in `defined`, which a question must assume. Where n is not
    ln(e^n), more is allowed than there is: an "unsat" stays right, a "sat" may not be. Where b is 0
    a statement says nothing, since a/b is no number: for a ≠ 0 the equation excludes the case, for
    a = 0 it leaves q open, so an "unsat" is right about all instances that have a meaning.

    Raises: Undecided("unsupported") where a term would need a root, a logarithm or a power.
    """

    names: Mapping[str, Term]
    losses: frozenset[Term] = frozenset()
    """Those of the names that are losses: odds, which are at least 1."""
    made: dict[str, tuple[Term, list[Formula]]] = field(default_factory=dict)

    @property
    def defined(self) -> list[Formula]:
        """What the new variables satisfy."""
        return [formula for _, formulas in self.made.values() for formula in formulas]

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

    def divide(self, a: Term, b: Term) -> Term:
        if b.constant:
            return SMT.times(constant(1 / b.constant), a)
        quotient = Term(f"quotient_{len(self.made)}")
        definition = (quotient, [SMT.equal(SMT.times(b, quotient), a)])
        return self.made.setdefault(f"(/ {a} {b})", definition)[0]

    def exp(self, a: Term) -> Term:
        return a

    def loss_at(self, a: Term) -> Term:
        return a

    def weigh(self, a: Term, b: Term) -> Term:
        raise Undecided("unsupported", f"{a} times a loss has no term: {b} to a real power")

    def nats(self, a: Term) -> Term:
        if a == ONE:
            return SMT.number(0)
        if a not in self.losses:
            raise Undecided("unsupported", "the nats of an expression have no term")
        nats = Term(f"nats_{a}")
        definition = (nats, [SMT.le(SMT.number(0), nats), SMT.le(SMT.plus(ONE, nats), a)])
        return self.made.setdefault(nats.text, definition)[0]

    def loss(self, a: Term) -> Term:
        raise Undecided("unsupported", f"the odds of {a} nats are no polynomial")

    def ln(self, a: Term) -> Term:
        raise Undecided("unsupported", f"the logarithm of {a} has no term")

    def sqrt(self, a: Term) -> Term:
        raise Undecided("unsupported", f"the root of {a} has no term")
