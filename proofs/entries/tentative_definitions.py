"""Definitions that one might try before ε-DP: additive closeness, and 1+ε in place of e^ε."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.channel import Channel
from dpverify.defs.comparisons.largest_difference import LargestDifference
from dpverify.defs.comparisons.largest_ratio import LargestRatio
from dpverify.defs.numbers import Loss, Number, Value, parse
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.parts import ANY, EPS, shapes, sizes
from dpverify.proofs.statement import (
    Cases,
    Claim,
    Equivalent,
    Property,
    Statement,
)

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
ONE_PLUS = "1+nats(eps)"


def _ratio_to_eps(ratio: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
    """The ε at which 1 + ε is that ratio, where it is rational."""
    excess = ratio - 1
    rational = isinstance(excess, Value) and excess.is_rational and excess >= 0
    return {"eps": Loss(excess.as_fraction())} if rational else dict(parameters)  # type: ignore[union-attr]  # rational


def _implies(bound: str, *, assumed: bool = True) -> Statement:
    hypothesis = Claim("M", "largest-ratio-at-most", {"bound": bound}, tuned=_ratio_to_eps)
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(hypothesis,) * assumed,
        conclusion=Claim("M", "pure-dp", EPS),
        sizes=sizes((1, 3)),
    )


def _multiplicative(bound: str) -> Statement:
    """The second tentative definition, with `bound` in place of p, beside ε-DP."""
    said = Claim("M", "largest-ratio-at-most", {"bound": bound})
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        conclusion=Equivalent((said, Claim("M", "pure-dp", EPS))),
        sizes=sizes((1, 3)),
    )


Case = tuple[str, str, str, str, str]
"""Pr[M(D) = R], Pr[M(D') = R]; their difference, their ratio, the largest ratio of any event."""
CASES: tuple[Case, ...] = (
    ("0.005", "0.001", "0.004", "5", "5"),
    ("0.96", "0.94", "0.02", "48/47", "3/2"),
)


NAMES = ("Pr[M(D) = R]", "Pr[M(D') = R]", "difference", "ratio", "largest ratio of an event")
ADDITIVE = "within .01"


def _as_measured(_: Mapping[str, Channel], case: Mapping[str, str]) -> bool:
    """A case as the laws of two outputs, R and not R."""
    first, second, gap, ratio, largest = (parse(case[name]) for name in NAMES)
    p, q = (first, 1 - first), (second, 1 - second)
    ratios = [LargestRatio().measure(a, b, {}) for a, b in ((p, q), (q, p))]  # type: ignore[arg-type]  # values
    measured = LargestDifference().measure(p, q, {})  # type: ignore[arg-type]  # values
    accepted = "yes" if gap <= parse("0.01") else "no"
    return bool(
        measured == gap
        and first / second == ratio
        and max(ratios) == largest
        and accepted == case[ADDITIVE]
    )


def _two_cases(*cases: Case) -> Statement:
    accepted = ("yes", "no")
    listed = tuple(
        {**dict(zip(NAMES, case, strict=True)), ADDITIVE: said}
        for case, said in zip(cases, accepted, strict=True)
    )
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "the additive definition at .01 accepts or refuses two laws of the outputs R and not R,"
            " and their difference and ratios are: {cases}",
            "|P(R) − Q(R)| ≤ .01 against P(S) ≤ e^ε Q(S)",
            computed=Cases(listed, _as_measured),
        ),
    )


ENTRIES = (
    Entry(
        id="dp.additive-closeness.bounds-ratio",
        title="Additive closeness of the laws bounds their ratio",
        statement=Statement(
            objects={"M": ANY},
            parameters={"p": "value"},
            hypotheses=(
                Claim(
                    "M",
                    "largest-difference-at-most",
                    {"bound": "p/10"},
                    tuned=lambda d, _: {"p": min(Value(1), 10 * d)},
                ),
            ),
            conclusion=Claim("M", "unmatched-mass-at-most", {"bound": "0"}),
            sizes=sizes((2, 3), (2, 2)),
        ),
        source=f"{XU}, the tentative definition and its bad example",
        expected="refuted",
        shapes=shapes((2, 2)),
        notes=(
            "The conclusion says that no output is possible on one input and impossible on its"
            " neighbour, which any bound on the ratio implies."
        ),
        essay=Essay(
            belief=(
                "If no output's probability changes by more than p, for some small p, then it seems"
                " that little can be learnt from an output about the input."
            ),
            catch=(
                "An output of probability p on one input may be impossible on the other: the"
                " probabilities are within p, their ratio is infinite, and whoever sees that output"
                " knows the input. Rare outputs that give everything away are just what additive"
                " closeness permits."
            ),
            repair=(
                "Bound the ratio itself, P(S) ≤ e^ε Q(S): ε-DP. Additive closeness for all events,"
                " and not for single outputs alone, is (0, p)-DP."
            ),
            true_twin="dp.total-variation.is-delta-at-zero",
        ),
    ),
    Entry(
        id="dp.one-plus-eps.implies-pure",
        title="1+ε in place of e^ε implies ε-DP",
        statement=_implies(ONE_PLUS),
        source=f"{XU}; Dwork, McSherry, Nissim, Smith 2006",
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (3, 2), (2, 16)),
        notes="The solver knows of ε that 1 + ε ≤ e^ε, and that is all that is needed.",
        mutants=(
            Mutant("twice-eps", "1+2ε in place of e^ε", _implies("1+2*nats(eps)")),
            Mutant("square", "(1+ε)² in place of e^ε", _implies(f"({ONE_PLUS})*({ONE_PLUS})")),
            Mutant("no-hypothesis", "nothing is assumed of M", _implies(ONE_PLUS, assumed=False)),
        ),
    ),
    Entry(
        id="dp.one-plus-eps.implied-by-pure",
        title="ε-DP implies the definition with 1+ε in place of e^ε",
        statement=Statement(
            objects={"M": ANY},
            parameters={"eps": "loss"},
            hypotheses=(Claim("M", "pure-dp", EPS),),
            conclusion=Claim("M", "largest-ratio-at-most", {"bound": ONE_PLUS}),
            sizes=sizes((2, 3), (2, 2)),
        ),
        source=XU,
        expected="refuted",
        shapes=shapes((2, 2)),
        essay=Essay(
            belief="For small ε, e^ε ≈ 1+ε, and the two are used as if they were the same.",
            catch=(
                "e^ε > 1+ε for every ε > 0, and randomised response attains the ratio e^ε. At"
                " ε = ln 3 the ratio is 3, while 1+ε is less than 2.1; and k mechanisms together"
                " give e^{kε}, not 1+kε."
            ),
            repair="The converse holds: the definition with 1+ε implies ε-DP.",
            true_twin="dp.one-plus-eps.implies-pure",
        ),
    ),
    Entry(
        id="course.tentative-definition.cases",
        title="In 2 cases additive closeness accepts a ratio of 5 and refuses one of 3/2",
        statement=_two_cases(*CASES),
        source=f"{XU}, the two cases beside the tentative definition",
        expected="computed",
        instances=1,
        notes=(
            "The course shows .005 against .001 and .96 against .94 at .01. The output of the"
            " second case has the ratio 48/47, but its opposite has .06/.04 = 3/2: a ratio near 1"
            " for likely outputs alone is no closeness either."
        ),
        mutants=(
            Mutant(
                "other-ratio",
                "ratio 4 in the first case",
                _two_cases((*CASES[0][:3], "4", "5"), CASES[1]),
            ),
            Mutant(
                "one-output",
                "48/47 is the largest ratio of the second case",
                _two_cases(CASES[0], (*CASES[1][:4], "48/47")),
            ),
        ),
    ),
    Entry(
        id="dp.multiplicative-closeness.is-pure",
        title="Multiplicative closeness with p = e^ε is ε-DP",
        statement=_multiplicative("exp(eps)"),
        source=f"{XU}, the tentative definitions II and III",
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (3, 2), (2, 16)),
        notes="P(R)/p ≤ Q(R) ≤ p·P(R) for every output R and every pair of neighbours.",
        mutants=(
            Mutant("twice-eps", "p = e^(2ε)", _multiplicative("exp(2*eps)")),
            Mutant("half-way-to-one", "p = (1 + e^ε)/2", _multiplicative("(1+exp(eps))/2")),
        ),
    ),
)
