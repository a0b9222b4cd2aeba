"""Pufferfish: what a release says of secrets, where an attacker knows how data depend on them.

T is the law of the data given a secret, in one scenario of the attacker; M maps data to a release.
Pufferfish privacy at ε is ε-DP of both together between secrets.
"""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.parts import OUTPUTS, RESULTS
from dpverify.proofs.statement import AnyChannel, Claim, Statement

SECRETS, DATA = Size("secrets", "s"), Size("databases", "x")
KIFER = "Kifer, Machanavajjhala 2014"
LAW = AnyChannel(SECRETS, DATA, text="law of the data given a secret")
MECHANISM = AnyChannel(OutputsOf("T"), OUTPUTS, text="mechanism (any two databases are neighbours)")
SIZES = {"secrets": (2, 2), "databases": (2, 3), "outputs": (2, 2)}
SHAPE = ({"secrets": 2, "databases": 2, "outputs": 2},)
PURE: Mapping[str, Kind] = {"eps": "loss"}
APPROX: Mapping[str, Kind] = {"eps": "loss", "delta": "value"}


def _given(eps: str, delta: str | None) -> tuple[str, dict[str, str]]:
    if delta is None:
        return "pure-dp", {"eps": eps}
    return "approx-dp", {"eps": eps, "delta": delta}


def _from_local(
    eps: str = "eps", delta: str | None = None, *, approx: bool = False, assumed: bool = True
) -> Statement:
    """What holds between any two databases holds between secrets."""
    given = _given("eps", "delta" if approx else None)
    return Statement(
        objects={"T": LAW, "M": MECHANISM},
        derived={"N": {"post_process": ["T", "M"]}},
        parameters=APPROX if approx else PURE,
        hypotheses=(Claim("M", *given),) * assumed,
        conclusion=Claim("N", *_given(eps, delta)),
        sizes=SIZES,
    )


def _processed(
    eps: str = "eps", delta: str | None = None, *, approx: bool = False, assumed: bool = True
) -> Statement:
    given = _given("eps", "delta" if approx else None)
    after = AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map")
    return Statement(
        objects={"T": LAW, "M": MECHANISM, "f": after},
        derived={"D": {"post_process": ["T", "M"]}, "N": {"post_process": ["D", "f"]}},
        parameters=APPROX if approx else PURE,
        hypotheses=(Claim("D", *given),) * assumed,
        conclusion=Claim("N", *_given(eps, delta)),
        sizes={**SIZES, "results": (2, 2)},
    )


ENTRIES = (
    Entry(
        id="dp.pufferfish.from-local",
        title="ε-DP between any two databases implies ε-Pufferfish privacy, however drawn",
        statement=_from_local(),
        source=f"{KIFER}, section 5; Dwork, Roth 2014, section 12.1 (local privacy)",
        expected="proved",
        shapes=SHAPE,
        notes="Of one scenario of the attacker; it holds for each, so for any number of them.",
        mutants=(
            Mutant("half", "at ε/2", _from_local("eps/2")),
            Mutant("no-hypothesis", "nothing is assumed of M", _from_local(assumed=False)),
        ),
    ),
    Entry(
        id="dp.pufferfish.from-local.approx",
        title="(ε,δ)-DP between any two databases implies (ε,δ) between secrets, however drawn",
        statement=_from_local(delta="delta", approx=True),
        source=f"{KIFER}, section 5, carried over to δ > 0",
        expected="proved",
        shapes=SHAPE,
        mutants=(
            Mutant("half", "δ/2", _from_local(delta="delta/2", approx=True)),
            Mutant("pure", "ε-DP", _from_local(approx=True)),
        ),
    ),
    Entry(
        id="dp.pufferfish.post-processing",
        title="Post-processing keeps Pufferfish privacy",
        statement=_processed(),
        source=f"{KIFER}, Axiom 5.1 (transformation invariance)",
        expected="proved",
        shapes=({"secrets": 2, "databases": 2, "outputs": 2, "results": 2},),
        mutants=(
            Mutant("half", "at ε/2", _processed("eps/2")),
            Mutant("no-hypothesis", "nothing is assumed of M", _processed(assumed=False)),
        ),
    ),
    Entry(
        id="dp.pufferfish.post-processing.approx",
        title="Post-processing keeps Pufferfish privacy with a δ",
        statement=_processed(delta="delta", approx=True),
        source=f"{KIFER}, Axiom 5.1, carried over to δ > 0",
        expected="proved",
        shapes=({"secrets": 2, "databases": 2, "outputs": 2, "results": 2},),
        mutants=(
            Mutant("half", "δ/2", _processed(delta="delta/2", approx=True)),
            Mutant("pure", "ε-DP", _processed(approx=True)),
        ),
    ),
)
