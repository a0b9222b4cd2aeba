"""How ε and δ trade off for one mechanism, and what its distance says of guesses and tests."""

from __future__ import annotations

from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.guarantees import (
    DELTAS,
    TWO_SIZES,
    Guarantee,
    Kinds,
    approx,
    post_processing,
    variation,
)
from dpverify.proofs.labels import OutputsOf
from dpverify.proofs.parts import ANY, INPUTS, OUTPUTS, shapes, sizes
from dpverify.proofs.statement import AnyChannel, Equivalent, Statement

KOV = "Kairouz, Oh, Viswanath 2015"
ONE: Kinds = {"eps": "loss", "delta": "value"}
DECISIONS = ("kept", "rejected")


def _of_one(
    assumed: tuple[Guarantee, ...],
    conclusion: Guarantee,
    parameters: Kinds,
    *conditions: str,
) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters=parameters,
        hypotheses=(*(given.of("M") for given in assumed), *map(condition, conditions)),
        conclusion=conclusion.of("M"),
        sizes=sizes(),
    )


def _weaker(*conditions: str) -> Statement:
    given = (approx("eps1", "delta1"),)
    return _of_one(given, approx("eps2", "delta2"), DELTAS, *conditions)


LESS_EPS, LESS_DELTA = "exp(eps1) <= exp(eps2)", "delta1 <= delta2"


def _mean(bound: str, *, both: bool = True) -> Statement:
    """δ at a mean of two odds."""
    assumed = (approx("eps1", "delta1"), approx("eps2", "delta2"))[: 1 + both]
    odds = "w*exp(eps1)+(1-w)*exp(eps2)"
    conclusion = Guarantee("hockey-stick-at-most", {"odds": odds, "bound": bound})
    return _of_one(assumed, conclusion, {**DELTAS, "w": "value"})


MEAN = "w*delta1+(1-w)*delta2"
SMALLER = "1-(1-delta)*(1+exp(eta))/(1+exp(eps))"


def _smaller(delta: str, *conditions: str) -> Statement:
    """At a smaller ε, called η."""
    parameters: Kinds = {**ONE, "eta": "loss"}
    return _of_one((approx("eps", "delta"),), approx("eta", delta), parameters, *conditions)


def _far(delta: str, *, assumed: bool = True) -> Statement:
    given = (variation("t"),) * assumed
    return _of_one(given, approx("eps", delta), {"eps": "loss", "t": "value"})


def _guess(bound: str, weight: str = "1/2") -> Guarantee:
    return Guarantee("bayes-guess-error-at-least", {"weight": weight, "bound": bound})


def _error(bound: str, weight: str = "1/2") -> Statement:
    return _of_one((approx("eps", "delta"),), _guess(bound, weight), ONE)


def _no_guess(error: str) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"t": "value"},
        conclusion=Equivalent((_guess(error).of("M"), variation("t").of("M"))),
        sizes=sizes((1, 3)),
    )


def _tested(delta: str = "delta", eps: str = "eps") -> Statement:
    """A randomised test of the output, which keeps or rejects the first input."""
    test = AnyChannel(OutputsOf("M"), lambda _: DECISIONS, text="randomised test")
    return Statement(
        objects={"M": AnyChannel(INPUTS, OUTPUTS), "T": test},
        derived={"D": {"post_process": ["M", "T"]}},
        parameters=ONE,
        hypotheses=(approx("eps", "delta").of("M"),),
        conclusion=approx(eps, delta).of("D"),
        sizes=TWO_SIZES,
    )


def _processed(bound: str = "t", *, looking: bool = False) -> Statement:
    return post_processing(variation("t"), variation(bound), {"t": "value"}, looking=looking)


PROFILE = (
    Entry(
        id="dp.approx.weaker",
        title="(ε₁,δ₁)-DP implies (ε₂,δ₂)-DP for ε₁ ≤ ε₂ and δ₁ ≤ δ₂",
        statement=_weaker(LESS_EPS, LESS_DELTA),
        source="Dwork, Roth 2014, Definition 2.4",
        expected="proved",
        shapes=shapes((2, 2), (2, 16)),
        mutants=(
            Mutant("any-eps", "nothing is assumed of ε₂", _weaker(LESS_DELTA)),
            Mutant("any-delta", "nothing is assumed of δ₂", _weaker(LESS_EPS)),
        ),
    ),
    Entry(
        id="dp.approx.convex-in-odds",
        title="The privacy profile is convex in e^ε: δ at a mean of two e^ε is at most the mean δ",
        statement=_mean(MEAN),
        source="Balle, Barthe, Gaboardi 2018, section 2.2 (the hockey stick is convex in e^ε)",
        expected="proved",
        shapes=shapes((2, 2), (2, 8)),
        mutants=(
            Mutant(
                "weights-exchanged", "the weights are exchanged", _mean("(1-w)*delta1+w*delta2")
            ),
            Mutant("one-alone", "δ is known at ε₁ alone", _mean(MEAN, both=False)),
        ),
    ),
    Entry(
        id="dp.approx.smaller-eps",
        title="(ε,δ)-DP implies (η, 1 − (1 − δ)(1 + e^η)/(1 + e^ε))-DP for η ≤ ε",
        statement=_smaller(SMALLER, "exp(eta) <= exp(eps)"),
        source=f"{KOV}, Theorem 2.3 (the region of all (ε,δ)-private laws)",
        expected="proved",
        shapes=shapes((2, 2), (2, 16)),
        mutants=(
            Mutant("delta-itself", "δ is kept", _smaller("delta", "exp(eta) <= exp(eps)")),
            Mutant(
                "two-for-one",
                "2 in place of 1 in the quotient",
                _smaller("1-(1-delta)*(2+exp(eta))/(2+exp(eps))", "exp(eta) <= exp(eps)"),
            ),
        ),
    ),
    Entry(
        id="dp.total-variation.bounds-delta",
        title="A total variation of at most t implies (ε, t)-DP for every ε",
        statement=_far("t"),
        source="Dwork, Roth 2014, section 2.3",
        expected="proved",
        shapes=shapes((2, 2), (2, 16)),
        mutants=(
            Mutant("half", "(ε, t/2)-DP", _far("t/2")),
            Mutant("no-hypothesis", "nothing is assumed of M", _far("t", assumed=False)),
        ),
    ),
    Entry(
        id="dp.total-variation.post-processing",
        title="Post-processing does not raise the total variation",
        statement=_processed(),
        source="Levin, Peres, Wilmer 2009, chapter 4; Csiszár 1967",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        mutants=(
            Mutant("half", "half of it", _processed("t/2")),
            Mutant("looks-again", "it sees the input again", _processed(looking=True)),
        ),
    ),
)

GUESSES = (
    Entry(
        id="dp.guessing.total-variation",
        title="TV is at most t exactly if at a uniform prior every guesser errs with ≥ (1 − t)/2",
        statement=_no_guess("(1-t)/2"),
        source="Le Cam 1973; Wasserman, Zhou 2010, section 2.3",
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 3), (2, 8)),
        notes="Under a uniform prior of two inputs; the Bayes guesser errs least of all.",
        mutants=(
            Mutant("whole", "1 − t in place of its half", _no_guess("1-t")),
            Mutant("third", "(1 − t)/3", _no_guess("(1-t)/3")),
        ),
    ),
    Entry(
        id="dp.guessing.uniform-prior.approx",
        title="Under (ε,δ)-DP and a uniform prior every guesser errs with ≥ (1 − δ)/(1 + e^ε)",
        statement=_error("(1-delta)/(1+exp(eps))"),
        source=f"{KOV}; Wasserman, Zhou 2010, Theorem 2.4",
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 16)),
        notes="The Bayes guesser errs least of all.",
        mutants=(
            Mutant("without-one", "(1 − δ)/e^ε", _error("(1-delta)/exp(eps)")),
            Mutant("without-delta", "1/(1 + e^ε)", _error("1/(1+exp(eps))")),
        ),
    ),
    Entry(
        id="dp.guessing.tilted-prior.approx",
        title="Under (ε,δ)-DP and prior e^ε/(1 + e^ε) every guesser errs with ≥ (1 − δ)/(1 + e^ε)",
        statement=_error("(1-delta)/(1+exp(eps))", "exp(eps)/(1+exp(eps))"),
        source=f"{KOV} (a corner of the region of tests)",
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 16)),
        notes="The Bayes guesser errs least of all; to name the likelier input errs so often.",
        mutants=(
            Mutant("without-delta", "1/(1 + e^ε)",
                   _error("1/(1+exp(eps))", "exp(eps)/(1+exp(eps))")),
            Mutant(
                "other-prior",
                "the prior is 1/(2 + e^ε)",
                   _error("(1-delta)/(1+exp(eps))", "1/(2+exp(eps))")),
        ),
    ),
    Entry(
        id="dp.hypothesis-testing.region",
        title="Under (ε,δ)-DP P(S) ≤ e^ε·Q(S) + δ for what a test rejects, and for what it keeps",
        statement=_tested(),
        source=f"Wasserman, Zhou 2010, Theorem 2.4; {KOV}, Theorem 2.1",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2},),
        notes=(
            "With P(rejected) the error of the first kind and Q(kept) that of the second, these are"
            " the four lines that bound the region of tests; the test may draw coins."
        ),
        mutants=(
            Mutant("half-the-delta", "δ/2", _tested("delta/2")),
            Mutant("half-the-eps", "ε/2", _tested(eps="eps/2")),
        ),
    ),
)  # fmt: skip

ENTRIES = (*PROFILE, *GUESSES)
