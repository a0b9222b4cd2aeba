"""Claims of category 2 about all mechanisms, with proofs for all finite sizes.

`dpverify prove examples/packs/dpriv-bench/theorems.py`
"""

from __future__ import annotations

from collections.abc import Mapping

from dpverify import Channel
from dpverify.claims import AnyChannel, Claim, Entry, FixedChannel, Mutant, OutputsOf, Size, Statement
from dpverify.proofs.labels import OneChanges, PairsOf

INPUTS, OUTPUTS = Size("inputs", "x"), Size("outputs", "y")
RESULTS, RESTS = Size("results", "z"), Size("rests", "t")

# ---------------------------------------------------------------- question 17

SLOTS = ("another", "old", "new")
SAMPLES = PairsOf(RESTS, SLOTS)


def _slot(old: str, new: str, text: str) -> FixedChannel:
    def build(_: Mapping[str, int]) -> Channel:
        rows = [[int(slot == one) for slot in SLOTS] for one in (old, new)]
        return Channel(("old", "new"), SLOTS, rows)

    return FixedChannel(build, text)


def without_replacement(eps: str, delta: str, *, assumed: bool = True) -> Statement:
    """A sample of m of n records, in which one record of the database is old or new.

    The sample is m − 1 records (the rest) and one more: with probability w = m/n the record that is
    replaced, else another one, which M may draw itself.
    """
    given = {"eps": "eps", "delta": "delta"}
    return Statement(
        objects={
            "W": AnyChannel(lambda _: ("old", "new"), RESTS, text="channel that draws the rest"),
            "M": AnyChannel(SAMPLES, OUTPUTS, OneChanges(SAMPLES, (1,)), text="channel on samples"),
            "I": _slot("old", "new", "the record itself"),
            "O": _slot("another", "another", "another record"),
        },
        derived={
            "C": {"mixture": ["w", "I", "O"]},
            "S": {"product": ["W", "C"]},
            "N": {"post_process": ["S", "M"]},
        },
        parameters={"eps": "loss", "delta": "value", "w": "value"},
        hypotheses=(
            Claim("W", "pure-dp", {"eps": "0"}),
            *[Claim("M", "approx-dp", given)] * assumed,
        ),
        conclusion=Claim("N", "approx-dp", {"eps": eps, "delta": delta}),
        sizes={"rests": (1, 2), "outputs": (2, 2)},
    )


AMPLIFIED = "ln(1+w*(exp(eps)-1))"

# ---------------------------------------------------------------- questions 101 and 102


def one_block(eps: str = "eps", delta: str = "delta", *, before: str = "0") -> Statement:
    """Mechanisms on blocks, each told the results before it; the data of one block are replaced.

    M stands for all before it, K for the one on that block; both are as they are for any result.
    """
    return Statement(
        objects={
            "M": AnyChannel(INPUTS, OUTPUTS, text="release of the blocks before"),
            "K": AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M"), text="release of the block"),
        },
        derived={"N": {"adaptive": ["M", "K*"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(
            Claim("M", "pure-dp", {"eps": before}),
            Claim("K*", "approx-dp", {"eps": "eps", "delta": "delta"}),
        ),
        conclusion=Claim("N", "approx-dp", {"eps": eps, "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 2), "results": (2, 2)},
    )


ENTRIES = (
    Entry(
        id="mine.without-replacement",
        title="m of n records drawn without replacement, one replaced: ln(1 + (m/n)(e^ε − 1)), (m/n)δ",
        statement=without_replacement(AMPLIFIED, "w*delta"),
        source="Balle, Barthe, Gaboardi 2018, Theorem 9",
        expected="proved",
        instances=20,
        mutants=(
            Mutant(
                "half",
                "half of the rate",
                without_replacement("ln(1+w*(exp(eps)-1)/2)", "w*delta"),
            ),
        ),
    ),
    Entry(
        id="mine.one-block",
        title="Mechanisms on disjoint blocks, each told the results before it: the ε and δ of one",
        statement=one_block(),
        source="McSherry 2009, Theorem 4",
        expected="proved",
        instances=20,
        mutants=(Mutant("less", "half of its δ", one_block(delta="delta/2")),),
    ),
)
