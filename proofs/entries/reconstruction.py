"""Reconstruction from all subset queries: the bound 4E, its exact worst case, what was printed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from dpverify.checkers.reconstruction.survivors import survivors
from dpverify.checkers.reconstruction.worst_case import worst_case
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, total
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.parts import BITS
from dpverify.proofs.statement import (
    AnyChannel,
    Case,
    Cases,
    Channels,
    Numbers,
    Property,
    Statement,
)

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
SOURCE = f"{XU}; Dinur, Nissim 2003, theorem 3"
RECORDS = Size("records", "i")
HALF = Fraction(1, 2)
Rows = Mapping[str, Any]


def _records(text: str) -> AnyChannel:
    return AnyChannel(RECORDS, lambda _: BITS, text=text)


NOISE = AnyChannel(
    lambda _: ("zeros", "ones"),
    lambda _: ("up", "down"),
    text="noise (up minus down, in units of E)",
)


def _bits(rows: Rows, _: Rows, logic: Any) -> Any:
    """d ≤ d², so d is 0 or 1."""
    return logic.conj([logic.le(one, logic.times(one, one)) for _, one in rows["D"]])


def _size(rows: Rows, terms: Rows, logic: Any, times: int) -> Any:
    """times · E, where E is e times the number of records."""
    share = logic.times(logic.number(times), terms["e"])
    return logic.total(logic.times(share, logic.total(row)) for row in rows["D"])


def _fits(rows: Rows, terms: Rows, logic: Any, *, queries: str) -> Any:
    """|Σ_S C − R_S| ≤ E for the zeros and the ones of D, with R_S = Σ_S D + E·(up − down)."""
    said = []
    for k, (up, down) in enumerate(rows["N"]):
        if str(k) not in queries:
            continue
        pairs = list(zip(rows["C"], rows["D"], strict=True))
        asked = logic.total(logic.times(d[k], c[1]) for c, d in pairs)
        true = logic.total(logic.times(d[k], d[1]) for _, d in pairs)
        bound = _size(rows, terms, logic, 1)
        noise = logic.times(bound, logic.minus(up, down))
        gap = logic.minus(asked, logic.total([true, noise]))
        said += [logic.le(gap, bound), logic.le(logic.minus(logic.number(0), bound), gap)]
    return logic.conj(said)


def _near(rows: Rows, terms: Rows, logic: Any, *, times: int) -> Any:
    """Σ |C − D| ≤ times · E; where d is 0 or 1, |c − d| = c·(1 − d) + (1 − c)·d."""
    far = logic.total(
        logic.total([logic.times(c[1], d[0]), logic.times(c[0], d[1])])
        for c, d in zip(rows["C"], rows["D"], strict=True)
    )
    return logic.le(far, _size(rows, terms, logic, times))


def _with_bits(channels: Channels, parameters: Numbers) -> tuple[Channels, Numbers]:
    """Every record of D rounded to the nearer bit."""
    rows = [[int(a > b), int(not a > b)] for a, b in _rows(channels["D"])]
    return {**channels, "D": _like(channels["D"], rows)}, parameters


def _with_room(channels: Channels, parameters: Numbers) -> tuple[Channels, Numbers]:
    """The least e, up to 1, for which C fits both answers; where none does, e stays."""
    pairs = list(zip(_rows(channels["C"]), _rows(channels["D"]), strict=True))
    least = Value(0)
    for k, (up, down) in enumerate(_rows(channels["N"])):
        gap = total(d[k] * (c[1] - d[1]) for c, d in pairs)
        room = 1 + (up - down if gap >= 0 else down - up)
        size = gap if gap >= 0 else -gap
        if room.is_zero:
            continue
        share = size / room / len(pairs)
        least = max(least, share)
    return channels, {**parameters, "e": least} if least <= 1 else parameters


def _rows(channel: Channel) -> list[tuple[Value, ...]]:
    return [channel.row(i) for i in range(len(channel.inputs))]


def _like(channel: Channel, rows: list[list[int]]) -> Channel:
    return Channel(channel.inputs, channel.outputs, rows, channel.neighbours)


def _theorem(times: int = 4, queries: str = "01", *, bits: bool = True) -> Statement:
    asked = {"01": "the zeros of D and the ones of D", "0": "the zeros of D", "1": "the ones of D"}
    said = Property("D holds bits", "D ∈ {0, 1}^n", form=_bits, recordwise=True, met=_with_bits)
    fits = Property(
        f"C is within E = e·n of the answers to two queries, {asked[queries]}, each of which is"
        " within E of the truth",
        "|Σ_S D − R_S| ≤ E ∧ |Σ_S C − R_S| ≤ E",
        form=partial(_fits, queries=queries),
        recordwise=True,
        met=_with_room,
    )
    return Statement(
        objects={
            "C": _records("candidate (numbers in [0, 1], one for each of n records)"),
            "D": _records("database (the same)"),
            "N": NOISE,
        },
        parameters={"e": "value"},
        hypotheses=(*(said,) * bits, fits),
        conclusion=Property(
            f"C differs from D by at most {times}E in all",
            f"Σ |C − D| ≤ {times}·E",
            form=partial(_near, times=times),
            recordwise=True,
        ),
        sizes={"records": (2, 3)},
    )


def _worst(_: Mapping[str, Channel], case: Case) -> bool:
    """The largest distance over all databases, answers and survivors is the one of the case."""
    return worst_case(int(case["n"]), Fraction(case["E"])).errors == int(case["places"])


def _worst_case(factor: int = 2) -> Statement:
    bounds = (HALF, Fraction(1), Fraction(3, 2))
    cases = tuple(
        {"n": str(n), "E": str(e), "places": str(min(n, factor * int(2 * e)))}
        for n in range(2, 6)
        for e in bounds
    )
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "with all 2^n queries and noise at most E, the survivor that is furthest from the truth"
            f" is wrong in exactly min(n, {factor}⌊2E⌋) places, in each of: {{cases}}",
            f"max |C − D| = min(n, {factor}·⌊2E⌋)",
            computed=Cases(cases, _worst),
        ),
    )


def _left(_: Mapping[str, Channel], case: Case) -> bool:
    answers = [Fraction(each) for each in case["answers"].split(", ")]
    return survivors(answers, HALF).databases == tuple(case["left"].split(", "))


def _example(twice: tuple[int, ...], *said: str) -> Statement:
    answers = ", ".join(str(Fraction(x, 2)) for x in twice)
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "the answers {answers} with noise at most 1/2 leave exactly {left} over",
            "{{C : |Σ_S C − R_S| ≤ 1/2 for all S}} = {{{left}}}",
            computed=Cases(({"answers": answers, "left": ", ".join(said)},), _left),
        ),
    )


FIRST, SECOND = (1, 1, 1, 3, 1, 3, 1, 3), (1, 1, 2, 2, 1, 3, 3, 5)

ENTRIES = (
    Entry(
        id="reconstruction.all-queries.four-times-the-bound",
        title="A candidate that fits two noisy answers is within 4E places of the database",
        statement=_theorem(),
        source=SOURCE,
        expected="proved",
        shapes=({"records": 2},),
        notes=(
            "The queries are the zeros and the ones of D; an attacker who asks all subsets asks"
            " them too. Candidates may be fractional, so it holds for relaxations as well."
        ),
        mutants=(
            Mutant("three-times", "3E in place of 4E", _theorem(times=3)),
            Mutant("zeros-alone", "only the zeros are asked", _theorem(queries="0")),
            Mutant("ones-alone", "only the ones are asked", _theorem(queries="1")),
            Mutant("no-bits", "D may hold fractions", _theorem(bits=False)),
        ),
    ),
    Entry(
        id="reconstruction.all-queries.worst-case",
        title="The worst survivor of all subset queries errs in min(n, 2⌊2E⌋) places: 12 cases",
        statement=_worst_case(),
        source=SOURCE,
        expected="computed",
        instances=1,
        notes=(
            "Exhaustive over all pairs of databases and all queries. In general: C and D survive"
            " the same answers exactly if C has at most ⌊2E⌋ ones too many and ⌊2E⌋ too few."
        ),
        mutants=(
            Mutant("factor-four", "min(n, 4⌊2E⌋)", _worst_case(4)),
            Mutant("factor-one", "min(n, ⌊2E⌋)", _worst_case(1)),
        ),
    ),
    Entry(
        id="reconstruction.course.first-example",
        title="The course's first example leaves 001, 011 and 101 over",
        statement=_example(FIRST, "001", "011", "101"),
        source=XU,
        expected="computed",
        instances=1,
        mutants=(
            Mutant("truth-alone", "only 101 is left", _example(FIRST, "101")),
            Mutant("one-more", "111 is left as well", _example(FIRST, "001", "011", "101", "111")),
        ),
    ),
    Entry(
        id="reconstruction.course.second-example",
        title="The course's second example leaves 110 alone over",
        statement=_example(SECOND, "110"),
        source=XU,
        expected="computed",
        instances=1,
        mutants=(
            Mutant("one-more", "010 is left as well", _example(SECOND, "010", "110")),
            Mutant("reversed", "the last record comes first", _example(SECOND, "011")),
        ),
    ),
)
