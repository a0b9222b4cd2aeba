"""How much a private channel can raise the chance to guess the input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import OutputsOf
from dpverify.proofs.parts import (
    ANY,
    EPS,
    FAIR,
    OUTPUTS,
    RESPONSE,
    RESULTS,
    response,
    shapes,
    sizes,
)
from dpverify.proofs.statement import AnyChannel, Claim, Property, Statement

ALVIM = (
    "Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi 2015, On the information leakage of"
    " differentially-private mechanisms; for e^ε: Barthe, Köpf 2011"
)
Rows = Mapping[str, Any]
Terms = Mapping[str, Any]


def _capacity(rows: Sequence[Sequence[Any]], logic: Any) -> Any:
    """Σ_y max_x C(y|x), the largest factor by which an output raises the chance to guess."""
    return logic.total(logic.largest(column) for column in zip(*rows, strict=True))


def _bounded(rows: Rows, terms: Terms, logic: Any, *, fewer: int, least: bool = False) -> Any:
    """capacity·(k − 1 + e^ε) ≤ k·e^ε, or ≥; k is the number of inputs, or `fewer`."""
    table, odds = rows["R" if least else "M"], terms["eps"]
    k = logic.minus(logic.count(row[0] for row in table), logic.number(fewer))
    others = logic.minus(k, logic.number(1))
    left = logic.times(_capacity(table, logic), logic.total([others, odds]))
    right = logic.times(k, odds)
    return logic.le(right, left) if least else logic.le(left, right)


def _at_most(*, fewer: int = 0, assumed: bool = True) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", EPS),) * assumed,
        conclusion=Property(
            "no output raises the chance to guess the input by more than the factor"
            " n·e^ε/(n − 1 + e^ε) on average, for n inputs and whatever the prior, which is"
            " at most e^ε",
            "Σ_y max_x M(y|x) ≤ n·e^ε/(n − 1 + e^ε)",
            form=partial(_bounded, fewer=fewer),
            columnwise=True,
        ),
        sizes=sizes((1, 3), (2, 4)),
    )


def _attained(weight: str = FAIR, *, fewer: int = 0) -> Statement:
    return Statement(
        objects=RESPONSE,
        derived={"R": response(weight)},
        parameters={"eps": "loss"},
        conclusion=Property(
            "randomised response raises the chance to guess by the factor 2e^ε/(1 + e^ε)",
            "Σ_y max_x R(y|x) ≥ 2·e^ε/(1 + e^ε)",
            form=partial(_bounded, fewer=fewer, least=True),
            columnwise=True,
        ),
        sizes=sizes((2, 2), (2, 2)),
    )


def _not_raised(rows: Rows, _: Terms, logic: Any, *, backwards: bool) -> Any:
    less, more = ("M", "N") if backwards else ("N", "M")
    return logic.le(_capacity(rows[less], logic), _capacity(rows[more], logic))


def _post_processing(*, backwards: bool = False, looking: bool = False) -> Statement:
    """N is M with its output sent through f; where `looking`, f sees the input too."""
    kernel = AnyChannel(OutputsOf("M"), RESULTS, text="randomised map on M's outputs")
    looks = AnyChannel(
        ANY.inputs, RESULTS, text="channel for each output of M", copies=OutputsOf("M")
    )
    return Statement(
        objects={"M": AnyChannel(ANY.inputs, OUTPUTS), "f": looks if looking else kernel},
        derived={"N": {"adaptive": ["M", "f*"]} if looking else {"post_process": ["M", "f"]}},
        parameters={},
        conclusion=Property(
            "N raises the chance to guess the input by no larger a factor than M does",
            "Σ_z max_x N(z|x) ≤ Σ_y max_x M(y|x)",
            form=partial(_not_raised, backwards=backwards),
            columnwise=True,
        ),
        sizes={**sizes((2, 3), (2, 3)), "results": (1, 3)},
    )


ENTRIES = (
    Entry(
        id="qif.bayes-capacity.pure",
        title="ε-DP for all pairs of n inputs bounds the Bayes capacity by n·e^ε/(n − 1 + e^ε)",
        statement=_at_most(),
        source=ALVIM,
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 3), (3, 2), (2, 8)),
        notes=(
            "If the largest entry of a column is a, each other one is at least a/e^ε, so that the"
            " column's sum is at least a·(1 + (n−1)/e^ε); all columns together sum to n."
        ),
        mutants=(
            Mutant("one-input-fewer", "n − 1 in place of n", _at_most(fewer=1)),
            Mutant("no-hypothesis", "nothing is assumed of M", _at_most(assumed=False)),
        ),
    ),
    Entry(
        id="qif.bayes-capacity.attained",
        title="Randomised response attains that Bayes capacity",
        statement=_attained(),
        source=ALVIM,
        expected="proved",
        shapes=shapes((2, 2)),
        mutants=(
            Mutant("less-truth", "the truth has probability 1/2 only", _attained("1/2")),
            Mutant("truth-by-thirds", "the truth has probability 2/3", _attained("2/3")),
        ),
    ),
    Entry(
        id="qif.bayes-capacity.post-processing",
        title="Post-processing never raises the Bayes capacity",
        statement=_post_processing(),
        source="Alvim et al. 2020, chapter 9 (data-processing inequality)",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        mutants=(
            Mutant("backwards", "it never lowers it", _post_processing(backwards=True)),
            Mutant("looking", "f sees the input too", _post_processing(looking=True)),
        ),
    ),
    Entry(
        id="qif.bayes-capacity.as-pure",
        title="A channel of two inputs that raises the chance to guess by e^ε at most is ε-DP",
        statement=Statement(
            objects={"M": ANY},
            parameters={"eps": "loss"},
            hypotheses=(Claim("M", "total-variation-at-most", {"bound": "exp(eps)-1"}),),
            conclusion=Claim("M", "pure-dp", EPS),
            sizes=sizes((2, 3), (2, 2)),
        ),
        source=f"the converse of a bound in {ALVIM}",
        expected="refuted",
        shapes=shapes((2, 2)),
        essay=Essay(
            belief=(
                "ε-DP bounds the min-capacity by ε, and both speak of the factor by which an"
                " attacker's chances grow; on two inputs that factor is 1 plus the total variation."
            ),
            catch=(
                "The capacity is an average over the outputs, ε-DP speaks of each of them. An"
                " output that gives the input away but is rarely seen hardly counts in the"
                " average, and its loss is infinite."
            ),
            repair="The implication holds the other way round.",
            true_twin="qif.bayes-capacity.pure",
        ),
    ),
)
