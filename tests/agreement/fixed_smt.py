"""A fixed channel and a claim as questions for a solver: is the claim false, is it true?

Entries are variables that equations tie to their values, so the encodings of `dpverify` have
something to do. e^(1/k) is a variable between two rationals 2·10^-40 apart: an answer "unsat"
speaks of all numbers between them, hence of the true one. So is a number in which k is large.
Roots are defined by their equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from math import lcm

from dpverify.checkers.smt.matrices import variables
from dpverify.checkers.smt.script import script
from dpverify.checkers.smt.terms import ONE, SMT, Formula, Term, constant
from dpverify.proofs.forms import truth
from tests.agreement.arithmetic import Exact, Power, Sum, number, odds, power_near
from tests.agreement.brute import Claim, Matrix

UNIT = Term("unit")
WIDTH = Fraction(1, 10**40)
MOST_ROOTS = 4


class Question:
    """The formulas that define a channel and the parameters of a claim."""

    def __init__(self, matrix: Matrix, claim: Claim, form: str) -> None:
        self.claim, self.form = claim, form
        n, m = len(matrix.inputs), len(matrix.outputs)
        place = {x: i for i, x in enumerate(matrix.inputs)}
        self.pairs = [(place[a], place[b]) for a, b in matrix.pairs(claim)]
        self.rows = variables("P", n, m, self.pairs).rows
        known = {
            self.rows[i][j]: number(matrix.texts[x][j]) for x, i in place.items() for j in range(m)
        }
        self.terms = {"odds": Term("odds")}
        known[self.terms["odds"]] = odds(claim.given["eps"])
        for key, text in claim.given.items():
            if key != "eps":
                self.terms[key] = Term(key)
                known[self.terms[key]] = number(text)
        self.known = known

    def scripts(self) -> tuple[str, str]:
        """Questions whose "unsat" means: the claim holds; the claim fails."""
        laws = ((self.rows[i], self.rows[j]) for i, j in self.pairs)
        holds = SMT.conj(truth(self.claim.name, self.form, pq, self.terms, SMT) for pq in laws)
        values = ("the values", list(self._values()))
        return (
            script("is the claim false?", [values, ("the claim, denied", [SMT.negation(holds)])]),
            script("is the claim true?", [values, ("the claim", [holds])]),
        )

    def _values(self) -> Iterator[Formula]:
        tied = {term: value for term, value in self.known.items() if _degree(value) <= MOST_ROOTS}
        powers = [power for value in tied.values() for power in _powers(value)]
        k = lcm(*(power[0].denominator for power in powers))
        roots = sorted({root for power in powers for root in power[1]})
        if any(power[0] for power in powers):
            yield from _around(UNIT, power_near((Fraction(1, k), ())))
        for prime, s in roots:
            yield from _root(prime, s)
        for term, value in self.known.items():
            if term in tied:
                top, bottom = _shifted(value, k)
                yield SMT.equal(SMT.times(term, bottom), top)
            else:
                yield from _around(term, value.near)


def _powers(value: Exact) -> list[Power]:
    return [power for side in (value.top, value.bottom) for power in side.parts]


def _degree(value: Exact) -> int:
    """k for an expression in e^(1/k)."""
    return lcm(*(power[0].denominator for power in _powers(value)))


def _around(term: Term, near: Decimal) -> Iterator[Formula]:
    middle = Fraction(near).limit_denominator(10**50)
    yield SMT.le(constant(middle - WIDTH), term)
    yield SMT.le(term, constant(middle + WIDTH))


def _root(prime: int, s: Fraction) -> Iterator[Formula]:
    """r = prime^s: r^b = prime^a and r > 0."""
    term = _root_term(prime, s)
    yield SMT.equal(product([term] * s.denominator), constant(prime**s.numerator))
    yield SMT.le(ONE, term)


def _root_term(prime: int, s: Fraction) -> Term:
    return Term(f"root_{prime}_{s.numerator}_{s.denominator}")


def _shifted(value: Exact, k: int) -> tuple[Term, Term]:
    """Both sides with exponents ≥ 0, as polynomials in the unit and the roots."""
    least = min(power[0] for side in (value.top, value.bottom) for power in (*side.parts, _NONE))
    return _polynomial(value.top, k, least), _polynomial(value.bottom, k, least)


_NONE: Power = (Fraction(0), ())


def _polynomial(side: Sum, k: int, least: Fraction) -> Term:
    return SMT.total(
        product(
            [
                constant(factor),
                *[UNIT] * int((power[0] - least) * k),
                *(_root_term(prime, s) for prime, s in power[1]),
            ]
        )
        for power, factor in side.parts.items()
    )


def product(terms: Iterable[Term]) -> Term:
    """The product of terms."""
    result = ONE
    for term in terms:
        result = SMT.times(result, term)
    return result
