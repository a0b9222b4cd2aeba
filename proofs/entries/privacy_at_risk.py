"""Privacy at risk on finite channels: what it keeps, what it loses, what it implies."""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import OutputsOf, Shape
from dpverify.proofs.parts import ANY, EPS_DELTA, INPUTS, OUTPUTS, RESULTS, shapes, sizes
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement

SLIDES = "Dandekar, Basu, Bressan 2021, section 3, and slides with Senellart, BDA 2020"
AT_RISK = {"eps": "eps", "risk": "risk"}
SMALL = ({"inputs": 2, "outputs": 2, "results": 2},)


def _processed(definition: str, given: dict[str, str], *, assumed: bool = True) -> Statement:
    return Statement(
        objects={
            "M": AnyChannel(INPUTS, OUTPUTS),
            "f": AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map"),
        },
        derived={"N": {"post_process": ["M", "f"]}},
        parameters={"eps": "loss", "risk": "value"},
        hypotheses=(Claim("M", "privacy-at-risk", AT_RISK),) * assumed,
        conclusion=Claim("N", definition, given),
        sizes={"inputs": (2, 2), "outputs": (2, 3), "results": (1, 2)},
    )


MEAN = "w*risk1+(1-w)*risk2"


def _mixed(eps: str, risk: str = MEAN, *, shown: bool, one_eps: bool = False) -> Statement:
    names = ("eps", "eps") if one_eps else ("eps1", "eps2")
    other = RESULTS if shown else OUTPUTS
    return Statement(
        objects={"A": AnyChannel(INPUTS, OUTPUTS), "B": AnyChannel(INPUTS, other)},
        derived={"N": {"visible_mixture" if shown else "mixture": ["w", "A", "B"]}},
        parameters={
            **dict.fromkeys(names, "loss"),
            "risk1": "value",
            "risk2": "value",
            "w": "value",
        },
        hypotheses=tuple(
            Claim(name, "privacy-at-risk", {"eps": names[i], "risk": f"risk{i + 1}"})
            for i, name in enumerate("AB")
        ),
        conclusion=Claim("N", "privacy-at-risk", {"eps": eps, "risk": risk}),
        sizes={"inputs": (2, 2), "outputs": (2, 3)} | ({"results": (2, 2)} if shown else {}),
    )


def _from_probabilistic(bound: str) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "delta": "value", "risk": "value"},
        hypotheses=(Claim("M", "probabilistic-dp", EPS_DELTA), condition(bound)),
        conclusion=Claim("M", "privacy-at-risk", AT_RISK),
        sizes=sizes(),
    )


def _merged() -> Statement:
    """Two outputs of three become one."""

    def merge(_: Shape) -> Channel:
        return Channel(["y0", "y1", "y2"], ["z0", "z1"], [[1, 0], [1, 0], [0, 1]])

    return Statement(
        objects={
            "M": AnyChannel(INPUTS, OUTPUTS),
            "f": FixedChannel(merge, "the map that merges the first two of three outputs"),
        },
        derived={"N": {"post_process": ["M", "f"]}},
        parameters={"eps": "loss", "risk": "value"},
        hypotheses=(Claim("M", "privacy-at-risk", AT_RISK),),
        conclusion=Claim("N", "privacy-at-risk", AT_RISK),
        sizes={"inputs": (2, 2), "outputs": (3, 3)},
    )


def _implies(definition: str, delta: str) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "risk": "value"},
        hypotheses=(Claim("M", "privacy-at-risk", AT_RISK),),
        conclusion=Claim("M", definition, {"eps": "eps", "delta": delta}),
        sizes=sizes(),
    )


TRUE = (
    Entry(
        id="par.weak-post-processing",
        title="What is computed from an (ε, risk r)-private output is (ε, r)-DP",
        statement=_processed("approx-dp", {"eps": "eps", "delta": "risk"}),
        source=f"{SLIDES} (weak post-processing)",
        expected="proved",
        shapes=SMALL,
        mutants=(
            Mutant(
                "half-the-risk",
                "the conclusion claims r/2",
                _processed("approx-dp", {"eps": "eps", "delta": "risk/2"}),
            ),
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                _processed("approx-dp", {"eps": "eps", "delta": "risk"}, assumed=False),
            ),
        ),
    ),
    Entry(
        id="par.convexity.visible.larger",
        title="A mixture whose branch is shown keeps the larger ε and the mean risk",
        statement=_mixed("max(eps1,eps2)", shown=True),
        source=f"{SLIDES} (convexity), repaired",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        mutants=(
            Mutant(
                "weights-exchanged",
                "the weights of the risks are exchanged",
                _mixed("max(eps1,eps2)", "(1-w)*risk1+w*risk2", shown=True),
            ),
            Mutant("smaller-eps", "min(ε₁, ε₂)", _mixed("min(eps1,eps2)", shown=True)),
        ),
    ),
    Entry(
        id="par.implies-probabilistic",
        title="(ε, risk r)-privacy implies probabilistic (ε, r)-DP",
        statement=_implies("probabilistic-dp", "risk"),
        source="the risk counts losses below −ε besides",
        expected="proved",
        shapes=shapes((2, 2), (2, 8)),
        mutants=(
            Mutant("half", "r/2", _implies("probabilistic-dp", "risk/2")),
            Mutant("pure", "δ = 0", _implies("probabilistic-dp", "0")),
        ),
    ),
    Entry(
        id="par.from-probabilistic",
        title="Probabilistic (ε,δ)-DP implies privacy at risk with risk δ·(1 + e^(−ε))",
        statement=_from_probabilistic("risk*exp(eps) >= delta*(exp(eps)+1)"),
        source="ours; direct: P[L < −ε] ≤ e^(−ε)·Q[L < −ε]",
        expected="proved",
        shapes=shapes((2, 2), (2, 8)),
        notes="Every risk with risk·e^ε ≥ δ·(e^ε + 1) will do.",
        mutants=(
            Mutant(
                "nine-tenths",
                "nine tenths of it",
                _from_probabilistic("10*risk*exp(eps) >= 9*delta*(exp(eps)+1)"),
            ),
            Mutant("other-side", "δ·e^(−ε)", _from_probabilistic("risk*exp(eps) >= delta")),
        ),
    ),
)

FALSE = (
    Entry(
        id="par.post-processing.merging",
        title="Merging two outputs keeps privacy at risk",
        statement=_merged(),
        source=f"{SLIDES} (which say that it is not kept)",
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 3},),
        essay=Essay(
            belief="Merging loses information, and nothing else.",
            catch=(
                "It also moves probability: an output with a loss just above ε takes all of the"
                " probability of the two that it was made of."
            ),
            repair="The result is (ε, r)-DP.",
            true_twin="par.weak-post-processing",
        ),
    ),
    Entry(
        id="par.post-processing",
        title="Post-processing keeps privacy at risk",
        statement=_processed("privacy-at-risk", AT_RISK),
        source=f"{SLIDES} (which say that it is not kept)",
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 3, "results": 2},),
        essay=Essay(
            belief=(
                "Whoever sees f(M(x)) sees no more than whoever sees M(x); pure and (ε,δ)-DP are"
                " kept."
            ),
            catch=(
                "The risk counts outputs with all their probability as soon as their loss exceeds"
                " ε, however little. Merging a rare bad output with a frequent one whose loss is"
                " just ε makes a frequent output whose loss is just above: a risk of 1/40 can"
                " become 21/40."
            ),
            repair="f∘M is (ε, r)-DP: weak post-processing.",
            true_twin="par.weak-post-processing",
        ),
    ),
    Entry(
        id="par.convexity.hidden",
        title="A mixture whose branch stays hidden keeps ε and the mean risk",
        statement=_mixed("eps", shown=False, one_eps=True),
        source=f"{SLIDES} (convexity), with ε₁ = ε₂",
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 3},),
        essay=Essay(
            belief=(
                "Pure and (ε,δ)-DP are convex, and a mean of two probabilities lies between them."
            ),
            catch=(
                "The loss of the mixture is not the loss of a branch: an output that is rare and"
                " bad in one branch, and frequent with a loss of just ε in the other, is frequent"
                " and bad in the mixture."
            ),
            repair=(
                "Show the branch: then (max ε, mean risk). Hidden, it is post-processing of that,"
                " and (max ε, mean risk)-DP."
            ),
            true_twin="par.convexity.visible.larger",
        ),
    ),
    Entry(
        id="par.convexity.visible.mean",
        title="A mixture whose branch is shown keeps the mean ε and the mean risk",
        statement=_mixed("w*eps1+(1-w)*eps2", shown=True),
        source=f"{SLIDES} (convexity, as printed, with λ = p)",
        expected="refuted",
        essay=Essay(
            belief="Half of the time ε₁, half of the time ε₂: on average their mean.",
            catch=(
                "Whoever gets the branch with the larger loss has that loss, not a mean. If one"
                " branch always has |L| = ε₁ > 0 and the other tells nothing, the loss exceeds pε₁"
                " with probability p, and the risk was 0."
            ),
            repair="The larger ε with the mean risk.",
            true_twin="par.convexity.visible.larger",
        ),
    ),
    Entry(
        id="par.from-probabilistic.same-risk",
        title="Probabilistic (ε,δ)-DP implies privacy at risk with risk δ",
        statement=Statement(
            objects={"M": ANY},
            parameters={"eps": "loss", "delta": "value"},
            hypotheses=(Claim("M", "probabilistic-dp", EPS_DELTA),),
            conclusion=Claim("M", "privacy-at-risk", {"eps": "eps", "risk": "delta"}),
            sizes=sizes(),
        ),
        source="a reading of both definitions as the same",
        expected="refuted",
        shapes=shapes((2, 2)),
        essay=Essay(
            belief=(
                "Both say that the loss is large with small probability, for both orders of a pair."
            ),
            catch=(
                "Under P the absolute loss is large in two events, L > ε and L < −ε; the other"
                " order bounds the second under Q, not under P."
            ),
            repair="The second event has at most e^(−ε)·δ under P: a risk of δ·(1 + e^(−ε)).",
            true_twin="par.from-probabilistic",
        ),
    ),
)

ENTRIES = (*TRUE, *FALSE)
