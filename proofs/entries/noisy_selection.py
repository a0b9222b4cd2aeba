"""Noisy max and above threshold with geometric noise: private at a stated ε, for every n."""

from __future__ import annotations

from functools import partial

from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.selections import Alignment, Selection, selected
from dpverify.proofs.statement import AnyChannel, Property, Statement

QUERIES, COUNTS = Size("queries", "i"), Size("counts", "c")
DWORK_ROTH = "Dwork, Roth 2014, The Algorithmic Foundations of Differential Privacy"
LYU = "Lyu, Su, Li 2017, Understanding the Sparse Vector Technique for Differential Privacy"
CHANGES = {
    (0, 1): (("0", "1"), "list of changes, each 0 or 1"),
    (-1, 1): (("down", "0", "up"), "list of changes, each −1, 0 or 1"),
}
WORDS = {
    "noisy max": "the place of the largest noisy answer, the first of several",
    "above threshold": "the place of the first noisy answer that reaches the noisy threshold, or"
    " none,",
}


def _power(name: str, exponent: int) -> str:
    return {0: "", 1: name}.get(exponent, f"{name}{'⁰¹²³⁴⁵⁶⁷⁸'[exponent]}")


def statement(selection: Selection) -> Statement:
    """The claim about a selection: for all answers X, changes D and ratios of noise."""
    labels, changes = CHANGES[selection.least, selection.most]
    thresholded = selection.rule == "above threshold"
    ratios = ("a", "t") if thresholded else ("a",)
    cost = _power("a", selection.own) + _power("t", selection.threshold) or "1"
    noise = "noise of ratio a" + (" on answers and t on the threshold" if thresholded else "")
    name = "above" if thresholded else "max"
    return Statement(
        objects={
            "X": AnyChannel(
                QUERIES,
                COUNTS,
                text="list of n answers (whole numbers)" + ", less the threshold" * thresholded,
            ),
            "D": AnyChannel(QUERIES, lambda _: labels, text=changes),
        },
        parameters=dict.fromkeys(ratios, "value"),
        hypotheses=tuple(condition(f"{r} {sign}") for r in ratios for sign in ("> 0", "< 1")),
        conclusion=Property(
            f"{WORDS[selection.rule]} with two-sided geometric {noise} is"
            f" ln(1/({cost}))-differentially private for X and X + D",
            f"{cost}·P[{name}(X) = o] ≤ P[{name}(X + D) = o], and X for X + D",
            holds=partial(selected, selection),
            selection=selection,
        ),
        sizes={"queries": (2, 3), "counts": (1, 4)},
    )


def _max(own: int, changes: tuple[int, int] = (0, 1)) -> Statement:
    step = Alignment(changes[1] - changes[0])
    return statement(Selection("noisy max", *changes, own, 0, step, step))


def _above(own: int, threshold: int, changes: tuple[int, int] = (-1, 1)) -> Statement:
    there = Alignment(1 - changes[0], 1)
    back = Alignment(1, 0) if changes[0] == 0 else there
    none = (Alignment(0, 1), Alignment(0, 0 if changes[0] == 0 else 1))
    return statement(Selection("above threshold", *changes, own, threshold, there, back, none))


ENTRIES = (
    Entry(
        id="dp.noisy-max.counts",
        title="Noisy max of n counts with geometric noise of ratio e^(−ε) is ε-DP, for every n",
        statement=_max(1),
        source=f"{DWORK_ROTH}, Claim 3.9, for discrete noise",
        expected="proved",
        notes="Counts rise by at most one with one more record, so the noise need not be doubled.",
        mutants=(
            Mutant("free", "0-DP", _max(0)),
            Mutant("two-sided", "counts may fall as well as rise", _max(1, (-1, 1))),
        ),
    ),
    Entry(
        id="dp.noisy-max.any",
        title="Noisy max of n answers that change by one each way is 2ε-DP, for every n",
        statement=_max(2, (-1, 1)),
        source=f"{DWORK_ROTH}, section 3.3, for discrete noise",
        expected="proved",
        mutants=(
            Mutant("undoubled", "ε-DP", _max(1, (-1, 1))),
            Mutant("free", "0-DP", _max(0, (-1, 1))),
        ),
    ),
    Entry(
        id="dp.above-threshold.any",
        title="Above threshold: 1/a² and 1/t for noise of ratios a and t, for every n",
        statement=_above(2, 1),
        source=f"{DWORK_ROTH}, Theorem 3.23; {LYU}, Theorem 2; discrete noise, one answer above",
        expected="proved",
        mutants=(
            Mutant("undoubled", "the noise of answers is not doubled", _above(1, 1)),
            Mutant("free-threshold", "the threshold costs nothing", _above(2, 0)),
            Mutant("free-answers", "the answers cost nothing", _above(0, 1)),
        ),
    ),
    Entry(
        id="dp.above-threshold.counts",
        title="Above threshold on counts: 1/a and 1/t for noise of ratios a and t, for every n",
        statement=_above(1, 1, (0, 1)),
        source=f"{LYU}, section 4.3, monotonic queries, for discrete noise",
        expected="proved",
        mutants=(
            Mutant("two-sided", "counts may fall as well as rise", _above(1, 1)),
            Mutant("free-threshold", "the threshold costs nothing", _above(1, 0, (0, 1))),
        ),
    ),
)
