"""Post-processing by an independent randomised map keeps pure and (ε,δ)-DP."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import OutputsOf
from dpverify.proofs.parts import INPUTS, OUTPUTS, RESULTS
from dpverify.proofs.statement import AnyChannel, Claim, Statement

SIZES = {"inputs": (2, 3), "outputs": (2, 3), "results": (1, 3)}

M = AnyChannel(INPUTS, OUTPUTS)
F = AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map")
LOOKING = AnyChannel(
    INPUTS, RESULTS, text="second channel on the same inputs", copies=OutputsOf("M")
)

EPS = {"eps": "eps"}
EPS_DELTA = {"eps": "eps", "delta": "delta"}


def _pure(hypothesis: dict[str, str], *, looking: bool = False, hypotheses: int = 1) -> Statement:
    return Statement(
        objects={"M": M, "K": LOOKING} if looking else {"M": M, "f": F},
        derived={"N": {"adaptive": ["M", "K*"]} if looking else {"post_process": ["M", "f"]}},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", hypothesis),) * hypotheses,
        conclusion=Claim("N", "pure-dp", EPS),
        sizes=SIZES,
    )


def _approx(
    conclusion: dict[str, str],
    *,
    definition: str = "approx-dp",
    looking: bool = False,
    hypotheses: int = 1,
) -> Statement:
    return Statement(
        objects={"M": M, "K": LOOKING} if looking else {"M": M, "f": F},
        derived={"N": {"adaptive": ["M", "K*"]} if looking else {"post_process": ["M", "f"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("M", "approx-dp", EPS_DELTA),) * hypotheses,
        conclusion=Claim("N", definition, conclusion),
        sizes=SIZES,
    )


ENTRIES = (
    Entry(
        id="dp.post-processing.pure",
        title="Post-processing keeps ε-DP",
        statement=_pure(EPS),
        source="Dwork, Roth 2014, Proposition 2.1",
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "results": 2},
            {"inputs": 3, "outputs": 2, "results": 2},
            {"inputs": 2, "outputs": 16, "results": 16},
        ),
        mutants=(
            Mutant("no-hypothesis", "nothing is assumed of M", _pure(EPS, hypotheses=0)),
            Mutant("half-the-loss", "M is only 2ε-DP", _pure({"eps": "2*eps"})),
            Mutant("looks-again", "the map may look at the input again", _pure(EPS, looking=True)),
        ),
    ),
    Entry(
        id="dp.post-processing.approx",
        title="Post-processing keeps (ε,δ)-DP",
        statement=_approx(EPS_DELTA),
        source="Dwork, Roth 2014, Proposition 2.1",
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "results": 2},
            {"inputs": 2, "outputs": 16, "results": 16},
        ),
        mutants=(
            Mutant(
                "half-the-delta",
                "the conclusion claims δ/2",
                _approx({"eps": "eps", "delta": "delta/2"}),
            ),
            Mutant("pure", "the conclusion claims ε-DP", _approx(EPS, definition="pure-dp")),
            Mutant("no-hypothesis", "nothing is assumed of M", _approx(EPS_DELTA, hypotheses=0)),
            Mutant(
                "looks-again",
                "the map may look at the input again",
                _approx(EPS_DELTA, looking=True),
            ),
        ),
    ),
)
