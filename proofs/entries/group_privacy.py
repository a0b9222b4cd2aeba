"""Inputs that are several steps apart: what a guarantee for neighbours says of them."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.guarantees import Kinds, approx, group, pure
from dpverify.proofs.statement import Statement

SOURCE = "Dwork, Roth 2014, Theorem 2.2; Vadhan 2017, Lemma 2.2"
SUM = "sum(exp(i*eps),i,steps)"


def _approx(delta: str, eps: str = "steps*eps") -> Statement:
    kinds: Kinds = {"eps": "loss", "delta": "value"}
    return group(approx("eps", "delta"), approx(eps, delta), kinds)


def _pure(eps: str, given: str = "eps") -> Statement:
    return group(pure(given), pure(eps), {"eps": "loss"})


ENTRIES = (
    Entry(
        id="dp.group-privacy.pure",
        title="Inputs k steps apart are kε-indistinguishable",
        statement=_pure("steps*eps"),
        source=SOURCE,
        expected="proved",
        shapes=(
            {"steps": 2, "outputs": 3},
            {"steps": 3, "outputs": 16},
        ),
        mutants=(
            Mutant("one-step", "the conclusion claims ε", _pure("eps")),
            Mutant("half", "the conclusion claims kε/2", _pure("steps*eps", "2*eps")),
        ),
    ),
    Entry(
        id="dp.group-privacy.approx",
        title="Inputs k steps apart are (kε, δ·Σ_{i<k} e^(iε))-indistinguishable",
        statement=_approx(f"min(1,delta*{SUM})"),
        source=SOURCE,
        expected="proved",
        shapes=(
            {"steps": 1, "outputs": 2},
            {"steps": 2, "outputs": 2},
            {"steps": 3, "outputs": 16},
        ),
        notes=(
            "Attained: the path of laws (0,1), (δ,1−δ), (δ+e^ε·δ, …), … has exactly this δ at its"
            " ends while it is at most 1; at e^ε = 2 and δ = 1/10 that is 1/10, 3/10, 7/10 for"
            " k = 1, 2, 3."
        ),
        mutants=(
            Mutant(
                "one-term-less",
                "the sum starts at i = 1",
                _approx(f"delta*({SUM}-1)"),
            ),
            Mutant(
                "nine-tenths",
                "the conclusion claims nine tenths of it",
                _approx(f"9/10*delta*{SUM}"),
            ),
            Mutant("one-eps", "the conclusion claims ε", _approx(f"delta*{SUM}", "eps")),
        ),
    ),
    Entry(
        id="dp.group-privacy.approx.linear-delta",
        title="Inputs k steps apart are (kε, kδ)-indistinguishable",
        statement=_approx("steps*delta"),
        source="a reading of Dwork, Roth 2014, Theorem 2.2, carried over to δ > 0",
        expected="refuted",
        shapes=({"steps": 2, "outputs": 2},),
        essay=Essay(
            belief=(
                "ε adds up along a path, and where mechanisms are composed both ε and δ add up. So"
                " k steps should cost kε and kδ."
            ),
            catch=(
                "The δ of one step is multiplied by the e^ε of the steps before it:"
                " P(S) ≤ e^ε R(S) + δ and R(S) ≤ e^ε Q(S) + δ give P(S) ≤ e^(2ε) Q(S) + e^ε δ + δ."
                " There are laws for which nothing in this is lost."
            ),
            repair="The ends are (kε, δ·(1 + e^ε + … + e^((k−1)ε)))-indistinguishable.",
            true_twin="dp.group-privacy.approx",
        ),
    ),
)
