"""Parallel composition over two blocks of any kind, neighbours differing in one of them."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import OneChanges, PairsOf, Part, Size
from dpverify.proofs.parts import OUTPUTS, RESULTS
from dpverify.proofs.statement import AnyChannel, Claim, Statement, known

FIRST, SECOND = Size("firsts", "u"), Size("seconds", "v")
NEIGHBOURS = OneChanges(PairsOf(FIRST, SECOND))
SMALL = {"firsts": 2, "seconds": 2, "outputs": 2, "results": 2}
LARGE = {**SMALL, "outputs": 8, "results": 8}
TWO = {"eps": "eps2"}


def blocks(
    conclusion: Mapping[str, str],
    *,
    definition: str = "pure-dp",
    second: Mapping[str, str] = TWO,
) -> Statement:
    """The joint release of a mechanism on each block."""
    one = {name: f"{name}1" for name in conclusion}
    delta = {"delta1": "value", "delta2": "value"} if "delta" in conclusion else {}
    return Statement(
        objects={
            "s1": known(
                Part(NEIGHBOURS, 0), "the first block of a pair (neighbours differ in one)"
            ),
            "s2": known(Part(NEIGHBOURS, 1), "the second block of it"),
            "M1": AnyChannel(FIRST, OUTPUTS, text="channel on the first block"),
            "M2": AnyChannel(SECOND, RESULTS, text="channel on the second block"),
        },
        derived={
            "N1": {"post_process": ["s1", "M1"]},
            "N2": {"post_process": ["s2", "M2"]},
            "N": {"product": ["N1", "N2"]},
        },
        parameters={"eps1": "loss", "eps2": "loss", **delta},  # type: ignore[dict-item]  # both are kinds
        hypotheses=(
            Claim("M1", definition, one),
            *([Claim("M2", definition, second)] if second else []),
        ),
        conclusion=Claim("N", definition, conclusion),
        sizes=dict.fromkeys(SMALL, (2, 2)),
    )


LARGER = "max(eps1,eps2)"
APPROX = {"eps": "eps2", "delta": "delta2"}
MCSHERRY = "McSherry 2009, Theorem 4"

ENTRIES = (
    Entry(
        id="dp.parallel-composition.disjoint-blocks.pure",
        title="Mechanisms on two blocks, of which neighbours change one, are max(ε₁, ε₂)-DP",
        statement=blocks({"eps": LARGER}),
        source=MCSHERRY,
        expected="proved",
        shapes=(SMALL, LARGE),
        notes="A block may be anything; what each change of data touches is the relation's part.",
        mutants=(
            Mutant("min", "the conclusion claims min(ε₁, ε₂)", blocks({"eps": "min(eps1,eps2)"})),
            Mutant(
                "nothing-of-the-second",
                "nothing is assumed of the second mechanism",
                blocks({"eps": LARGER}, second={}),
            ),
        ),
    ),
    Entry(
        id="dp.parallel-composition.disjoint-blocks.approx",
        title="Mechanisms on two blocks, neighbours changing one: the larger ε, the larger δ",
        statement=blocks(
            {"eps": LARGER, "delta": "max(delta1,delta2)"}, definition="approx-dp", second=APPROX
        ),
        source=f"{MCSHERRY}, carried over to δ > 0",
        expected="proved",
        shapes=(SMALL, LARGE),
        mutants=(
            Mutant(
                "smaller-delta",
                "the conclusion claims min(δ₁, δ₂)",
                blocks(
                    {"eps": LARGER, "delta": "min(delta1,delta2)"},
                    definition="approx-dp",
                    second=APPROX,
                ),
            ),
            Mutant(
                "smaller-eps",
                "the conclusion claims min(ε₁, ε₂)",
                blocks(
                    {"eps": "min(eps1,eps2)", "delta": "max(delta1,delta2)"},
                    definition="approx-dp",
                    second=APPROX,
                ),
            ),
        ),
    ),
)
