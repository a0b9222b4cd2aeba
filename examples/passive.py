"""Passive partial knowledge and a deterministic map: `dpverify prove examples/passive.py`.

An attacker learns the value of B, which is 1 with probability w whatever the database, and sees a
release. If B and the release together are (ε,δ)-DP (PPKDP, for two values of B), so are B and a
deterministic function of the release: here whether the answer is "none". The search finds a proof
for every number of databases.
"""

from __future__ import annotations

from dpverify import Channel
from dpverify.claims import AnyChannel, Claim, Entry, FixedChannel, Mutant, Size, Statement

INPUTS = Size("inputs", "x")
ANSWERS = ("none", "few", "many")


def _answers(_: object) -> tuple[str, ...]:
    return ANSWERS


def _is_none(_: object) -> Channel:
    """From each answer to whether it is "none": one 1 in every row."""
    return Channel(ANSWERS, ("yes", "no"), [[1, 0], [0, 1], [0, 1]])


def passive(delta: str, assumed: str = "N") -> Statement:
    """If B with the release is (ε,δ)-DP, B with the function of the release is (ε,delta)-DP."""
    return Statement(
        objects={
            "A": AnyChannel(INPUTS, _answers, text="the release given B = 1"),
            "C": AnyChannel(INPUTS, _answers, text="the release given B = 0"),
            "g": FixedChannel(_is_none, "whether the answer is none"),
        },
        derived={
            "N": {"visible_mixture": ["w", "A", "C"]},
            "gA": {"post_process": ["A", "g"]},
            "gC": {"post_process": ["C", "g"]},
            "R": {"visible_mixture": ["w", "gA", "gC"]},
        },
        parameters={"eps": "loss", "delta": "value", "w": "value"},
        hypotheses=(Claim(assumed, "approx-dp", {"eps": "eps", "delta": "delta"}),),
        conclusion=Claim("R", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes={"inputs": (2, 2)},
        fixed=("B of 2 values", "three answers"),
    )


ENTRIES = (
    Entry(
        id="mine.passive.deterministic-map",
        title="PPKDP of a release passes to whether its answer is none",
        statement=passive("delta"),
        source="a claim of our own",
        expected="proved",
        mutants=(
            Mutant("half", "the result has δ/2", passive("delta/2")),
            Mutant("one-value", "nothing is assumed for B = 0", passive("delta", "gA")),
        ),
    ),
)
