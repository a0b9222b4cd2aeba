"""Inputs that are several steps apart: what a guarantee for neighbours says of them."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import Ends, Path
from dpverify.proofs.parts import EPS, EPS_DELTA, OUTPUTS
from dpverify.proofs.statement import AnyChannel, Claim, Statement, known

SOURCE = "Dwork, Roth 2014, Theorem 2.2; Vadhan 2017, Lemma 2.2"
SUM = "sum(exp(i*eps),i,steps)"


PATH = Path("steps", "x")


def group(
    conclusion: Mapping[str, str], given: Mapping[str, str], *, shown: str = "approx-dp"
) -> Statement:
    """A mechanism that is private for neighbours on a path, at the two ends of the path."""
    delta = "delta" in given
    return Statement(
        objects={
            "M": AnyChannel(
                PATH,
                OUTPUTS,
                PATH.steps,
                text="channel on a path x₀, …, x_steps (neighbours are one step apart)",
            ),
            "s": known(Ends(PATH), "the choice of one of the two ends of the path"),
        },
        derived={"N": {"post_process": ["s", "M"]}},
        parameters={"eps": "loss", "delta": "value"} if delta else {"eps": "loss"},
        hypotheses=(Claim("M", "approx-dp" if delta else "pure-dp", given),),
        conclusion=Claim("N", shown, conclusion),
        sizes={"steps": (1, 3), "outputs": (2, 3)},
    )


def _approx(delta: str, eps: str = "steps*eps") -> Statement:
    return group({"eps": eps, "delta": delta}, EPS_DELTA)


def _pure(eps: str, given: Mapping[str, str] = EPS) -> Statement:
    return group({"eps": eps}, given, shown="pure-dp")


ENTRIES = (
    Entry(
        id="dp.group-privacy.pure",
        title="Inputs k steps apart are kε-indistinguishable",
        statement=_pure("steps*eps"),
        source=SOURCE,
        expected="proved",
        shapes=(
            {"steps": 2, "outputs": 3},
            {"steps": 3, "outputs": 3},
        ),
        mutants=(
            Mutant("one-step", "the conclusion claims ε", _pure("eps")),
            Mutant("half", "the conclusion claims kε/2", _pure("steps*eps", {"eps": "2*eps"})),
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
            {"steps": 3, "outputs": 2},
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
