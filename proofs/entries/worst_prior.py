"""The prior under which a guesser gains most from ε·d-privacy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.statement import Property, Statement

SOURCE = (
    "A. Pankova, P. Laud, Interpreting ε of Differential Privacy in Terms of Advantage in Guessing"
    " or Approximating Sensitive Attributes, presentation, 2022"
)
Rows = Mapping[str, Any]
Terms = Mapping[str, Any]


def _worst_prior(
    _: Rows, terms: Terms, logic: Any, *, half: bool = False, squared: bool = False
) -> Any:
    """p·s²/(p·s² + 1 − p) − p ≤ (s−1)/(s+1), s = e^{Rε/2}, times both denominators."""
    p, s, one = terms["p"], terms["eps"], logic.number(1)
    square = logic.times(s, s)
    rest = logic.minus(one, p)
    bottom = logic.total([logic.times(p, square), rest])
    gained = logic.minus(logic.times(p, square), logic.times(p, bottom))
    left = logic.times(gained, logic.total([s, one]))
    left = logic.total([left, left]) if half else left
    less = logic.minus(s, one)
    if squared:
        left, less = logic.times(left, logic.total([s, one])), logic.times(less, less)
    return logic.le(left, logic.times(less, bottom))


def _is_worst_prior(*, half: bool = False, squared: bool = False) -> Statement:
    change = "/2" if half else "²" if squared else ""
    return Statement(
        objects={},
        parameters={"p": "value", "eps": "loss"},
        conclusion=Property(
            "the advantage that the simplified bound allows at R = 2 is at most"
            f" tanh(ε/2){change}, whatever the prior probability p of the goal",
            f"1/(1 + e^(−2ε)(1−p)/p) − p ≤ (e^ε − 1)/(e^ε + 1){change}",
            form=partial(_worst_prior, half=half, squared=squared),
        ),
    )


ENTRIES = (
    Entry(
        id="guessing.worst-prior",
        title="No prior allows a larger advantage than tanh(Rε/4)",
        statement=_is_worst_prior(),
        source=f"{SOURCE}, Worst-case prior distribution",
        expected="proved",
        shapes=({},),
        notes=(
            "With s = e^(Rε/2) the difference is (s−1)(1 − (s+1)p)² over positive terms; that this"
            " is an identity, `checkers/certificates/worst_prior.py` confirms by multiplying out."
        ),
        mutants=(
            Mutant("half", "half of it", _is_worst_prior(half=True)),
            Mutant("squared", "its square", _is_worst_prior(squared=True)),
        ),
    ),
)
