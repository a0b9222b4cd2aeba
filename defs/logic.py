"""The few operations in which every definition is written, so that one text serves several readers.

A definition's two forms (over events, over outputs) are functions of terms and of a `Logic`. With
`EXACT` the terms are exact numbers and a form is simply true or false; an encoder for a solver
supplies its own `Logic`, whose terms and truth values are formulas. What must never change: a form
uses nothing but these operations, so what is decided exactly is what is handed to the solver.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from dpverify.defs.numbers import ZERO, Real, Value

T = TypeVar("T")
B = TypeVar("B")


class Logic(Protocol[T, B]):
    """Terms `T` (numbers) and truth values `B`; there is no division, so zero needs no care."""

    def number(self, value: int) -> T:
        """The integer constant."""
        ...

    def minus(self, a: T, b: T) -> T:
        """a − b."""
        ...

    def times(self, a: T, b: T) -> T:
        """a · b."""
        ...

    def total(self, terms: Iterable[T]) -> T:
        """The sum; 0 when there is no term."""
        ...

    def pos(self, a: T) -> T:
        """max(0, a)."""
        ...

    def ite(self, condition: B, a: T, b: T) -> T:
        """a where the condition holds, else b."""
        ...

    def le(self, a: T, b: T) -> B:
        """a ≤ b."""
        ...

    def conj(self, parts: Iterable[B]) -> B:
        """All parts hold; true when there is none."""
        ...

    def disj(self, parts: Iterable[B]) -> B:
        """Some part holds; false when there is none."""
        ...

    def implies(self, a: B, b: B) -> B:
        """If a then b."""
        ...


class TableLogic(Logic[T, B], Protocol[T, B]):
    """What properties of a whole channel are written in, beside the operations of definitions."""

    def largest(self, terms: Iterable[T]) -> T:
        """The largest of the terms, of which there is one at least."""
        ...

    def count(self, terms: Iterable[T]) -> T:
        """How many terms there are."""
        ...


class ExactLogic:
    """`TableLogic` over exact numbers: forms evaluate to bool.

    Raises: Undecided from `le`, `pos` where two enclosed numbers do not separate.
    """

    def number(self, value: int) -> Value | Real:
        return Value(value)

    def minus(self, a: Value | Real, b: Value | Real) -> Value | Real:
        return a - b

    def times(self, a: Value | Real, b: Value | Real) -> Value | Real:
        return a * b

    def total(self, terms: Iterable[Value | Real]) -> Value | Real:
        result: Value | Real = ZERO
        for term in terms:
            result = result + term
        return result

    def pos(self, a: Value | Real) -> Value | Real:
        return max(ZERO, a)

    def largest(self, terms: Iterable[Value | Real]) -> Value | Real:
        result, *rest = terms
        for term in rest:
            result = max(term, result)
        return result

    def count(self, terms: Iterable[Value | Real]) -> Value | Real:
        return Value(len(list(terms)))

    def ite(self, condition: bool, a: Value | Real, b: Value | Real) -> Value | Real:
        return a if condition else b

    def le(self, a: Value | Real, b: Value | Real) -> bool:
        return a <= b

    def conj(self, parts: Iterable[bool]) -> bool:
        return all(parts)

    def disj(self, parts: Iterable[bool]) -> bool:
        return any(parts)

    def implies(self, a: bool, b: bool) -> bool:
        return (not a) or b


EXACT = ExactLogic()
