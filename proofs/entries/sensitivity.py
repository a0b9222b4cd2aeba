"""Sensitivity of a mean, bounded and unbounded; and the course's averaging attack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import comb
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, parse
from dpverify.defs.sensitivity.aggregates import mean
from dpverify.defs.sensitivity.norms import distance
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.parts import BITS
from dpverify.proofs.statement import (
    AnyChannel,
    Case,
    Cases,
    Follows,
    Property,
    Statement,
)

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
Rows = Mapping[str, Any]
RECORDS = Size("records", "i")
VALUES = AnyChannel(RECORDS, lambda _: BITS, text="list of n records (numbers in [0, 1])")
OTHERS = AnyChannel(RECORDS, lambda _: BITS, text="list of n − 1 records (numbers in [0, 1])")
BOTH = AnyChannel(
    lambda _: ("out", "in"), lambda _: BITS, text="pair of a record that goes and one that comes"
)
NEW = AnyChannel(
    lambda _: ("first", "last"), lambda _: BITS, text="record that comes in (a number in [0, 1])"
)


def _within(gap: Any, limit: Any, logic: Any) -> Any:
    """|gap| ≤ limit."""
    return logic.conj([logic.le(gap, limit), logic.le(logic.minus(logic.number(0), limit), gap)])


def _replaced(rows: Rows, _: Rows, logic: Any, *, over: int) -> Any:
    """n·|mean − mean'| ≤ 1/over where one record becomes another, both sides times over."""
    others = [row[1] for row in rows["X"]]
    before, after = (logic.total([row[1], *others]) for row in rows["Y"])
    gap = logic.minus(before, after)
    return _within(logic.times(logic.number(over), gap), logic.number(1), logic)


def _added(rows: Rows, _: Rows, logic: Any, *, over: int) -> Any:
    """|Σ/n − (Σ + y)/(n + 1)| ≤ 1/(n + 1), both sides times n·(n + 1)."""
    values, new = [row[1] for row in rows["X"]], rows["Y"][1][1]
    n = logic.count(values)
    one_more = logic.total([n, logic.number(1)])
    before = logic.times(one_more, logic.total(values))
    after = logic.times(n, logic.total([*values, new]))
    gap = logic.minus(before, after)
    return _within(logic.times(logic.number(over), gap), n, logic)


def _mean(
    words: str, formula: str, form: Any, objects: Mapping[str, AnyChannel], over: int
) -> Statement:
    half = "" if over == 1 else f" divided by {over}"
    return Statement(
        objects=objects,
        parameters={},
        conclusion=Property(
            words + half, formula + half, form=partial(form, over=over), recordwise=True
        ),
        sizes={"records": (2, 4)},
    )


def _bounded(over: int = 1) -> Statement:
    return _mean(
        "the mean of n records moves by at most 1/n where one record is replaced",
        "|mean(X) − mean(X')| ≤ 1/n",
        _replaced,
        {"X": OTHERS, "Y": BOTH},
        over,
    )


def _unbounded(over: int = 1) -> Statement:
    return _mean(
        "the mean of n records moves by at most 1/(n+1) where one record is added",
        "|mean(X) − mean(X, y)| ≤ 1/(n+1)",
        _added,
        {"X": VALUES, "Y": NEW},
        over,
    )


def _course(_: Mapping[str, Channel], case: Case) -> bool:
    """Both sensitivities of the mean of n scores, from the pairs that attain them."""
    scores = (int(case["most"]), int(case["n"]))
    both = [mean(0, *scores, neighbours) for neighbours in ("bounded", "unbounded")]
    return all(each.value == distance(*each.answers) == parse(case["Δ"]) for each in both)


NO_PAIR_IS_FURTHER = Follows(
    theorem="sensitivity.mean.bounded and sensitivity.mean.unbounded, proved in this library",
    computed="the distance of the means of the two pairs of databases that are named",
    not_computed="that scores in [0, 100] are 100 times records in [0, 1]: the mean is linear",
)


def _of_scores(value: str) -> Statement:
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "the sensitivity of the mean of {n} scores in [0, {most}], and of one less or as many,"
            " is {Δ}, attained by zeros beside a last score of 0 or {most}, and without it",
            "Δ = {Δ}",
            computed=Cases(({"n": "30", "most": "100", "Δ": value},), _course),
            follows=NO_PAIR_IS_FURTHER,
        ),
    )


def _averaging(_: Mapping[str, Channel], case: Case) -> bool:
    """k of n records, of which one is Alice's: C(n−1, k−1)/C(n, k), and once in m queries."""
    n, k = int(case["n"]), int(case["k"])
    hit = Value(comb(n - 1, k - 1)) / comb(n, k)
    missed = Value(1)
    for _query in range(int(case["m"])):
        missed = missed * (1 - hit)
    return hit == parse(case["once"]) and 1 - missed == parse(case["chance"])


def _attack(chance: str, once: str = "1/10") -> Statement:
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "an average of {k} of {n} random students contains Alice with probability {once}, and"
            " one of {m} such averages does with probability {chance}",
            "C({n}−1,{k}−1)/C({n},{k}) = {once}, 1 − (1 − {once})^{m} = {chance}",
            computed=Cases(
                ({"n": "30", "k": "3", "m": "5", "once": once, "chance": chance},), _averaging
            ),
        ),
    )


ENTRIES = (
    Entry(
        id="sensitivity.mean.bounded",
        title="The mean of n records in [0, 1] has sensitivity 1/n where one is replaced",
        statement=_bounded(),
        source=XU,
        expected="proved",
        shapes=tuple({"records": n} for n in (2, 3, 30)),
        notes="Times 100 for scores in [0, 100]; it is attained (sensitivity.course.mean).",
        mutants=(
            Mutant("half", "half of it", _bounded(2)),
            Mutant("third", "a third of it", _bounded(3)),
        ),
    ),
    Entry(
        id="sensitivity.mean.unbounded",
        title="The mean of n or n+1 records in [0, 1] has sensitivity 1/(n+1)",
        statement=_unbounded(),
        source=XU,
        expected="proved",
        shapes=tuple({"records": n} for n in (2, 3, 29)),
        mutants=(
            Mutant("half", "half of it", _unbounded(2)),
            Mutant("third", "a third of it", _unbounded(3)),
        ),
    ),
    Entry(
        id="sensitivity.course.mean",
        title="The sensitivity of the mean of 30 scores is 10/3, bounded and unbounded",
        statement=_of_scores("10/3"),
        source=XU,
        expected="follows",
        instances=1,
        mutants=(
            Mutant("by-29", "100/29", _of_scores("100/29")),
            Mutant("by-31", "100/31", _of_scores("100/31")),
        ),
    ),
    Entry(
        id="course.averaging-attack",
        title="Five averages of three students contain Alice with probability .40951",
        statement=_attack("40951/100000"),
        source=f"{XU} (10 % and 40.95 %)",
        expected="computed",
        instances=1,
        mutants=(
            Mutant("independent", "5 times 1/10", _attack("1/2")),
            Mutant("one-in-thirty", "1/30 at once", _attack("40951/100000", "1/30")),
        ),
    ),
)
