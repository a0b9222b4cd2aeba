"""Conditions between parameters: decided exactly, asked of a solver, made ties by generation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.smt.terms import SMT, Term
from dpverify.defs.errors import UsageError
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Value, exp, ln
from dpverify.proofs.conditions import Condition, condition, settled
from dpverify.proofs.statement import Claim
from tests.checkers.smt.smtlib import value

TAIL = "rho*(exp(eta)-1) >= delta*exp(eta)"
ODDS = {"eta": Value(2), "delta": Value(Fraction(1, 10)), "rho": Value(Fraction(1, 5))}


def decided(text: str, **changed: Value) -> bool:
    """The truth of a condition at e^η = 2, δ = 1/10, ρ = 1/5, but for what is changed."""
    form = condition(text).form
    assert form is not None
    return bool(form({}, ODDS | changed, EXACT))


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        (TAIL, True),  # 1/5 · 1 against 1/10 · 2: a tie
        (TAIL.replace(">=", ">"), False),
        (TAIL.replace(">=", "<="), True),
        (TAIL.replace(">=", "<"), False),
        ("max(rho,delta) <= 2*delta", True),
        ("min(rho,delta) < delta", False),
        ("exp(2*eta) >= 4", True),
        ("exp(eta+eta) > 4", False),
    ],
)
def test_ties_are_told_from_strict_comparisons(text: str, truth: bool) -> None:
    """Worked out by hand; the solver's formula has the same truth at the same point."""
    assert decided(text) == truth
    form = condition(text).form
    assert form is not None
    formula = form({}, {name: Term(name) for name in ODDS}, SMT)
    assert value(str(formula), {n: v.as_fraction() for n, v in ODDS.items()}) == truth


def test_just_below_the_tie_it_fails() -> None:
    """ρ a thousandth less."""
    assert not decided(TAIL, rho=Value(Fraction(199, 1000)))


def test_the_free_parameter_becomes_a_tie() -> None:
    """ρ = δ·e^η/(e^η − 1), since δ belongs to a claim; also where e^η is irrational."""
    hypotheses = (Claim("M", "approx-dp", {"eps": "eps", "delta": "delta"}), condition(TAIL))
    given = {"eps": ln(2), "eta": ln(3), "delta": Value(Fraction(1, 10)), "rho": Value(1)}
    assert settled(hypotheses, given) == given | {"rho": Value(Fraction(3, 20))}
    e = exp(1)
    assert isinstance(e, Value)
    real = settled(hypotheses, given | {"eta": ln(e)})
    assert real["rho"] == e / (e - 1) / 10


def test_where_there_is_no_tie_nothing_changes() -> None:
    """η = 0 leaves no ρ, a great δ one above 1."""
    for changed in ({"eta": ln(1)}, {"delta": Value(1)}):
        given = {"eps": ln(2), "eta": ln(3), "delta": Value(Fraction(1, 10)), "rho": Value(1)}
        given |= changed
        assert (
            settled((Claim("M", "approx-dp", {"delta": "delta"}), condition(TAIL)), given) == given
        )


def test_a_strict_comparison_is_made_no_tie() -> None:
    """ρ = 0 and ρ = 1 would break ρ > 0 and ρ < 1; of ρ ≤ 1 the tie is taken."""
    given = {"rho": Value(Fraction(1, 3))}
    assert settled([condition("rho > 0"), condition("rho < 1")], given) == given
    assert settled([condition("rho > 0"), condition("rho <= 1")], given) == {"rho": Value(1)}


@pytest.mark.parametrize("text", ["rho", "rho == delta", "0 <= rho <= 1", "rho >="])
def test_what_compares_no_two_values_is_refused(text: str) -> None:
    """One comparison, in order."""
    with pytest.raises(UsageError, match="no expression"):
        decided(text)


@pytest.mark.parametrize("text", ["rho/delta >= 1", "eta >= 0", "exp(eta-eta) >= 1", "rho >= 1/2"])
def test_what_is_no_polynomial_is_refused(text: str) -> None:
    """Divisions and differences of losses are to be multiplied out."""
    if text == "eta >= 0":  # a loss read as a value is its odds
        assert decided(text)
        return
    with pytest.raises(UsageError):
        decided(text)


def test_a_condition_is_a_property_that_keeps_its_text() -> None:
    """So that words, formula and generation read the same."""
    made = condition(TAIL)
    assert isinstance(made, Condition)
    assert made.words == made.formula == "ρ·(e^η − 1) ≥ δ·e^η"
    assert made.text == TAIL
