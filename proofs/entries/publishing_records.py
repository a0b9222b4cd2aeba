"""Publishing each record with probability δ: what (0,δ)-DP permits, and what δ > 0 does not say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.parts import (
    ANY,
    DATABASE,
    SILENCE,
    TRUTH,
    equal,
    jointly,
    records_of,
    shapes,
    sizes,
)
from dpverify.proofs.statement import Claim, Property, Statement

SOURCE = (
    "the name-and-shame mechanism; Dwork, Roth 2014, section 2.3; M. Xu, CS 458/658 Module 6 part"
    " 3, University of Waterloo, 2023"
)
OBJECTS = {"D": DATABASE, "T": TRUTH, "S": SILENCE}
EACH = {"E": {"visible_mixture": ["delta", "T", "S"]}}
Rows = Mapping[str, Any]
Terms = Mapping[str, Any]


def _private(rows: Rows, terms: Terms, logic: Any, *, half: bool) -> Any:
    """Σ max(0, P − Q) ≤ δ for all databases that differ in one record."""
    laws = {database: jointly(database, rows["E"], logic) for database in records_of(rows["D"])}
    delta = terms["delta"]
    said = []
    for first, p in laws.items():
        for second, q in laws.items():
            if sum(a != b for a, b in zip(first, second, strict=True)) == 1:
                found = logic.total(logic.pos(logic.minus(p[o], q[o])) for o in p)
                said.append(logic.le(logic.total([found, found]) if half else found, delta))
    return logic.conj(said)


def _reveals(rows: Rows, terms: Terms, logic: Any, *, union: bool) -> Any:
    """P[some record is published] = 1 − (1−δ)^n, whatever the database."""
    one, delta = logic.number(1), terms["delta"]
    silent = len(rows["E"][0]) - 1
    said = []
    for database in records_of(rows["D"]):
        law = jointly(database, rows["E"], logic)
        none = one
        for _ in database:
            none = logic.times(none, logic.minus(one, delta))
        claimed = logic.total([delta] * len(database)) if union else logic.minus(one, none)
        published = logic.total(p for o, p in law.items() if {*o} != {silent})
        said.append(equal(published, claimed, logic))
    return logic.conj(said)


def _statement(words: str, formula: str, form: Any) -> Statement:
    return Statement(
        objects=OBJECTS,
        derived=EACH,
        parameters={"delta": "value"},
        conclusion=Property(words, formula, form=form),
        sizes={"records": (1, 3)},
    )


def _is_private(*, half: bool = False) -> Statement:
    return _statement(
        "publishing every record of D through E is (0, δ)-differentially private",
        "approx-dp(E × … × E on D; 0, δ)",
        partial(_private, half=half),
    )


def _is_revealing(*, union: bool = False) -> Statement:
    return _statement(
        "publishing every record of n through E reveals some record with probability 1 − (1−δ)^n",
        "P[E × … × E publishes some record of D] = 1 − (1−δ)^n",
        partial(_reveals, union=union),
    )


RECORDS = tuple({"records": n} for n in (1, 2, 3))

ENTRIES = (
    Entry(
        id="dp.publishing-records.approx",
        title="Publishing each record with probability δ is (0,δ)-DP",
        statement=_is_private(),
        source=SOURCE,
        expected="proved",
        shapes=RECORDS,
        mutants=(
            Mutant("half-the-delta", "(0, δ/2)-DP", _is_private(half=True)),
            Mutant(
                "truth-with-1-minus-delta",
                "each record is published with probability 1−δ",
                Statement(
                    objects=OBJECTS,
                    derived={"E": {"visible_mixture": ["1-delta", "T", "S"]}},
                    parameters={"delta": "value"},
                    conclusion=_is_private().conclusion,
                    sizes={"records": (1, 3)},
                ),
            ),
        ),
    ),
    Entry(
        id="dp.publishing-records.reveals",
        title="Publishing each of n records with probability δ reveals one in 1 − (1−δ)^n of cases",
        statement=_is_revealing(),
        source=SOURCE,
        expected="proved",
        shapes=RECORDS,
        notes="So δ is to be much smaller than 1/n.",
        mutants=(
            Mutant("n-times-delta", "with probability nδ", _is_revealing(union=True)),
            Mutant(
                "silence-with-delta",
                "each record is kept back with probability δ",
                Statement(
                    objects=OBJECTS,
                    derived={"E": {"visible_mixture": ["1-delta", "T", "S"]}},
                    parameters={"delta": "value"},
                    conclusion=_is_revealing().conclusion,
                    sizes={"records": (1, 3)},
                ),
            ),
        ),
    ),
    Entry(
        id="dp.finite-delta-implies-finite-eps",
        title="A finite δ > 0 implies some finite pure ε",
        statement=Statement(
            objects={"M": ANY},
            parameters={"eps": "loss", "delta": "value"},
            hypotheses=(Claim("M", "approx-dp", {"eps": "eps", "delta": "delta/10"}),),
            conclusion=Claim("M", "unmatched-mass-at-most", {"bound": "0"}),
            sizes=sizes((2, 3), (2, 2)),
        ),
        source=SOURCE,
        expected="refuted",
        shapes=shapes((2, 2)),
        notes=(
            "The hypothesis has δ/10 so that δ is small; the conclusion says that no output is"
            " possible on one input and impossible on its neighbour, as any finite ε implies."
        ),
        essay=Essay(
            belief=(
                "δ is a small correction to ε-DP, so an (ε,δ)-DP mechanism ought to be ε'-DP for"
                " some perhaps much larger ε'."
            ),
            catch=(
                "δ permits, with that probability, an output that is impossible on the other input:"
                " its loss is infinite, and no finite ε' bounds that. Publishing each record with"
                " probability δ is such a mechanism."
            ),
            repair=(
                "(ε,δ)-DP implies P[loss > ε'] ≤ δ/(1 − e^(ε−ε')) for ε' > ε: a large loss is"
                " unlikely, not impossible."
            ),
            true_twin="dp.publishing-records.approx",
        ),
    ),
)
