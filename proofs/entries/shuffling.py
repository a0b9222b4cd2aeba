"""What shuffling the answers of n randomised responses does to ε, and what to δ."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Value
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import Shape
from dpverify.proofs.parts import (
    DATABASE,
    EPS,
    RESPONSE,
    databases,
    jointly,
    records_of,
    replaced,
    response,
)
from dpverify.proofs.statement import Claim, FixedChannel, Property, Statement

SOURCE = "Cheu, Smith, Ullman, Zeber, Zhilyaev 2019; Erlingsson et al. 2019"
THREE_QUARTERS = [[Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4]]


def _shuffled(shape: Shape) -> Channel:
    """How many of n records' answers are "1", each told truly with probability 3/4."""
    every = databases(shape["records"])
    rows = []
    for database in every:
        law = jointly([int(bit) for bit in database.split(",")], THREE_QUARTERS, EXACT)
        row = [Value(0)] * (shape["records"] + 1)
        for answers, weight in law.items():
            row[sum(answers)] = row[sum(answers)] + weight
        rows.append(row)
    return Channel(every, [str(k) for k in range(len(rows[0]))], rows, replaced(shape["records"]))


def _one(_: Shape) -> Channel:
    return Channel(["0", "1"], ["0", "1"], THREE_QUARTERS)


def _lowers(rows: Mapping[str, Any], terms: Mapping[str, Any], logic: Any, *, part: str) -> Any:
    """δ(ε) of the shuffled answers is smaller than that of one response, where that is positive."""
    odds, p = terms["eps"], terms["p"]
    alone = logic.minus(p, logic.times(odds, logic.minus(logic.number(1), p)))
    sure = [logic.le(logic.number(1), p)]
    if part != "zero":
        sure.append(logic.le(alone, logic.number(0)))
    said = []
    laws = {database: _counts(database, rows["R"], logic) for database in records_of(rows["D"])}
    for first, p_law in laws.items():
        for second, q_law in laws.items():
            if sum(a != b for a, b in zip(first, second, strict=True)) == 1:
                parts = (
                    logic.pos(logic.minus(a, logic.times(odds, b)))
                    for a, b in zip(p_law, q_law, strict=True)
                )
                delta = logic.total(parts)
                found = logic.total([delta, delta]) if part == "half" else delta
                # found < alone, as the denial of ≥, which forms do not have.
                said.append(logic.implies(logic.le(alone, found), logic.disj(sure)))
    return logic.conj(said)


def _counts(database: tuple[int, ...], rows: Any, logic: Any) -> list[Any]:
    law = jointly(database, rows, logic)
    return [
        logic.total(term for answers, term in law.items() if sum(answers) == k)
        for k in range(len(database) + 1)
    ]


def _delta(part: str = "") -> Statement:
    return Statement(
        objects={"D": DATABASE, **RESPONSE},
        derived={"R": response("p")},
        parameters={"eps": "loss", "p": "value"},
        conclusion=Property(
            "where one response R, true with probability p < 1, has δ(ε) > 0, the number of ones"
            " among the answers of all records of D has a smaller δ(ε)",
            "p < 1 ∧ δ_ε(R) > 0 ⇒ δ_ε(shuffled R × … × R on D) < δ_ε(R), δ_ε(R) = p − e^ε(1−p)",
            form=partial(_lowers, part=part),
        ),
        sizes={"records": (2, 3)},
    )


ENTRIES = (
    Entry(
        id="rr.shuffling.lowers-pure-eps",
        title="Shuffling the answers of randomised response lowers the pure ε, say by a tenth",
        statement=Statement(
            objects={
                "R": FixedChannel(_one, "randomised response, the truth with probability 3/4"),
                "S": FixedChannel(
                    _shuffled,
                    "the number of ones among the answers of the records of a list of bits, each"
                    " through R (neighbours differ in one record)",
                ),
            },
            parameters={"eps": "loss"},
            hypotheses=(Claim("R", "pure-dp", EPS),),
            conclusion=Claim("S", "pure-dp", {"eps": "9/10*eps"}),
            sizes={"records": (3, 3)},
        ),
        source=SOURCE,
        expected="refuted",
        notes="Whatever factor below 1 stands in place of 9/10, the same witness refutes it.",
        essay=Essay(
            belief=(
                "Shuffling hides who gave which answer, and is known to amplify privacy: the ε of"
                " the shuffled answers shrinks like 1/√n."
            ),
            catch=(
                "That ε comes with a δ > 0. Where all other records are 0 and every answer is 1,"
                " there is nothing to shuffle: the count n has the probabilities p(1−p)^(n−1) and"
                " (1−p)^n, whose ratio is p/(1−p), as for one response. The pure ε stays ln 3."
            ),
            repair="Shuffling lowers δ(ε) for every ε at which one response has a positive δ.",
            true_twin="rr.shuffling.lowers-delta",
        ),
    ),
    Entry(
        id="rr.shuffling.lowers-delta",
        title="Shuffling the answers of two or more randomised responses lowers δ(ε)",
        statement=_delta(),
        source=SOURCE,
        expected="proved",
        shapes=({"records": 2}, {"records": 3}),
        mutants=(
            Mutant("by-half", "to less than a half", _delta("half")),
            Mutant("where-zero", "also where one response has δ(ε) = 0", _delta("zero")),
        ),
    ),
)
