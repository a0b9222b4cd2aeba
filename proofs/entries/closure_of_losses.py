"""What bounded range, probabilistic privacy and errors of guessers are closed under."""

from __future__ import annotations

from dpverify.proofs.closure import Asked, composed, looks_again, mixed, processed
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.guarantees import met_by_logarithm

DONG = "Dong, Durfee, Rogers 2020"
MACHANAVAJJHALA = "Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008"
KIFER = "Kifer, Lin 2010, Axiom 2.1 (convexity), carried over"
FEW = 100


def _range(text: str) -> dict[str, str]:
    return {"bound": f"exp({text})"}


def _error(text: str) -> dict[str, str]:
    return {"weight": "v", "bound": text}


RANGE = Asked(
    "ratio-range-at-most", _range("eta"), _range("eta1"), _range("eta2"),
    {"eta": "loss", "eta1": "loss", "eta2": "loss"},
    {name: met_by_logarithm(name) for name in ("eta", "eta1", "eta2")},
)  # fmt: skip
PROBABILISTIC = Asked(
    "probabilistic-dp", {"eps": "eps", "delta": "delta"}, {"eps": "eps1", "delta": "delta1"},
    {"eps": "eps2", "delta": "delta2"},
    {"eps": "loss", "eps1": "loss", "eps2": "loss",
     "delta": "value", "delta1": "value", "delta2": "value"},
)  # fmt: skip
TESTING = Asked(
    "bayes-guess-error-at-least", _error("t"), _error("s"), _error("t"),
    {"v": "value", "s": "value", "t": "value"},
)  # fmt: skip
MEAN = {"eps": "max(eps1,eps2)", "delta": "w*delta1+(1-w)*delta2"}
ERRORS = _error("w*s+(1-w)*t")

RANGES = (
    Entry(
        id="dp.convexity.bounded-range",
        title="A mixture whose branch stays hidden keeps η-bounded range",
        statement=mixed(RANGE, _range("eta"), same=True),
        source=KIFER,
        expected="refuted",
        instances=1000,
        essay=Essay(
            belief=(
                "ε-DP is convex, and bounded range is ε-DP with a better constant: whoever hides"
                " which of two mechanisms ran should lose nothing."
            ),
            catch=(
                "The losses of each mechanism lie in an interval of length η, and these intervals"
                " may be different: one may reach down to −η, the other up to η. The mixture has"
                " outputs of either kind."
            ),
            repair="η-bounded range is η-DP, and the mixture of η-DP mechanisms is η-DP.",
            true_twin="dp.convexity.hidden.pure",
        ),
    ),
    Entry(
        id="dp.convexity.visible.bounded-range",
        title="A mixture whose branch is shown has the larger of both ranges",
        statement=mixed(RANGE, _range("max(eta1,eta2)"), shown=True),
        source=KIFER,
        expected="refuted",
        instances=FEW,
        essay=Essay(
            belief="Each run is one of the two mechanisms, and each has a range of at most η.",
            catch=(
                "The range compares the losses of two outputs, and these may come from different"
                " runs: the largest loss of one mechanism is compared with the smallest of the"
                " other."
            ),
            repair="Losses lie in [−η₁, η₁] and [−η₂, η₂], so the mixture is max(η₁, η₂)-DP.",
            true_twin="dp.convexity.visible.pure",
        ),
    ),
    Entry(
        id="dp.composition.bounded-range.adaptive",
        title="Ranges add up where the first output chooses the second mechanism",
        statement=composed(RANGE, _range("eta1+eta2"), adaptive=True),
        source=f"{DONG}, who compose adaptively with a larger bound",
        expected="refuted",
        instances=FEW,
        essay=Essay(
            belief="Ranges of independent mechanisms add up, as the losses of ε-DP do adaptively.",
            catch=(
                "Each second mechanism has an interval of its own for its losses. The first output"
                " can choose one that reaches up where its own loss is high, and one that reaches"
                " down where it is low."
            ),
            repair="For mechanisms that are fixed beforehand the ranges add up.",
            true_twin="dp.composition.bounded-range",
        ),
    ),
)

PROBABILISTICALLY = (
    Entry(
        id="dp.convexity.probabilistic",
        title="A mixture whose branch stays hidden keeps probabilistic (ε,δ)-DP",
        statement=mixed(PROBABILISTIC, PROBABILISTIC.one, same=True),
        source=KIFER,
        expected="refuted",
        instances=FEW,
        essay=Essay(
            belief=(
                "With probability 1 − δ the loss is at most ε in either mechanism, so it is in the"
                " mixture."
            ),
            catch=(
                "The loss of an output of the mixture is not that of either mechanism. An output"
                " that exceeds ε in one of them, with a small probability, and is common in the"
                " other may exceed ε in the mixture, and then all of its probability counts."
            ),
            repair="Where the branch is shown, the mixture keeps both.",
            true_twin="dp.convexity.visible.probabilistic",
        ),
    ),
    Entry(
        id="dp.convexity.visible.probabilistic",
        title="Probabilistically, a shown mixture keeps the larger ε and the mean δ",
        statement=mixed(PROBABILISTIC, MEAN, shown=True),
        source=f"{MACHANAVAJJHALA}; Meiser 2018",
        expected="tested",
        instances=FEW,
        mutants=(
            Mutant(
                "smaller-eps",
                "the conclusion claims min(ε₁, ε₂)",
                mixed(PROBABILISTIC, {**MEAN, "eps": "min(eps1,eps2)"}, shown=True),
            ),
            Mutant(
                "one-alone",
                "nothing is assumed of one mechanism",
                mixed(PROBABILISTIC, MEAN, shown=True, both=False),
            ),
        ),
    ),
)

ERROR = (
    Entry(
        id="dp.post-processing.guess-error",
        title="Post-processing keeps the least error of every guesser under a prior",
        statement=processed(TESTING, _error("t")),
        source="Wasserman, Zhou 2010; Kairouz, Oh, Viswanath 2015, Theorem 2.1",
        expected="proved",
        instances=FEW,
        mutants=(
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                processed(TESTING, _error("t"), assumed=False),
            ),
            looks_again(TESTING, _error("t")),
        ),
    ),
    Entry(
        id="dp.convexity.guess-error",
        title="With a hidden branch every guesser errs at least with the mean error, under a prior",
        statement=mixed(TESTING, ERRORS),
        source="Kairouz, Oh, Viswanath 2015 (concavity of the least error)",
        expected="proved",
        instances=FEW,
        mutants=(
            Mutant(
                "weights-exchanged",
                "the weights are exchanged",
                mixed(TESTING, _error("(1-w)*s+w*t")),
            ),
            Mutant(
                "one-alone",
                "nothing is assumed of one mechanism",
                mixed(TESTING, ERRORS, both=False),
            ),
        ),
    ),
    Entry(
        id="dp.convexity.visible.guess-error",
        title="With a shown branch every guesser errs at least with the mean error, under a prior",
        statement=mixed(TESTING, ERRORS, shown=True),
        source="Kairouz, Oh, Viswanath 2015 (the guesser sees which mechanism ran)",
        expected="proved",
        instances=FEW,
        mutants=(
            Mutant(
                "weights-exchanged",
                "the weights are exchanged",
                mixed(TESTING, _error("(1-w)*s+w*t"), shown=True),
            ),
            Mutant(
                "one-alone",
                "nothing is assumed of one mechanism",
                mixed(TESTING, ERRORS, shown=True, both=False),
            ),
        ),
    ),
)

ENTRIES = (*RANGES, *PROBABILISTICALLY, *ERROR)
