"""Terms and truth values as SMT-LIB 2 text, and the `Logic` that builds them.

What must never change: no division is ever written (solvers give x/0 an arbitrary value), and
folding of constants is exact, so a formula says what the definition says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce


@dataclass(frozen=True, slots=True)
class Term:
    """A real number: SMT-LIB text, and its value where it is a constant."""

    text: str
    constant: Fraction | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Formula:
    """A truth value: SMT-LIB text, and its truth where it is already known."""

    text: str
    known: bool | None = None

    def __str__(self) -> str:
        return self.text


def constant(value: Fraction | int) -> Term:
    """A rational constant.

    >>> constant(Fraction(-3, 4)).text
    '(- (/ 3 4))'
    """
    value = Fraction(value)
    size = abs(value)
    whole = size.denominator == 1
    text = str(size.numerator) if whole else f"(/ {size.numerator} {size.denominator})"
    return Term(text if value >= 0 else f"(- {text})", value)


ZERO, ONE = constant(0), constant(1)
TRUE, FALSE = Formula("true", known=True), Formula("false", known=False)


class SmtLogic:
    """`TableLogic` over terms: the same forms that decide exactly become formulas.

    >>> SMT.le(SMT.times(ONE, Term("p")), SMT.pos(Term("q"))).text
    '(<= p (ite (<= q 0) 0 q))'
    """

    def number(self, value: int) -> Term:
        return constant(value)

    def plus(self, a: Term, b: Term) -> Term:
        """a + b."""
        return self.total((a, b))

    def minus(self, a: Term, b: Term) -> Term:
        if a.constant is not None and b.constant is not None:
            return constant(a.constant - b.constant)
        return a if b.constant == 0 else Term(f"(- {a} {b})")

    def times(self, a: Term, b: Term) -> Term:
        if a.constant is not None and b.constant is not None:
            return constant(a.constant * b.constant)
        if a.constant == 0 or b.constant == 0:
            return ZERO
        if a.constant == 1:
            return b
        return a if b.constant == 1 else Term(f"(* {a} {b})")

    def total(self, terms: Iterable[Term]) -> Term:
        known = Fraction(0)
        open_terms: list[Term] = []
        for term in terms:
            if term.constant is None:
                open_terms.append(term)
            else:
                known += term.constant
        if known or not open_terms:
            open_terms.append(constant(known))
        if len(open_terms) == 1:
            return open_terms[0]
        return Term(f"(+ {' '.join(term.text for term in open_terms)})")

    def pos(self, a: Term) -> Term:
        return self.ite(self.le(a, ZERO), ZERO, a)

    def largest(self, terms: Iterable[Term]) -> Term:
        return reduce(self.maximum, terms)

    def count(self, terms: Iterable[Term]) -> Term:
        return constant(len(list(terms)))

    def maximum(self, a: Term, b: Term) -> Term:
        """The larger of a and b."""
        return self.ite(self.le(a, b), b, a)

    def minimum(self, a: Term, b: Term) -> Term:
        """The smaller of a and b."""
        return self.ite(self.le(a, b), a, b)

    def ite(self, condition: Formula, a: Term, b: Term) -> Term:
        if condition.known is not None:
            return a if condition.known else b
        return a if a == b else Term(f"(ite {condition} {a} {b})")

    def le(self, a: Term, b: Term) -> Formula:
        if a.constant is not None and b.constant is not None:
            return TRUE if a.constant <= b.constant else FALSE
        return TRUE if a == b else Formula(f"(<= {a} {b})")

    def equal(self, a: Term, b: Term) -> Formula:
        """a = b."""
        if a.constant is not None and b.constant is not None:
            return TRUE if a.constant == b.constant else FALSE
        return TRUE if a == b else Formula(f"(= {a} {b})")

    def conj(self, parts: Iterable[Formula]) -> Formula:
        return _joined("and", parts, neutral=TRUE, absorbing=FALSE)

    def disj(self, parts: Iterable[Formula]) -> Formula:
        return _joined("or", parts, neutral=FALSE, absorbing=TRUE)

    def negation(self, a: Formula) -> Formula:
        """Not a."""
        if a.known is not None:
            return FALSE if a.known else TRUE
        return Formula(f"(not {a})")

    def implies(self, a: Formula, b: Formula) -> Formula:
        return self.disj((self.negation(a), b))

    def differ(self, a: Formula, b: Formula) -> Formula:
        """Exactly one of a and b."""
        if a.known is not None:
            return self.negation(b) if a.known else b
        if b.known is not None:
            return self.differ(b, a)
        return Formula(f"(xor {a} {b})")


def _joined(
    word: str, parts: Iterable[Formula], *, neutral: Formula, absorbing: Formula
) -> Formula:
    kept: list[Formula] = []
    for part in parts:
        if part.known is absorbing.known:
            return absorbing
        if part.known is None and part not in kept:
            kept.append(part)
    if not kept:
        return neutral
    if len(kept) == 1:
        return kept[0]
    return Formula(f"({word} {' '.join(part.text for part in kept)})")


SMT = SmtLogic()
