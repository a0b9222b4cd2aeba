"""Claims and parameters as expressions with finite sums: the readers that the proof kernel gets.

Trusted, with the proof kernel. `SumLogic` is a `defs.logic.Logic` in which one representative
output stands for all outputs of a set: "for all outputs" leaves its index variable free, and a sum
over outputs is a finite sum. So a definition's own text, which is evaluated exactly and encoded for
solvers, also says what a proof has to show. A loss is known by its odds e^ε ≥ 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn

from flint import fmpq

from dpverify.defs.errors import Undecided
from dpverify.proofs.expressions import Kind
from dpverify.proofs.kernel import Fact
from dpverify.proofs.sums import Key, Sum, atom, number

Sorts = Mapping[str, str]
"""Index variables with the index sets that they run over."""

Formula = list[Fact]
"""Facts that all hold."""

MOST_TIMES = 1000
"""So many times a loss is a power of its odds that is written out."""


@dataclass(frozen=True)
class Term:
    """An expression at a representative output.

    `free` are the index variables of that output, over which a total runs; `given` are index
    variables that stay as they are, such as the output that chose one of several channels.
    """

    expr: Sum
    free: Sorts
    given: Sorts = field(default_factory=dict)

    @property
    def indices(self) -> dict[str, str]:
        """All index variables."""
        return joined(self.free, self.given)


@dataclass(frozen=True)
class SumLogic:
    """Operations on terms; new atoms and the axioms that define them are put into the fields."""

    axioms: dict[str, Fact]
    parts: dict[str, tuple[Sorts, Sum]]

    def number(self, value: int) -> Term:
        return Term(number(value), {})

    def minus(self, a: Term, b: Term) -> Term:
        return _term(a.expr - b.expr, a, b)

    def times(self, a: Term, b: Term) -> Term:
        return _term(a.expr * b.expr, a, b)

    def total(self, terms: Iterable[Term]) -> Term:
        every = list(terms)
        result = number(0)
        for term in every:
            result = result + (term.expr.over(term.free) if term.free else term.expr)
        return Term(result, {}, joined(*(term.given for term in every)))

    def pos(self, a: Term) -> Term:
        """The atom m = max(0, a): m ≥ 0, m ≥ a, m·(m − a) = 0; the same one for the same a."""
        for name, (indices, expr) in self.parts.items():
            if indices == a.indices and expr.terms == a.expr.terms:
                return _term(atom(name, *indices), a)
        name = f"part{len(self.parts)}"
        m = atom(name, *a.indices)
        self.parts[name] = (a.indices, a.expr)
        self.axioms[f"{name} >= 0"] = Fact(a.indices, m)
        self.axioms[f"{name} above"] = Fact(a.indices, m - a.expr)
        self.axioms[f"{name} either"] = Fact(a.indices, m * (m - a.expr), "=")
        return _term(m, a)

    def ite(self, condition: Sequence[Fact], a: Term, b: Term) -> Term:
        """i·a + (1 − i)·b; i is a product of atoms, 1 where an inequality holds and else 0."""
        i, indices = number(1), joined(a.indices, b.indices)
        for part in condition:
            if part.free != indices or part.relation != ">=":
                raise unsupported("a choice by an inequality of other outputs")
            i = i * self.case(part)
        return _term(i * a.expr + (number(1) - i) * b.expr, a, b)

    def case(self, condition: Fact) -> Sum:
        """The atom i in {0, 1} that is 1 where the condition c ≥ 0 holds; the same for the same.

        A second atom u ≥ 0 with u·c = i − 1 says that c < 0 where i is 0; u is 0 or −1/c.
        """
        for name, fact in self.axioms.items():
            if name.endswith(" yes") and fact.free == condition.free:
                i = atom(name.removesuffix(" yes"), *condition.free)
                if (i * condition.expr).terms == fact.expr.terms:
                    return i
        count = sum(key.endswith(" yes") for key in self.axioms)
        name, i = f"case{count}", atom(f"case{count}", *condition.free)
        u = atom(f"inverse{count}", *condition.free)
        self.axioms.update(indicator(name, i, condition.free))
        self.axioms[f"{name} yes"] = Fact(condition.free, i * condition.expr)
        self.axioms[f"{name} no"] = Fact(condition.free, (i - number(1)) * condition.expr)
        self.axioms[f"inverse{count} >= 0"] = Fact(condition.free, u)
        self.axioms[f"{name} by inverse"] = Fact(
            condition.free, u * condition.expr - i + number(1), "="
        )
        return i

    def le(self, a: Term, b: Term) -> Formula:
        return [Fact(joined(a.indices, b.indices), b.expr - a.expr)]

    def conj(self, parts: Iterable[Formula]) -> Formula:
        return [fact for part in parts for fact in part]

    def disj(self, parts: Iterable[Formula]) -> NoReturn:
        raise unsupported(f"a disjunction in a claim ({parts!r})")

    def implies(self, a: Formula, b: Formula) -> NoReturn:
        raise unsupported(f"an implication in a claim ({a!r}, {b!r})")


def indicator(name: str, atom_of: Sum, free: Sorts) -> dict[str, Fact]:
    """That an atom is 0 or 1."""
    return {
        f"{name} >= 0": Fact(free, atom_of),
        f"{name} <= 1": Fact(free, number(1) - atom_of),
        f"{name} is 0 or 1": Fact(free, atom_of * atom_of - atom_of, "="),
    }


def _term(expr: Sum, *of: Term) -> Term:
    return Term(expr, joined(*(t.free for t in of)), joined(*(t.given for t in of)))


_QUOTIENT = ", definition of a quotient"


@dataclass(frozen=True)
class OddsAlgebra:
    """Expressions in the parameters; a sum of losses is a product of odds."""

    names: Mapping[str, Sum]
    logic: SumLogic

    @property
    def axioms(self) -> dict[str, Fact]:
        """Where new atoms get their axioms."""
        return self.logic.axioms

    def name(self, name: str) -> Sum:
        if name not in self.names:
            raise unsupported(f"{name}, which is no parameter")
        return self.names[name]

    def constant(self, kind: Kind, value: Fraction) -> Sum:
        if kind == "value":
            return number(fmpq(value.numerator, value.denominator))
        if value:
            raise unsupported(f"e^{value} is no rational number")
        return number(1)

    def add(self, kind: Kind, a: Sum, b: Sum) -> Sum:
        return a * b if kind == "loss" else a + b

    def subtract(self, kind: Kind, a: Sum, b: Sum) -> Sum:
        if kind == "loss":
            raise unsupported(f"a difference of losses, the quotient of {a} and {b}")
        return a - b

    def multiply(self, a: Sum, b: Sum) -> Sum:
        return a * b

    def divide(self, a: Sum, b: Sum) -> Sum:
        """An atom q with b·q = a, for a denominator b that is positive by its form.

        At b = 0 the equation would do harm: for a ≠ 0 it excludes that case, so that a proof would
        not speak of it and seem to; for a = 0 it leaves q open. So b has to be a sum of products of
        atoms that an axiom bounds below by 1 (odds, counts), with coefficients above 0.

        Raises: Undecided("unsupported") for any other b.
        """
        if not self._positive(b):
            raise unsupported(f"a quotient by {b}, which is not positive by its form")
        known = [key for key in self.axioms if key.endswith(_QUOTIENT)]
        for key in known:
            q = atom(key.removesuffix(_QUOTIENT))
            if self.axioms[key].expr.terms == (b * q - a).terms:
                return q
        name = f"quotient{len(known)}"
        q = atom(name)
        self.axioms[f"{name}{_QUOTIENT}"] = Fact({}, b * q - a, "=")
        return q

    def _positive(self, b: Sum) -> bool:
        """Whether b is a sum, not an empty one, of c·(atoms that are ≥ 1), each with c > 0."""
        bounds = [fact.expr.terms for fact in self.axioms.values() if fact.relation == ">="]
        return bool(b.terms) and all(
            coefficient > 0
            and not bound
            and all((atom(name) - number(1)).terms in bounds for (name, _), _ in monomial)
            for (bound, monomial), coefficient in b.terms.items()
        )

    def is_at_least(self, least: int, a: Sum) -> bool:
        """Whether a is at least 0, or 1, by its form: a sum of c·(atoms that are), each with c > 0.

        Of those for 1 the coefficients sum to 1 at least.
        """
        bounds = [fact.expr.terms for fact in self.axioms.values() if fact.relation == ">="]

        def bounded(key: Key, by: int) -> bool:
            bound, monomial = key
            return not bound and all(
                any((atom(name) - number(n)).terms in bounds for n in range(by, 2))
                for (name, _), _ in monomial
            )

        plain = all(c > 0 and bounded(key, 0) for key, c in a.terms.items())
        sure = sum((c for key, c in a.terms.items() if bounded(key, 1)), fmpq(0))
        return plain and sure >= least

    def scale(self, factor: Fraction, a: Sum) -> Sum:
        if factor.denominator != 1 or factor < 0:
            raise unsupported(f"{factor} times a loss needs a root of its odds")
        if factor > MOST_TIMES:
            raise unsupported(f"{factor} times a loss")
        power = number(1)
        for _ in range(int(factor)):
            power = power * a
        return power

    def larger(self, a: Sum, b: Sum) -> Sum:
        """b + max(0, a − b)."""
        return b + self.logic.pos(Term(a - b, {})).expr

    def smaller(self, a: Sum, b: Sum) -> Sum:
        """a − max(0, a − b)."""
        return a - self.logic.pos(Term(a - b, {})).expr

    def exp(self, a: Sum) -> Sum:
        return a

    def loss_at(self, a: Sum) -> Sum:
        return a

    def weigh(self, a: Sum, b: Sum) -> Sum:
        """A count times a loss: a new atom for that power of its odds, which are at least 1.

        So is an order less 1 times a loss.
        """
        factors = {n: self.names[n] for n in self.names if f"{n} >= 1" in self.axioms}
        for name in self.names:
            if f"{name} >= 2" in self.axioms:
                factors[f"({name}-1)"] = self.names[name] - number(1)
        count = next((name for name, factor in factors.items() if factor.terms == a.terms), None)
        if count is None:
            raise unsupported(f"{a} times the loss whose odds are {b}")
        name = f"e^({count}*{self._loss(b)})"
        self.axioms[f"{name} >= 1"] = Fact({}, atom(name) - number(1))
        return atom(name)

    def nats(self, a: Sum) -> Sum:
        """A new atom for the loss whose odds are a: it is at least 0, and 1 + ε ≤ e^ε."""
        name = f"nats({self._loss(a)})"
        self.axioms[f"{name} >= 0"] = Fact({}, atom(name))
        self.axioms[f"1 + {name} <= odds"] = Fact({}, a - number(1) - atom(name))
        return atom(name)

    def _loss(self, a: Sum) -> str:
        """The parameter whose odds these are."""
        for name, known in self.names.items():
            if known.terms == a.terms == atom(f"e^{name}").terms:
                return name
        raise unsupported(f"the odds {a}, which are no parameter's")

    def loss(self, a: Sum) -> NoReturn:
        raise unsupported(f"the loss of {a} nats")

    def ln(self, a: Sum) -> NoReturn:
        raise unsupported(f"the logarithm of {a}")

    def sqrt(self, a: Sum) -> NoReturn:
        raise unsupported(f"the root of {a}")


def joined(*frees: Sorts) -> dict[str, str]:
    """Index variables together, in the order of their names."""
    result: dict[str, str] = {}
    for free in frees:
        for variable, sort in free.items():
            if result.setdefault(variable, sort) != sort:
                raise unsupported(f"the index variable {variable} runs over two sets")
    return dict(sorted(result.items()))


def unsupported(what: str) -> Undecided:
    """What to raise where a statement is not of this kind."""
    return Undecided("unsupported", f"no proof by finite sums: {what}")
