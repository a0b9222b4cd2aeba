"""Mixtures: pure DP, a branch that knows nothing, advanced joint convexity, total variation."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.channel import Channel
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.guarantees import LOSSES, Kinds, approx, mixture, pure, variation
from dpverify.proofs.parts import OUTPUTS
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement

BBG = "Balle, Barthe, Gaboardi 2018, Theorem 2"
ONE: Kinds = {"eps": "loss", "delta": "value"}
LARGER = "max(eps1,eps2)"
MEAN_ODDS = "ln(w*exp(eps1)+(1-w)*exp(eps2))"


def _both_pure(eps: str = LARGER, *, shown: bool = False, second: bool = True) -> Statement:
    two = pure("eps2") if second else None
    return mixture(pure("eps1"), two, pure(eps), LOSSES, shown=shown)


def _with_nothing(delta: str = "w*delta", *, blind: bool = True) -> Statement:
    """A second branch that does not look at the input."""
    second = pure("0") if blind else None
    return mixture(approx("eps", "delta"), second, approx("eps", delta), ONE)


def _apart(bound: str = "w*s+(1-w)*t", *, second: bool = True, shown: bool = False) -> Statement:
    two = variation("t") if second else None
    parameters: Kinds = {"s": "value", "t": "value"}
    return mixture(variation("s"), two, variation(bound), parameters, shown=shown)


def _apart_mutants(*, shown: bool) -> tuple[Mutant, ...]:
    exchanged = _apart("(1-w)*s+w*t", shown=shown)
    return (
        Mutant("weights-exchanged", "the weights are exchanged", exchanged),
        Mutant("one-alone", "nothing is assumed of B", _apart(second=False, shown=shown)),
    )


def _pure_mutants(*, shown: bool) -> tuple[Mutant, ...]:
    return (
        Mutant("smaller", "the smaller of the two", _both_pure("min(eps1,eps2)", shown=shown)),
        Mutant("one-alone", "nothing is assumed of B", _both_pure(shown=shown, second=False)),
    )


# ---------------------------------------------------------------- advanced joint convexity

LAWS = ("base", "first", "last")
SHARE = "(1+w*(exp(eps)-1))/exp(eps)"
AMPLIFIED = "1+w*(exp(eps)-1)"


def _chosen(first: str, last: str) -> FixedChannel:
    """From x to one of three laws, and from z to another; a claim looks from x to z."""

    def build(_: Mapping[str, int]) -> Channel:
        rows = [[int(law == one) for law in LAWS] for one in (first, last)]
        return Channel(["x", "z"], LAWS, rows, [("x", "z")], directed=True)

    return FixedChannel(build, f"the choice of the law {first} for x, {last} for z")


def _advanced(
    end: str, bound: str = "w*delta", odds: str = AMPLIFIED, *, share: str = SHARE
) -> Statement:
    """Two mixtures with one common part, beside the first law and a mixture for its other half."""
    said = f"hockey-stick-at-{end}"
    given = {"odds": "exp(eps)", "bound": "delta"}
    return Statement(
        objects={
            "M": AnyChannel(lambda _: LAWS, OUTPUTS, text="three laws"),
            "C": _chosen("base", "base"),
            "D": _chosen("first", "last"),
            "E": _chosen("first", "base"),
        },
        derived={
            "MC": {"post_process": ["C", "M"]},
            "MD": {"post_process": ["D", "M"]},
            "ME": {"post_process": ["E", "M"]},
            "N": {"mixture": ["w", "MD", "MC"]},
            "L": {"mixture": [share, "MD", "ME"]},
        },
        parameters={**ONE, "w": "value"},
        hypotheses=(Claim("L", said, given),),
        conclusion=Claim("N", said, {"odds": odds, "bound": bound}),
        sizes={"outputs": (2, 3)},
    )


def _advanced_mutants(end: str, other: str) -> tuple[Mutant, ...]:
    return (
        Mutant("other-bound", f"{other.replace('delta', 'δ')} as the bound", _advanced(end, other)),
        Mutant("other-share", "the second mixture has the weight w", _advanced(end, share="w")),
    )


ADVANCED_NOTES = (
    "μ = w·μ₁ + (1−w)·μ₀ and μ' = w·μ₁' + (1−w)·μ₀: with E = e^ε, E' = 1 + w(E − 1) and β = E'/E,"
    " D_E'(μ‖μ') = w·D_E(μ₁ ‖ β·μ₁' + (1−β)·μ₀). Two entries, one for each inequality."
)

ENTRIES = (
    Entry(
        id="dp.convexity.hidden.pure",
        title="A mixture of an ε₁- and an ε₂-DP mechanism is max(ε₁, ε₂)-DP, its branch hidden",
        statement=_both_pure(),
        source="Kifer, Lin 2010, Axiom 2.1 (convexity)",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2}, {"inputs": 2, "outputs": 16}),
        mutants=_pure_mutants(shown=False),
    ),
    Entry(
        id="dp.convexity.visible.pure",
        title="A mixture of an ε₁- and an ε₂-DP mechanism is max(ε₁, ε₂)-DP, its branch shown",
        statement=_both_pure(shown=True),
        source="Kifer, Lin 2010, Axiom 2.1 (convexity)",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        mutants=_pure_mutants(shown=True),
    ),
    Entry(
        id="dp.mixture.mean-odds",
        title="A mixture with a hidden coin is ln(w·e^ε₁ + (1−w)·e^ε₂)-DP",
        statement=_both_pure(MEAN_ODDS),
        source="a reading of convexity (Kifer, Lin 2010, Axiom 2.1) with the mean odds",
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 2},),
        essay=Essay(
            belief=(
                "The law of a mixture is the mean of two laws, and each branch changes by its own"
                " factor e^ε at most. So the mixture should change by the mean factor."
            ),
            catch=(
                "The factor of an output is a mean over the branches that can have produced it, not"
                " over the coin. An output that only the less private branch gives has its factor,"
                " however seldom the coin takes that branch."
            ),
            repair=(
                "The mixture is max(ε₁, ε₂)-DP, and that is attained. The mean is right for δ:"
                " mixtures of (ε, δ₁)- and (ε, δ₂)-DP mechanisms are (ε, w·δ₁ + (1−w)·δ₂)-DP."
            ),
            true_twin="dp.convexity.hidden.pure",
        ),
    ),
    Entry(
        id="dp.mixture.with-nothing",
        title="With probability 1 − w a law that ignores the input: (ε,δ) becomes (ε, wδ)",
        statement=_with_nothing(),
        source="Balle, Barthe, Gaboardi 2018, section 3 (joint convexity)",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2}, {"inputs": 2, "outputs": 8}),
        mutants=(
            Mutant("half", "wδ/2", _with_nothing("w*delta/2")),
            Mutant("looks", "nothing is assumed of the second branch", _with_nothing(blind=False)),
        ),
    ),
    Entry(
        id="dp.advanced-joint-convexity.most",
        title="Advanced joint convexity: D_E'(μ‖μ') ≤ w·D_E(μ₁ ‖ β·μ₁' + (1−β)·μ₀)",
        statement=_advanced("most"),
        source=BBG,
        expected="proved",
        notes=ADVANCED_NOTES,
        mutants=_advanced_mutants("most", "w*delta/2"),
    ),
    Entry(
        id="dp.advanced-joint-convexity.least",
        title="Advanced joint convexity: D_E'(μ‖μ') ≥ w·D_E(μ₁ ‖ β·μ₁' + (1−β)·μ₀)",
        statement=_advanced("least"),
        source=BBG,
        expected="proved",
        notes=ADVANCED_NOTES,
        mutants=_advanced_mutants("least", "delta"),
    ),
    Entry(
        id="dp.total-variation.convexity",
        title="A mixture whose branch stays hidden has at most the mean total variation",
        statement=_apart(),
        source="Csiszár 1967 (joint convexity)",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2}, {"inputs": 2, "outputs": 8}),
        mutants=_apart_mutants(shown=False),
    ),
    Entry(
        id="dp.total-variation.convexity.visible",
        title="A mixture whose branch is shown has at most the mean total variation",
        statement=_apart(shown=True),
        source="Csiszár 1967 (joint convexity); for a visible mixture the mean is attained",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        mutants=_apart_mutants(shown=True),
    ),
)
