"""Claims of category 2 about all mechanisms, with proofs for all finite sizes.

`dpverify prove examples/packs/dpriv-bench/theorems.py`
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial, reduce
from typing import Any

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
from dpverify.proofs.statement import Property

Rows = Mapping[str, Any]
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


# ---------------------------------------------------------------- questions 18, 19, 115 and 117

WEIGHTS = Size("candidates", "i")
BITS = ("0", "1")


def _weights(rows: Rows, terms: Rows, logic: Any, *, back: bool) -> Any:
    """t·Y ≤ X for each candidate, and X ≤ Y or, for changes both ways, t·X ≤ Y."""
    t = terms["t"]
    return logic.conj(
        part
        for x, y in zip(rows["X"], rows["Y"], strict=True)
        for part in (
            logic.le(logic.times(t, y[1]), x[1]),
            logic.le(logic.times(t, x[1]) if back else x[1], y[1]),
        )
    )


def _shares(rows: Rows, terms: Rows, logic: Any, *, power: int) -> Any:
    """tᵏ·y/ΣY ≤ x/ΣX and tᵏ·x/ΣX ≤ y/ΣY for each candidate, times both sums."""
    sums = {name: logic.total(row[1] for row in rows[name]) for name in ("X", "Y")}
    return logic.conj(
        logic.le(
            reduce(logic.times, [terms["t"]] * power, logic.times(b[1], sums[first])),
            logic.times(a[1], sums[second]),
        )
        for first, second in (("X", "Y"), ("Y", "X"))
        for a, b in zip(rows[first], rows[second], strict=True)
    )


def shares(*, back: bool, power: int) -> Statement:
    """Candidates drawn in proportion to weights, which change by factors from 1 (or t) to 1/t."""
    change = "t·Y ≤ X and t·X ≤ Y" if back else "t·Y ≤ X ≤ Y"
    square = ("⁰", "", "²")[power]
    return Statement(
        objects={
            name: AnyChannel(WEIGHTS, lambda _: BITS, text=text)
            for name, text in (("X", "weights (in [0, 1])"), ("Y", "weights on a neighbour"))
        },
        parameters={"t": "value"},
        hypotheses=(
            Property(change, change, form=partial(_weights, back=back), recordwise=True),
        ),
        conclusion=Property(
            f"a candidate drawn in proportion to X or Y has probabilities p, q with"
            f" t{square}·q ≤ p and t{square}·p ≤ q",
            f"t{square}·q ≤ p, t{square}·p ≤ q",
            form=partial(_shares, power=power),
            recordwise=True,
        ),
        sizes={"candidates": (2, 3)},
    )  # fmt: skip


ENTRIES = (
    Entry(
        id="mine.without-replacement",
        title="m of n records without replacement, one replaced: ln(1 + (m/n)(e^ε − 1)), (m/n)δ",
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
    Entry(
        id="mine.monotone-weights",
        title="Weights that rise by a factor of at most 1/t: probabilities change by at most 1/t",
        statement=shares(back=False, power=1),
        source="Dong, Durfee, Rogers 2020, for monotone scores",
        expected="proved",
        instances=20,
        mutants=(Mutant("no-factor", "no change at all", shares(back=False, power=0)),),
    ),
    Entry(
        id="mine.weights",
        title="Weights that change by a factor of at most 1/t: probabilities by at most 1/t²",
        statement=shares(back=True, power=2),
        source="McSherry, Talwar 2007",
        expected="proved",
        instances=20,
        mutants=(Mutant("no-factor", "no change at all", shares(back=True, power=0)),),
    ),
)
