"""Randomised response: its tight ε, and the unbiased estimate of a count."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.divergences.max_divergence import max_divergence
from dpverify.defs.numbers import (
    parse,
)
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import (
    DATABASE,
    RESPONSE,
    equal,
    jointly,
    records_of,
    response,
)
from dpverify.proofs.statement import (
    Case,
    Cases,
    FixedChannel,
    Property,
    Statement,
)

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
MILLER = (
    "A. Miller, Guaranteeing Differential Privacy using Quantitative Information Flow Analysis,"
    " presentation, 2024"
)


def _table(truth: str, lie: str) -> FixedChannel:
    rows = [[truth, lie], [lie, truth]]
    text = f"randomised response, the truth with probability {truth}"
    return FixedChannel(lambda _: Channel(["0", "1"], ["0", "1"], rows), text)


def _tight_is(objects: Mapping[str, Channel], case: Case) -> bool:
    rows = [objects["R"].row(x) for x in (0, 1)]
    return max(max_divergence(*rows), max_divergence(*rows[::-1])) == parse(case["ε"])


def _eps(truth: str = "3/4", lie: str = "1/4", odds: int = 3) -> Statement:
    return Statement(
        objects={"R": _table(truth, lie)},
        parameters={},
        conclusion=Property(
            "the tight ε of R is {ε}",
            "ε(R) = {ε}",
            computed=Cases(({"ε": f"ln({odds})"},), _tight_is),
        ),
    )


def _unbiased(
    rows: Mapping[str, Any], terms: Mapping[str, Any], logic: Any, *, mistake: str
) -> Any:
    """For every database of n bits with t ones: E[k] − n(1−p) = (2p−1)·t."""
    p, one = terms["p"], logic.number(1)
    lie = logic.minus(one, p)
    slope = p if mistake == "slope" else logic.minus(p, lie)
    shift = p if mistake == "shift" else lie
    said = []
    for database in records_of(rows["D"]):
        law = jointly(database, rows["R"], logic)
        ones = product((0, 1), repeat=len(database))
        mean = logic.total(
            logic.times(logic.number(sum(answers)), law[answers]) for answers in ones
        )
        left = logic.minus(mean, logic.times(logic.number(len(database)), shift))
        said.append(equal(left, logic.times(slope, logic.number(sum(database))), logic))
    return logic.conj(said)


def _estimator(mistake: str = "") -> Statement:
    return Statement(
        objects={"D": DATABASE, **RESPONSE},
        derived={"R": response("p")},
        parameters={"p": "value"},
        conclusion=Property(
            "where each of n records answers through R and k say 1, E[k/n − (1−p)] is (2p−1) times"
            " the share of ones in D, so that for p ≠ 1/2 the estimate (k/n − (1−p))/(2p−1) is"
            " unbiased",
            "k = the ones of R × … × R on D, t = the ones of D: E[k/n − (1−p)] = (2p−1)·t/n",
            form=partial(_unbiased, mistake=mistake),
        ),
        sizes={"records": (1, 4)},
    )


ENTRIES = (
    Entry(
        id="rr.tight-eps",
        title="Randomised response with 3/4 and 1/4 has ε = ln 3",
        statement=_eps(),
        source=f"{XU}; {MILLER}",
        expected="computed",
        mutants=(
            Mutant("two-thirds", "the truth has probability 2/3", _eps("2/3", "1/3")),
            Mutant("ln-4", "ε is ln 4", _eps(odds=4)),
        ),
    ),
    Entry(
        id="rr.estimator-unbiased",
        title="The estimate (k/n − (1−p))/(2p−1) from randomised responses is unbiased",
        statement=_estimator(),
        source=f"{XU}; Warner 1965",
        expected="proved",
        shapes=tuple({"records": n} for n in (1, 2, 3, 4)),
        mutants=(
            Mutant("divided-by-p", "divided by p instead of 2p−1", _estimator("slope")),
            Mutant("shifted-by-p", "p subtracted instead of 1−p", _estimator("shift")),
        ),
    ),
)
