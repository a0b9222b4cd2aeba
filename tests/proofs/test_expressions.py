"""One expression, read as exact numbers, as terms and as symbols."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.smt.terms import Term
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Loss, Value, exp, ln
from dpverify.proofs.algebras import ExactAlgebra, TermAlgebra
from dpverify.proofs.expressions import Kind, evaluate, names, symbols
from tests.checkers.smt.smtlib import value

EXACT = ExactAlgebra({"eps1": ln(2), "eps2": ln(3), "delta": Value(Fraction(1, 10))})
TERMS = TermAlgebra({"eps1": Term("A"), "eps2": Term("B"), "delta": Term("d")})
SIZES = {"steps": 3}
NUMBERS = {"A": Fraction(2), "B": Fraction(3), "d": Fraction(1, 10)}

LOSSES = [
    ("eps1+eps2", 6),
    ("max(eps1,eps2)", 3),
    ("min(eps1,eps2,0)", 1),
    ("2*eps1+eps2", 12),
    ("eps1*3", 8),
    ("0*eps1", 1),
    ("ln(1+1/2*(exp(eps2)-1))", 2),
    ("steps*eps1", 8),
    ("sum(i*eps1,i,steps)", 8),
    ("sum(eps1,i,0)", 1),
]
VALUES = [
    ("delta*(1+exp(eps1))", Fraction(3, 10)),
    ("delta/2", Fraction(1, 20)),
    ("1-delta", Fraction(9, 10)),
    ("min(1,delta*exp(2*eps2)*2)", Fraction(1)),
    ("1/3", Fraction(1, 3)),
    ("-1/4+delta", Fraction(-3, 20)),
    ("delta*sum(exp(i*eps1),i,steps)", Fraction(7, 10)),
    ("steps*delta", Fraction(3, 10)),
    ("sum(sum(delta,j,i),i,steps)", Fraction(3, 10)),
]


@pytest.mark.parametrize(("text", "odds"), LOSSES)
def test_losses_agree_with_their_odds(text: str, odds: int) -> None:
    """The exact loss is ln of what the term says."""
    loss = evaluate(text, "loss", EXACT, SIZES)
    assert isinstance(loss, Loss)
    assert loss.odds() == Value(odds)
    assert value(evaluate(text, "loss", TERMS, SIZES).text, NUMBERS) == odds


@pytest.mark.parametrize(("text", "number"), VALUES)
def test_values_agree_with_their_terms(text: str, number: Fraction) -> None:
    """Exact value and term are the number worked out by hand."""
    assert evaluate(text, "value", EXACT, SIZES) == Value(number)
    assert value(evaluate(text, "value", TERMS, SIZES).text, NUMBERS) == number


def test_exact_numbers_go_beyond_terms() -> None:
    """Differences and fractions of losses are exact, but have no term without a division."""
    assert evaluate("eps2-eps1", "loss", EXACT) == ln(Fraction(3, 2))
    assert evaluate("exp(eps1/2)", "value", EXACT) == exp(ln(2) * Fraction(1, 2))
    for text in ("eps2-eps1", "eps1/2", "eps1+1"):
        with pytest.raises(Undecided) as caught:
            evaluate(text, "loss", TERMS)
        assert caught.value.code == "unsupported"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "loss"),
        ("eps1 eps2", "loss"),
        ("__import__('os')", "value"),
        ("eps1.real", "loss"),
        ("exp(eps1)", "loss"),
        ("eps1*eps2", "loss"),
        ("1/0", "value"),
        ("delta/0", "value"),
        ("nats(delta)", "loss"),
        ("delta/eps1", "loss"),
        ("0.5", "value"),
        ("True", "value"),
        ("max(eps1)", "loss"),
        ("sum(delta,i,delta)", "value"),
        ("sum(delta,2,2)", "value"),
        ("sum(delta,i,1000)", "value"),
        ("sum(delta,i,-1)", "value"),
        ("(" * 1000, "value"),
        ("delta²", "value"),
    ],
)
def test_what_is_no_expression_is_refused(text: str, kind: Kind) -> None:
    """One message that says what can be used; nothing is executed."""
    with pytest.raises(UsageError, match="no expression"):
        evaluate(text, kind, EXACT)


def test_names_are_the_parameters() -> None:
    """Functions are no parameters."""
    assert names("max(eps1, exp(eps2))*delta") == {"eps1", "eps2", "delta"}


def test_symbols_are_those_of_paper() -> None:
    """Greek letters, subscripts, a raised dot."""
    assert symbols("delta*exp(eps1)-2*eps2") == "δ·e^ε₁ − 2·ε₂"
    assert symbols("delta*sum(exp(i*eps),i,steps)") == "δ·Σ_{i<steps}e^(i·ε)"
    assert symbols("ln(1+q*(exp(eps)-1))") == "ln(1 + q·(e^ε − 1))"


def test_a_value_weighs_a_loss_exactly() -> None:
    """q·ε for a rational q; it has no term, since it is a real power of the odds."""
    algebra = ExactAlgebra({"q": Value(Fraction(1, 2)), "eps": ln(9)})
    assert evaluate("q*eps", "loss", algebra) == ln(3)
    with pytest.raises(Undecided):
        evaluate("q*eps", "loss", TermAlgebra({"q": Term("q"), "eps": Term("E")}))
