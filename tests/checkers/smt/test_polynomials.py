"""Terms read as polynomials keep their value, and a relaxed script says what was required."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.checkers.smt.polynomials import Polynomial, Reader, Relaxation, number, variable
from dpverify.checkers.smt.terms import SMT, Term, constant
from dpverify.defs.errors import Undecided
from tests.checkers.smt.smtlib import value

NAMES = ("a", "b", "c")
LEAVES = st.one_of(
    st.sampled_from([Term(name) for name in NAMES]),
    st.fractions(-3, 3, max_denominator=4).map(constant),
)


def at(polynomial: Polynomial, point: dict[str, Fraction]) -> Fraction:
    """The value of a polynomial, monomial by monomial."""
    total = Fraction(0)
    for monomial, coefficient in polynomial.terms.items():
        term = Fraction(coefficient)
        for name in monomial:
            term *= point[name]
        total += term
    return total


def _combined(children: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(
        *(st.builds(op, children, children) for op in (SMT.plus, SMT.minus, SMT.times))
    )


@given(
    st.recursive(LEAVES, _combined, max_leaves=8),
    st.lists(st.fractions(0, 5), min_size=3, max_size=3),
)
def test_a_polynomial_has_the_value_of_its_term(term: Term, point: list[Fraction]) -> None:
    """At every point, in exact arithmetic."""
    known = dict(zip(NAMES, point, strict=True))
    assert at(Reader(set(NAMES)).read(term), known) == value(term.text, known)


@pytest.mark.parametrize("which", ["maximum", "minimum"])
def test_a_choice_becomes_a_variable_with_its_facts(which: str) -> None:
    """Above (below) both and equal to one of them; the same choice is the same variable."""
    reader = Reader(set(NAMES))
    chosen = getattr(SMT, which)(Term("a"), Term("b"))
    m = reader.read(chosen)
    assert reader.read(Term(f"(+ {chosen} 0)")) == m
    a, b = variable("a"), variable("b")
    sign = 1 if which == "maximum" else -1
    assert set(reader.facts) == {number(sign) * (m - a), number(sign) * (m - b)}
    assert reader.choices == [(m - a, m - b)]


@pytest.mark.parametrize(
    "term",
    [
        Term("quotient_0"),  # may be negative
        Term("(ite (<= a b) a c)"),
        Term("(ite (< a b) b a)"),
        SMT.maximum(SMT.minus(Term("a"), Term("b")), Term("c")),  # of what may be negative
    ],
)
def test_what_may_be_negative_is_refused(term: Term) -> None:
    """Every variable of a relaxation is at least 0, so nothing else may become one."""
    with pytest.raises(Undecided) as caught:
        Reader(set(NAMES)).read(term)
    assert caught.value.code == "unsupported"


def test_a_script_names_its_monomials() -> None:
    """a·b − 2·a ≥ 0 and a = 1/2, with a·b as a variable of its own."""
    a, b = variable("a"), variable("b")
    question = Relaxation()
    question.at_least_zero([a * b - number(2) * a, a * b])
    question.zero([a - number(Fraction(1, 2))])
    lines = question.script("a comment", "(> m0 1)").splitlines()
    assert lines[0] == "; a comment"
    assert "; m0 = a b" in lines
    assert "(assert (>= (+ m0 (* (- 2) m1)) 0))" in lines
    assert "(assert (= (+ m1 (- (/ 1 2))) 0))" in lines
    assert lines.count("(assert (>= m0 0))") == 1
    assert sum(line.startswith("(assert") for line in lines) == 5
    assert lines[-2:] == ["(assert (> m0 1))", "(check-sat)"]
