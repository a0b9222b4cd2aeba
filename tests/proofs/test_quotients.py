"""Quotients in proofs: by what is positive by its form, and by nothing else."""

from __future__ import annotations

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs.kernel import Fact
from dpverify.proofs.sum_logic import OddsAlgebra, SumLogic
from dpverify.proofs.sums import Sum, atom, number

ODDS, DELTA = atom("e^eps"), atom("delta")
AXIOMS = {
    "e^eps >= 1": Fact({}, ODDS - number(1)),
    "delta >= 0": Fact({}, DELTA),
    "delta <= 1": Fact({}, number(1) - DELTA),
    "r = 1": Fact({}, atom("r") - number(1), "="),
}


def algebra() -> OddsAlgebra:
    """Of a loss and a value; r is known by an equation alone."""
    logic = SumLogic({}, {})
    logic.axioms.update(AXIOMS)
    return OddsAlgebra({"eps": ODDS, "delta": DELTA}, logic)


@pytest.mark.parametrize("b", [ODDS, number(1), number(1) + ODDS, ODDS * ODDS + ODDS])
def test_a_quotient_by_odds_is_an_atom(b: Sum) -> None:
    """With the axiom b·q = a, which determines q since b ≥ 1."""
    made = algebra()
    q = made.divide(DELTA, b)
    assert any(
        fact.relation == "=" and fact.expr.terms == (b * q - DELTA).terms
        for fact in made.axioms.values()
    )


@pytest.mark.parametrize(
    "b", [number(0), DELTA, number(1) - DELTA, ODDS - number(1), ODDS * DELTA, atom("r"), -ODDS]
)
def test_a_quotient_by_what_may_be_zero_is_refused(b: Sum) -> None:
    """b·q = 1 excludes b = 0: a proof of all other cases would pass for one of every case."""
    with pytest.raises(Undecided, match="not positive by its form"):
        algebra().divide(number(1), b)
