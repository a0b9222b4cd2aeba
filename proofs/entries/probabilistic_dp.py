"""Probabilistic DP, P[loss > ε] ≤ δ, beside (ε,δ)-DP: what follows from what."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import OutputsOf
from dpverify.proofs.parts import ANY, EPS, EPS_DELTA, INPUTS, OUTPUTS, RESULTS, shapes, sizes
from dpverify.proofs.statement import AnyChannel, Claim, Statement

SOURCE = "Dwork, Rothblum, Vadhan 2010; Meiser 2018, section 3"


def _implies(
    conclusion: Mapping[str, str], definition: str = "approx-dp", *, assumed: bool = True
) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("M", "probabilistic-dp", EPS_DELTA),) * assumed,
        conclusion=Claim("M", definition, conclusion),
        sizes=sizes(),
    )


def _tail(*conditions: str) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "eta": "loss", "delta": "value", "rho": "value"},
        hypotheses=(
            Claim("M", "approx-dp", EPS_DELTA),
            *map(condition, ("exp(eta) > 1", *conditions)),
        ),
        conclusion=Claim("M", "probabilistic-dp", {"eps": "eps+eta", "delta": "rho"}),
        sizes=sizes(),
    )


ENTRIES = (
    Entry(
        id="dp.probabilistic-implies-approx",
        title="Probabilistic (ε,δ)-DP implies (ε,δ)-DP",
        statement=_implies(EPS_DELTA),
        source=SOURCE,
        expected="proved",
        shapes=shapes((2, 2), (2, 3), (2, 4), (2, 8)),
        mutants=(
            Mutant(
                "half-the-delta",
                "the conclusion claims δ/2",
                _implies({"eps": "eps", "delta": "delta/2"}),
            ),
            Mutant("pure", "the conclusion claims ε-DP", _implies(EPS, "pure-dp")),
            Mutant("no-hypothesis", "nothing is assumed of M", _implies(EPS_DELTA, assumed=False)),
        ),
    ),
    Entry(
        id="dp.approx-implies-probabilistic",
        title="(ε,δ)-DP implies P[loss > ε + η] ≤ δ/(1 − e^(−η)) for η > 0",
        statement=_tail("rho*(exp(eta)-1) >= delta*exp(eta)"),
        source="Kasiviswanathan, Smith 2014, Lemma 3.3; Meiser 2018, section 3",
        expected="proved",
        shapes=shapes((2, 2), (2, 16)),
        notes=("Without a division: every ρ with ρ·(e^η − 1) ≥ δ·e^η bounds the probability."),
        mutants=(
            Mutant(
                "delta-itself",
                "the bound is δ, without its denominator",
                _tail("rho >= delta"),
            ),
            Mutant(
                "nine-tenths",
                "nine tenths of the bound",
                _tail("10*rho*(exp(eta)-1) >= 9*delta*exp(eta)"),
            ),
            Mutant(
                "one-instead",
                "δ/(e^η − 1) in its place",
                _tail("rho*(exp(eta)-1) >= delta"),
            ),
        ),
    ),
    Entry(
        id="dp.post-processing.probabilistic",
        title="Post-processing keeps probabilistic (ε,δ)-DP",
        statement=Statement(
            objects={
                "M": AnyChannel(INPUTS, OUTPUTS),
                "f": AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map"),
            },
            derived={"N": {"post_process": ["M", "f"]}},
            parameters={"eps": "loss", "delta": "value"},
            hypotheses=(Claim("M", "probabilistic-dp", EPS_DELTA),),
            conclusion=Claim("N", "probabilistic-dp", EPS_DELTA),
            sizes={"inputs": (2, 2), "outputs": (2, 3), "results": (1, 2)},
        ),
        source="Meiser 2018, section 3 (not closed under post-processing)",
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 3, "results": 2},),
        essay=Essay(
            belief=(
                "Whoever sees f(M(x)) sees no more than whoever sees M(x). Pure and (ε,δ)-DP are"
                " closed under post-processing, and probabilistic DP looks like ε-DP outside a"
                " small set of bad outputs."
            ),
            catch=(
                "Merging outputs can make a bad one of two: an output with a great loss, and small"
                " probability, shares its excess with a harmless one. The merged output has a loss"
                " just above ε, and counts towards P[loss > ε] with the probability of both."
            ),
            repair=(
                "Probabilistic (ε,δ)-DP implies (ε,δ)-DP, which post-processing keeps: f∘M is"
                " (ε,δ)-DP."
            ),
            true_twin="dp.probabilistic-implies-approx",
        ),
    ),
)
