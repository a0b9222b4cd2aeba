"""Claims of category 2 about all mechanisms, with proofs for all finite sizes.

`dpverify prove examples/packs/dpriv-bench/theorems.py`
"""

from __future__ import annotations

from collections.abc import Mapping

from dpverify import Channel
from dpverify.claims import (
    AnyChannel,
    Claim,
    Derivation,
    Entry,
    FixedChannel,
    Mutant,
    OutputsOf,
    Size,
    Statement,
    atom,
    number,
)

INPUTS, OUTPUTS = Size("inputs", "x"), Size("outputs", "y")
RESULTS = Size("results", "z")

# ---------------------------------------------------------------- question 17

SLOTS = ("another", "old", "new")


def _slot(old: str, new: str, text: str) -> FixedChannel:
    def build(_: Mapping[str, int]) -> Channel:
        rows = [[int(slot == one) for slot in SLOTS] for one in (old, new)]
        return Channel(("old", "new"), SLOTS, rows)

    return FixedChannel(build, text)


def without_replacement(eps: str, delta: str, *, assumed: bool = True) -> Statement:
    """A sample of m of n records, in which one record of the database is old or new.

    With probability w = m/n that record is in it, else another one in its place. M is the law of
    the release for each of the three, the mean over the m − 1 others: means of laws that are
    (ε,δ)-close are so.
    """
    given = {"eps": "eps", "delta": "delta"}
    return Statement(
        objects={
            "M": AnyChannel(lambda _: SLOTS, OUTPUTS, text="channel on samples"),
            "I": _slot("old", "new", "the record itself"),
            "O": _slot("another", "another", "another record"),
        },
        derived={"C": {"mixture": ["w", "I", "O"]}, "N": {"post_process": ["C", "M"]}},
        parameters={"eps": "loss", "delta": "value", "w": "value"},
        hypotheses=(Claim("M", "approx-dp", given),) * assumed,
        conclusion=Claim("N", "approx-dp", {"eps": eps, "delta": delta}),
        sizes={"outputs": (2, 3)},
    )


AMPLIFIED = "ln(1+w*(exp(eps)-1))"


def _amplified(d: Derivation) -> None:
    """E(p − Rq) = w(R(old − E·new) + (E − 1)(1 − w)(old − E·another)), with R = 1 + w(E − 1)."""
    e, w, one = atom("e^eps"), atom("w"), number(1)
    rate = one + w * (e - one)
    rest = (e - one) * (one - w)
    facts, each = ["w >= 0", "w <= 1", "e^eps >= 1"], {"y": "y"}
    another = atom("another.M", "y")
    for old, new, goal in zip(("old", "new"), ("new", "old"), d.setting.goals, strict=True):
        law, other = atom(f"{old}.M", "y"), atom(f"{new}.M", "y")
        first, m = d.part(law - e * other)
        second, n = d.part(law - e * another)
        bound = w * (rate * m + rest * n)
        mixed = w * law + (one - w) * another - rate * (w * other + (one - w) * another)
        part, _ = d.part(mixed)
        zero = d.lemma(bound, each, [*facts, f"{first} >= 0", f"{second} >= 0"], degree=4)
        above = d.lemma(
            bound - e * mixed, each, [*facts, f"{first} above", f"{second} above"], degree=4
        )
        total = d.sum(d.positive_part(part, ["y"], zero, above, factor=e), "y")
        spent = [
            d.lemma(w * weight * d.fact(f"hypothesis 0 at {old}, {label}").expr, {},
                    [*facts, f"hypothesis 0 at {old}, {label}"], degree=4)
            for weight, label in ((rate, new), (rest, "another"))
        ]  # fmt: skip
        scaled = d.lemma(e * goal.expr, {}, [total, *spent], degree=1)
        d.cancel(goal.expr, {}, scaled, d.positive(e, ["e^eps >= 1"]))


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
        proof=_amplified,
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
