"""Noisy max, above threshold and sparse vector with geometric noise: private, for every n and c."""

from __future__ import annotations

from functools import partial

from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import Size
from dpverify.proofs.selections import SPARSE, Alignment, Rule, Selection, selected
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
    "sparse vector": "the list that says of each query whether its noisy answer reaches the noisy"
    " threshold, and ends when c did,",
    "sparse vector anew": "the list that says of each query whether its noisy answer reaches the"
    " noisy threshold, which has new noise after each that did, and ends when c did,",
}
ONE_THRESHOLD, ANEW = SPARSE
NAMES = {"noisy max": "max", "above threshold": "above"}


def _power(name: str, exponent: int) -> str:
    return {0: "", 1: name}.get(exponent, f"{name}{'⁰¹²³⁴⁵⁶⁷⁸'[exponent]}")


def _powers(name: str, exponent: int) -> str:
    """name^(c·exponent)."""
    return {0: "", 1: f"{name}^c"}.get(exponent, f"{name}^({exponent}c)")


def _cost(selection: Selection) -> str:
    """e^(−ε) as it is written on paper."""
    own = (_powers if selection.rule in SPARSE else _power)("a", selection.own)
    anew = selection.rule == "sparse vector anew"
    threshold = (_powers if anew else _power)("t", selection.threshold)
    return ("·" if selection.rule in SPARSE else "").join(filter(None, (own, threshold))) or "1"


def statement(selection: Selection) -> Statement:
    """The claim about a selection: for all answers X, changes D, ratios of noise, and any c."""
    labels, changes = CHANGES[selection.least, selection.most]
    thresholded = selection.rule != "noisy max"
    ratios = ("a", "t") if thresholded else ("a",)
    counts: dict[str, Kind] = {"c": "count"} if selection.rule in SPARSE else {}
    cost = _cost(selection)
    noise = "noise of ratio a" + (" on answers and t on the threshold" if thresholded else "")
    name = NAMES.get(selection.rule, "sparse")
    return Statement(
        objects={
            "X": AnyChannel(
                QUERIES,
                COUNTS,
                text="list of n answers (whole numbers)" + ", less the threshold" * thresholded,
            ),
            "D": AnyChannel(QUERIES, lambda _: labels, text=changes),
        },
        parameters={**dict.fromkeys(ratios, "value"), **counts},
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


def _above(
    own: int, threshold: int, changes: tuple[int, int] = (-1, 1), rule: Rule = "above threshold"
) -> Statement:
    there = Alignment(1 - changes[0], 1)
    back = Alignment(1, 0) if changes[0] == 0 else there
    none = (Alignment(0, 1), Alignment(0, 0 if changes[0] == 0 else 1))
    return statement(Selection(rule, *changes, own, threshold, there, back, none))


def _sparse(own: int, threshold: int, changes: tuple[int, int] = (-1, 1)) -> Statement:
    return _above(own, threshold, changes, ONE_THRESHOLD)


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
    Entry(
        id="dp.sparse-vector.any",
        title="Sparse vector: a^(−2c) and 1/t for noise of ratios a and t, for every n and c",
        statement=_sparse(2, 1),
        source=f"{LYU}, Theorem 4 (Algorithm 7, no numbers released), for discrete noise",
        expected="proved",
        notes=(
            "Of an answer that reaches the threshold the noise is moved by 2, of the threshold by"
            " 1, of the other answers not at all. With a = e^(−ε₂/2c) and t = e^(−ε₁) it is"
            " (ε₁ + ε₂)-DP."
        ),
        mutants=(
            Mutant("undoubled", "the noise of answers is not doubled", _sparse(1, 1)),
            Mutant("free-threshold", "the threshold costs nothing", _sparse(2, 0)),
            Mutant("free-answers", "the answers cost nothing", _sparse(0, 1)),
        ),
    ),
    Entry(
        id="dp.sparse-vector.counts",
        title="Sparse vector on counts: a^(−c) and 1/t for noise of ratios a and t, every n and c",
        statement=_sparse(1, 1, (0, 1)),
        source=f"{LYU}, Theorem 5, monotonic queries, for discrete noise",
        expected="proved",
        mutants=(
            Mutant("two-sided", "counts may fall as well as rise", _sparse(1, 1)),
            Mutant("free-threshold", "the threshold costs nothing", _sparse(1, 0, (0, 1))),
        ),
    ),
    Entry(
        id="dp.sparse-vector.new-thresholds.any",
        title="Sparse vector, a new threshold after each answer above: a^(−2c) and t^(−c)",
        statement=_above(2, 1, rule=ANEW),
        source=f"{DWORK_ROTH}, Algorithm 2 (Sparse), Theorem 3.25, pure and discrete",
        expected="proved",
        notes="c runs of above threshold, one after the other: n, and each run's end, are any.",
        mutants=(
            Mutant("undoubled", "the noise of answers is not doubled", _above(1, 1, rule=ANEW)),
            Mutant("free-answers", "the answers cost nothing", _above(0, 1, rule=ANEW)),
        ),
    ),
    Entry(
        id="dp.sparse-vector.new-thresholds.counts",
        title="Sparse vector on counts, a new threshold after each answer above: a^(−c) and t^(−c)",
        statement=_above(1, 1, (0, 1), ANEW),
        source=f"{DWORK_ROTH}, Algorithm 2 (Sparse); {LYU}, section 4.3, monotonic queries",
        expected="proved",
        mutants=(
            Mutant("two-sided", "counts may fall as well as rise", _above(1, 1, rule=ANEW)),
            Mutant("free-thresholds", "thresholds cost nothing", _above(1, 0, (0, 1), ANEW)),
        ),
    ),
)
