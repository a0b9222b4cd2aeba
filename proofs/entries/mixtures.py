"""Mixtures: with a coin that ignores the input, hidden or shown, and with one that does not."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.guarantees import DELTAS, approx, mixture
from dpverify.proofs.labels import Size
from dpverify.proofs.parts import INPUTS, RESULTS
from dpverify.proofs.statement import AnyChannel, Claim, Statement

SOURCE = "Kifer, Lin 2010, Axiom 2.1 (convexity); Desfontaines, thesis, Proposition 25"
MEAN = "w*delta1+(1-w)*delta2"


def _mixed(
    delta: str = MEAN, eps: str = "max(eps1,eps2)", *, shown: bool = False, second: bool = True
) -> Statement:
    two = approx("eps2", "delta2") if second else None
    return mixture(approx("eps1", "delta1"), two, approx(eps, delta), DELTAS, shown=shown)


def _mutants(*, shown: bool) -> tuple[Mutant, ...]:
    return (
        Mutant(
            "weights-exchanged",
            "the weights of δ₁ and δ₂ are exchanged",
            _mixed("(1-w)*delta1+w*delta2", shown=shown),
        ),
        Mutant(
            "smaller-eps",
            "the conclusion claims min(ε₁, ε₂)",
            _mixed(eps="min(eps1,eps2)", shown=shown),
        ),
        Mutant(
            "nothing-of-the-second",
            "nothing is assumed of the second mechanism",
            _mixed(shown=shown, second=False),
        ),
    )


ENTRIES = (
    Entry(
        id="dp.convexity.hidden",
        title="A mixture whose branch stays hidden keeps the larger ε and the mean δ",
        statement=_mixed(),
        source=SOURCE,
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2},
            {"inputs": 2, "outputs": 3},
            {"inputs": 2, "outputs": 8},
        ),
        mutants=_mutants(shown=False),
    ),
    Entry(
        id="dp.convexity.visible",
        title="A mixture whose branch is shown keeps the larger ε and the mean δ",
        statement=_mixed(shown=True),
        source=SOURCE,
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "results": 2},
            {"inputs": 2, "outputs": 3, "results": 2},
        ),
        mutants=_mutants(shown=True),
    ),
    Entry(
        id="dp.mixture.data-dependent-coin",
        title="A mixture of mechanisms that ignore the input is private whatever its coin",
        statement=Statement(
            objects={
                "C": AnyChannel(INPUTS, Size("outputs", "c"), text="coin"),
                "K": AnyChannel(
                    lambda shape: [f"c{i}" for i in range(shape["outputs"])],
                    RESULTS,
                    text="choice of two laws, one for each side of the coin",
                ),
            },
            derived={"N": {"post_process": ["C", "K"]}},
            parameters={},
            conclusion=Claim("N", "pure-dp", {"eps": "ln(1000000)"}),
            sizes={"inputs": (2, 2), "outputs": (2, 2), "results": (2, 2)},
        ),
        source="a reading of convexity (Kifer, Lin 2010, Axiom 2.1) without its independent coin",
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        essay=Essay(
            belief=(
                "Each branch is a mechanism that does not look at the input at all, so it is 0-DP."
                " Convexity says that a mixture of ε-DP mechanisms is ε-DP. Here ε is 0, so even a"
                " generous bound such as ln 10⁶ should hold."
            ),
            catch=(
                "Convexity mixes with a coin that does not depend on the input. If the coin does,"
                " it carries the input into the output: one branch always says a, the other always"
                " b, and the coin is the secret. The loss is then infinite, so no ε would do."
            ),
            repair=(
                "The coin is a mechanism too. If it is ε-DP, the mixture of mechanisms that ignore"
                " the input is post-processing of it, hence ε-DP; in general losses of coin and"
                " branches add up as in adaptive composition."
            ),
            true_twin="dp.convexity.hidden",
        ),
    ),
)
