"""Composition of mechanisms with different guarantees, and with what both together spare."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.guarantees import (
    DELTAS,
    LOSSES,
    Kinds,
    approx,
    composition,
    probabilistic,
    pure,
    variation,
)
from dpverify.proofs.statement import Statement

SHAPES = (
    {"inputs": 2, "outputs": 2, "results": 2},
    {"inputs": 2, "outputs": 16, "results": 16},
)
ADAPTIVE = "Dwork, Kenthapadi, McSherry, Mironov, Naor 2006; Dwork, Roth 2014, Theorem 3.16"
SURVIVE = "Kairouz, Oh, Viswanath 2015, Theorem 3.3 (its last term, for k = 2)"
BOTH = "1-(1-delta1)*(1-delta2)"
TV_BOTH = "1-(1-s)*(1-t)"
DELTA: Kinds = {**LOSSES, "delta": "value"}


def _one_approx(
    delta: str = "delta", eps: str = "eps1+eps2", *, last: bool = False, adaptive: bool = True
) -> Statement:
    """One is (ε,δ)-DP, the last or the first, and the other one ε-DP."""
    first = pure("eps1") if last else approx("eps1", "delta")
    second = approx("eps2", "delta") if last else pure("eps2")
    return composition(first, second, approx(eps, delta), DELTA, adaptive=adaptive)


def _mixed_mutants(*, last: bool = False, adaptive: bool = True) -> tuple[Mutant, ...]:
    return (
        Mutant("half", "δ/2", _one_approx("delta/2", last=last, adaptive=adaptive)),
        Mutant(
            "larger-eps",
            "the conclusion claims max(ε₁, ε₂)",
            _one_approx(eps="max(eps1,eps2)", last=last, adaptive=adaptive),
        ),
    )


def _survive(delta: str = BOTH, *, adaptive: bool, second: bool = True) -> Statement:
    two = approx("eps2", "delta2") if second else None
    conclusion = approx("eps1+eps2", delta)
    return composition(approx("eps1", "delta1"), two, conclusion, DELTAS, adaptive=adaptive)


def _seldom(eps: str = "eps1+eps2", delta: str = BOTH, *, adaptive: bool) -> Statement:
    given = probabilistic("eps1", "delta1"), probabilistic("eps2", "delta2")
    return composition(*given, probabilistic(eps, delta), DELTAS, adaptive=adaptive)


def _apart(bound: str = TV_BOTH, *, adaptive: bool, second: bool = True) -> Statement:
    two = variation("t") if second else None
    parameters: Kinds = {"s": "value", "t": "value"}
    return composition(variation("s"), two, variation(bound), parameters, adaptive=adaptive)


def _survivors(*, adaptive: bool) -> tuple[Mutant, ...]:
    return (
        Mutant("larger", "the conclusion claims max(δ₁, δ₂)",
               _survive("max(delta1,delta2)", adaptive=adaptive)),
        Mutant("one-alone", "nothing is assumed of the second mechanism",
               _survive(adaptive=adaptive, second=False)),
    )  # fmt: skip


def _unlikely(*, adaptive: bool) -> tuple[Mutant, ...]:
    return (
        Mutant("larger-eps", "the conclusion claims max(ε₁, ε₂)",
               _seldom("max(eps1,eps2)", adaptive=adaptive)),
        Mutant("larger-delta", "the conclusion claims max(δ₁, δ₂)",
               _seldom(delta="max(delta1,delta2)", adaptive=adaptive)),
    )  # fmt: skip


def _distances(*, adaptive: bool) -> tuple[Mutant, ...]:
    return (
        Mutant("larger", "the larger of the two", _apart("max(s,t)", adaptive=adaptive)),
        Mutant("one-alone", "nothing is assumed of the second mechanism",
               _apart(adaptive=adaptive, second=False)),
    )  # fmt: skip


MIXED = (
    Entry(
        id="dp.composition.approx-with-pure",
        title="An (ε₁,δ)-DP and an ε₂-DP mechanism with independent coins are (ε₁ + ε₂, δ)-DP",
        statement=_one_approx(adaptive=False),
        source=ADAPTIVE,
        expected="proved",
        shapes=SHAPES,
        mutants=_mixed_mutants(adaptive=False),
    ),
    Entry(
        id="dp.composition.approx-then-pure",
        title="An ε₂-DP mechanism chosen by an (ε₁,δ)-DP output adds its ε₂ and no δ",
        statement=_one_approx(),
        source=ADAPTIVE,
        expected="proved",
        shapes=SHAPES,
        mutants=_mixed_mutants(),
    ),
    Entry(
        id="dp.composition.pure-then-approx",
        title="An (ε₂,δ)-DP mechanism chosen by an ε₁-DP output adds ε₂ and δ",
        statement=_one_approx(last=True),
        source=ADAPTIVE,
        expected="proved",
        shapes=SHAPES,
        mutants=_mixed_mutants(last=True),
    ),
)

SURVIVAL = (
    Entry(
        id="dp.sequential-composition.independent.both-survive",
        title="Two mechanisms with independent coins are (ε₁ + ε₂, 1 − (1 − δ₁)(1 − δ₂))-DP",
        statement=_survive(adaptive=False),
        source=SURVIVE,
        expected="proved",
        shapes=SHAPES,
        mutants=_survivors(adaptive=False),
    ),
    Entry(
        id="dp.sequential-composition.adaptive.both-survive",
        title="Where the first output chooses the second mechanism: ε₁ + ε₂, 1 − (1 − δ₁)(1 − δ₂)",
        statement=_survive(adaptive=True),
        source=f"{SURVIVE}; Murtagh, Vadhan 2016",
        expected="proved",
        shapes=SHAPES,
        mutants=_survivors(adaptive=True),
    ),
    Entry(
        id="dp.sequential-composition.independent.probabilistic",
        title="Probabilistic DP of independent mechanisms: ε₁ + ε₂ and 1 − (1 − δ₁)(1 − δ₂)",
        statement=_seldom(adaptive=False),
        source="Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008; Meiser 2018, section 3",
        expected="proved",
        shapes=SHAPES,
        mutants=_unlikely(adaptive=False),
    ),
    Entry(
        id="dp.sequential-composition.adaptive.probabilistic",
        title="Probabilistic DP, the first output choosing: ε₁ + ε₂ and 1 − (1 − δ₁)(1 − δ₂)",
        statement=_seldom(adaptive=True),
        source="Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008; Meiser 2018, section 3",
        expected="proved",
        shapes=SHAPES,
        mutants=_unlikely(adaptive=True),
    ),
)

DISTANCES = (
    Entry(
        id="dp.total-variation.composition",
        title="Total variations s, t of independent mechanisms give at most 1 − (1 − s)(1 − t)",
        statement=_apart(adaptive=False),
        source="Levin, Peres, Wilmer 2009, Exercise 4.4 (by couplings)",
        expected="proved",
        shapes=SHAPES,
        mutants=_distances(adaptive=False),
    ),
    Entry(
        id="dp.total-variation.composition.adaptive",
        title="Total variations s, t give ≤ 1 − (1 − s)(1 − t) where the first output chooses",
        statement=_apart(adaptive=True),
        source="Levin, Peres, Wilmer 2009, Exercise 4.4 (by couplings)",
        expected="proved",
        shapes=SHAPES,
        mutants=_distances(adaptive=True),
    ),
)

ENTRIES = (*MIXED, *SURVIVAL, *DISTANCES)
