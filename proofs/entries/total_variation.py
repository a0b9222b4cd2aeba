"""How far apart (ε,δ)-private laws are in total variation."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import (
    ANY,
    EPS_DELTA,
    FAIR,
    RESPONSE,
    TRUTH,
    response,
    shapes,
    sizes,
)
from dpverify.proofs.statement import Claim, Equivalent, Statement

KOV = "Kairouz, Oh, Viswanath 2015"
BOUND = "(exp(eps)-1+2*delta)/(exp(eps)+1)"


def _at_most(bound: str, *, assumed: bool = True) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("M", "approx-dp", EPS_DELTA),) * assumed,
        conclusion=Claim("M", "total-variation-at-most", {"bound": bound}),
        sizes=sizes((1, 3)),
    )


def _attained(bound: str) -> Statement:
    return Statement(
        objects={**RESPONSE, "T": TRUTH},
        derived={"R": response(FAIR), "C": {"visible_mixture": ["delta", "T", "R"]}},
        parameters={"eps": "loss", "delta": "value"},
        conclusion=Claim("C", "total-variation-at-least", {"bound": bound}),
        sizes=sizes((2, 2), (2, 2)),
    )


def _same(delta: str, *, eps: str = "0") -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"delta": "value", "eps": "loss"} if eps != "0" else {"delta": "value"},
        conclusion=Equivalent(
            (
                Claim("M", "total-variation-at-most", {"bound": delta}),
                Claim("M", "approx-dp", {"eps": eps, "delta": "delta"}),
            )
        ),
        sizes=sizes((1, 4)),
    )


ENTRIES = (
    Entry(
        id="dp.total-variation.bound",
        title="(ε,δ)-DP implies total variation at most (e^ε − 1 + 2δ)/(e^ε + 1)",
        statement=_at_most(BOUND),
        source=KOV,
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 16)),
        mutants=(
            Mutant("one-delta", "δ in place of 2δ", _at_most("(exp(eps)-1+delta)/(exp(eps)+1)")),
            Mutant("plus-two", "e^ε + 2 below", _at_most("(exp(eps)-1+2*delta)/(exp(eps)+2)")),
            Mutant("no-hypothesis", "nothing is assumed of M", _at_most(BOUND, assumed=False)),
        ),
    ),
    Entry(
        id="dp.total-variation.attained",
        title="That total variation is attained by telling all with probability δ",
        statement=_attained(BOUND),
        source=KOV,
        expected="proved",
        shapes=shapes((2, 2)),
        notes="C tells the truth openly with probability δ, else it is randomised response.",
        mutants=(
            Mutant(
                "three-delta", "3δ in place of 2δ", _attained("(exp(eps)-1+3*delta)/(exp(eps)+1)")
            ),
            Mutant("bare", "e^ε below", _attained("(exp(eps)-1+2*delta)/exp(eps)")),
        ),
    ),
    Entry(
        id="dp.total-variation.is-delta-at-zero",
        title="The total variation is the smallest δ at ε = 0",
        statement=_same("delta"),
        source="Dwork, Roth 2014, section 2.3; Balle, Wang 2018, Theorem 5 at ε = 0",
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 3), (2, 4), (2, 16)),
        mutants=(
            Mutant("twice-the-delta", "the total variation may be 2δ", _same("2*delta")),
            Mutant("any-eps", "at every ε", _same("delta", eps="eps")),
        ),
    ),
)
