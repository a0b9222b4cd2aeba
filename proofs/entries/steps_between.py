"""Two inputs by way of a third: what two steps with different guarantees give together."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.channel import Channel
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.guarantees import (
    DELTAS,
    LOSSES,
    Guarantee,
    Kinds,
    approx,
    pure,
    variation,
)
from dpverify.proofs.parts import OUTPUTS
from dpverify.proofs.statement import AnyChannel, FixedChannel, Statement

PLACES = ("a", "b", "c")
SOURCE = "Dwork, Roth 2014, Theorem 2.2, with two different steps"
METRIC = "Chatzikokolakis, Andrés, Bordenabe, Palamidessi 2013"
BOTH = "max(delta1+exp(eps1)*delta2,delta2+exp(eps2)*delta1)"


def _chosen(first: str, last: str) -> FixedChannel:
    def build(_: Mapping[str, int]) -> Channel:
        rows = [[int(place == end) for place in PLACES] for end in (first, last)]
        return Channel(["first", "last"], PLACES, rows)

    return FixedChannel(build, f"the choice of {first} or of {last}")


def _steps(
    first: Guarantee, second: Guarantee | None, conclusion: Guarantee, parameters: Kinds
) -> Statement:
    """From a to b, from b to c, and so from a to c."""
    second_step = () if second is None else (second.of("BC"),)
    return Statement(
        objects={
            "M": AnyChannel(lambda _: PLACES, OUTPUTS, text="channel on a, b and c"),
            "ab": _chosen("a", "b"),
            "bc": _chosen("b", "c"),
            "ac": _chosen("a", "c"),
        },
        derived={name.upper(): {"post_process": [name, "M"]} for name in ("ab", "bc", "ac")},
        parameters=parameters,
        hypotheses=(first.of("AB"), *second_step),
        conclusion=conclusion.of("AC"),
        sizes={"outputs": (2, 3)},
    )


def _pure(eps: str = "eps1+eps2", *, second: bool = True) -> Statement:
    return _steps(pure("eps1"), pure("eps2") if second else None, pure(eps), LOSSES)


def _both(delta: str = BOTH, eps: str = "eps1+eps2") -> Statement:
    return _steps(approx("eps1", "delta1"), approx("eps2", "delta2"), approx(eps, delta), DELTAS)


def _apart(bound: str = "s+t", *, second: bool = True) -> Statement:
    two = variation("t") if second else None
    return _steps(variation("s"), two, variation(bound), {"s": "value", "t": "value"})


ENTRIES = (
    Entry(
        id="dp.two-steps.pure",
        title="Steps of ε₁ and ε₂ between inputs make a step of ε₁ + ε₂: the triangle inequality",
        statement=_pure(),
        source=f"{METRIC} (the smallest ε of two inputs is a metric); {SOURCE}",
        expected="proved",
        shapes=({"outputs": 2}, {"outputs": 3}),
        notes=(
            "Hence ε·d-privacy has to be asked only for steps of which shortest ways are made"
            " (metric privacy, Blowfish)."
        ),
        mutants=(
            Mutant("larger", "the larger of the two", _pure("max(eps1,eps2)")),
            Mutant("one-alone", "nothing is assumed of the second step", _pure(second=False)),
        ),
    ),
    Entry(
        id="dp.two-steps.approx",
        title="Two steps give ε₁ + ε₂ and the larger of δ₁ + e^ε₁·δ₂ and δ₂ + e^ε₂·δ₁",
        statement=_both(),
        source=SOURCE,
        expected="proved",
        shapes=({"outputs": 2},),
        notes="The other direction has δ₂ + e^ε₂·δ₁; claimed is the larger of the two.",
        mutants=(
            Mutant("sum", "δ₁ + δ₂", _both("delta1+delta2")),
            Mutant("first-eps", "ε₁ alone", _both(eps="eps1")),
        ),
    ),
    Entry(
        id="dp.two-steps.total-variation",
        title="Total variations of two steps add up",
        statement=_apart(),
        source="the triangle inequality of the total variation",
        expected="proved",
        shapes=({"outputs": 2}, {"outputs": 3}),
        mutants=(
            Mutant("larger", "the larger of the two", _apart("max(s,t)")),
            Mutant("one-alone", "nothing is assumed of the second step", _apart(second=False)),
        ),
    ),
)
