"""Composition of mechanisms with different guarantees, and with what both together spare."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.parts import INPUTS, OUTPUTS
from dpverify.proofs.statement import AnyChannel, Claim, Statement

RESULTS = Size("results", "z")
SIZES = {"inputs": (2, 2), "outputs": (2, 3), "results": (2, 2)}
SHAPE = ({"inputs": 2, "outputs": 2, "results": 2},)
ADAPTIVE = "Dwork, Kenthapadi, McSherry, Mironov, Naor 2006; Dwork, Roth 2014, Theorem 3.16"
SURVIVE = "Kairouz, Oh, Viswanath 2015, Theorem 3.3 (its last term, for k = 2)"
BOTH = "1-(1-delta1)*(1-delta2)"
TV_BOTH = "1-(1-s)*(1-t)"
LOSSES: Mapping[str, Kind] = {"eps1": "loss", "eps2": "loss"}
DELTAS: Mapping[str, Kind] = {**LOSSES, "delta1": "value", "delta2": "value"}

Given = tuple[str, Mapping[str, str]]


def _approx(eps: str, delta: str) -> Given:
    return "approx-dp", {"eps": eps, "delta": delta}


def _pure(eps: str) -> Given:
    return "pure-dp", {"eps": eps}


def _likely(eps: str, delta: str) -> Given:
    return "probabilistic-dp", {"eps": eps, "delta": delta}


def _variation(bound: str) -> Given:
    return "total-variation-at-most", {"bound": bound}


def _two(
    first: Given | None,
    second: Given | None,
    conclusion: Given,
    parameters: Mapping[str, Kind],
    *,
    adaptive: bool = False,
) -> Statement:
    """Two mechanisms, of which the first output may choose the second; None assumes nothing."""
    names = ("M", "K*") if adaptive else ("M1", "M2")
    other = AnyChannel(INPUTS, RESULTS, copies=OutputsOf("M") if adaptive else None)
    one = AnyChannel(INPUTS, OUTPUTS)
    assumed = zip(names, (first, second), strict=True)
    return Statement(
        objects={"M": one, "K": other} if adaptive else {"M1": one, "M2": other},
        derived={"N": {"adaptive" if adaptive else "product": list(names)}},
        parameters=parameters,
        hypotheses=tuple(Claim(name, *given) for name, given in assumed if given is not None),
        conclusion=Claim("N", *conclusion),
        sizes=SIZES,
    )


def _one_approx(delta: str = "delta", *, last: bool = False, adaptive: bool = True) -> Statement:
    """One is (ε,δ)-DP, the last or the first, and the other one ε-DP."""
    parameters: Mapping[str, Kind] = {**LOSSES, "delta": "value"}
    given = (_pure("eps1"), _approx("eps2", "delta")) if last else (
        _approx("eps1", "delta"), _pure("eps2")
    )  # fmt: skip
    return _two(*given, _approx("eps1+eps2", delta), parameters, adaptive=adaptive)


def _larger(*, last: bool, adaptive: bool) -> Mutant:
    parameters: Mapping[str, Kind] = {**LOSSES, "delta": "value"}
    given = (_pure("eps1"), _approx("eps2", "delta")) if last else (
        _approx("eps1", "delta"), _pure("eps2")
    )  # fmt: skip
    return Mutant(
        "larger-eps",
        "the conclusion claims max(ε₁, ε₂)",
        _two(*given, _approx("max(eps1,eps2)", "delta"), parameters, adaptive=adaptive),
    )


def _survive(delta: str = BOTH, *, adaptive: bool, second: bool = True) -> Statement:
    two = _approx("eps2", "delta2") if second else None
    conclusion = _approx("eps1+eps2", delta)
    return _two(_approx("eps1", "delta1"), two, conclusion, DELTAS, adaptive=adaptive)


def _seldom(eps: str = "eps1+eps2", delta: str = BOTH, *, adaptive: bool) -> Statement:
    given = _likely("eps1", "delta1"), _likely("eps2", "delta2")
    return _two(*given, _likely(eps, delta), DELTAS, adaptive=adaptive)


def _apart(bound: str = TV_BOTH, *, adaptive: bool, second: bool = True) -> Statement:
    two = _variation("t") if second else None
    parameters: Mapping[str, Kind] = {"s": "value", "t": "value"}
    return _two(_variation("s"), two, _variation(bound), parameters, adaptive=adaptive)


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
        shapes=SHAPE,
        mutants=(
            Mutant("half", "δ/2", _one_approx("delta/2", adaptive=False)),
            _larger(last=False, adaptive=False),
        ),
    ),
    Entry(
        id="dp.composition.approx-then-pure",
        title="An ε₂-DP mechanism chosen by an (ε₁,δ)-DP output adds its ε₂ and no δ",
        statement=_one_approx(),
        source=ADAPTIVE,
        expected="proved",
        shapes=SHAPE,
        mutants=(Mutant("half", "δ/2", _one_approx("delta/2")), _larger(last=False, adaptive=True)),
    ),
    Entry(
        id="dp.composition.pure-then-approx",
        title="An (ε₂,δ)-DP mechanism chosen by an ε₁-DP output adds ε₂ and δ",
        statement=_one_approx(last=True),
        source=ADAPTIVE,
        expected="proved",
        shapes=SHAPE,
        mutants=(
            Mutant("half", "δ/2", _one_approx("delta/2", last=True)),
            _larger(last=True, adaptive=True),
        ),
    ),
)

SURVIVAL = (
    Entry(
        id="dp.sequential-composition.independent.both-survive",
        title="Two mechanisms with independent coins are (ε₁ + ε₂, 1 − (1 − δ₁)(1 − δ₂))-DP",
        statement=_survive(adaptive=False),
        source=SURVIVE,
        expected="proved",
        shapes=SHAPE,
        mutants=_survivors(adaptive=False),
    ),
    Entry(
        id="dp.sequential-composition.adaptive.both-survive",
        title="Where the first output chooses the second mechanism: ε₁ + ε₂, 1 − (1 − δ₁)(1 − δ₂)",
        statement=_survive(adaptive=True),
        source=f"{SURVIVE}; Murtagh, Vadhan 2016",
        expected="proved",
        shapes=SHAPE,
        mutants=_survivors(adaptive=True),
    ),
    Entry(
        id="dp.sequential-composition.independent.probabilistic",
        title="Probabilistic DP of independent mechanisms: ε₁ + ε₂ and 1 − (1 − δ₁)(1 − δ₂)",
        statement=_seldom(adaptive=False),
        source="Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008; Meiser 2018, section 3",
        expected="proved",
        shapes=SHAPE,
        mutants=_unlikely(adaptive=False),
    ),
    Entry(
        id="dp.sequential-composition.adaptive.probabilistic",
        title="Probabilistic DP, the first output choosing: ε₁ + ε₂ and 1 − (1 − δ₁)(1 − δ₂)",
        statement=_seldom(adaptive=True),
        source="Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008; Meiser 2018, section 3",
        expected="proved",
        shapes=SHAPE,
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
        shapes=SHAPE,
        mutants=_distances(adaptive=False),
    ),
    Entry(
        id="dp.total-variation.composition.adaptive",
        title="Total variations s, t give ≤ 1 − (1 − s)(1 − t) where the first output chooses",
        statement=_apart(adaptive=True),
        source="Levin, Peres, Wilmer 2009, Exercise 4.4 (by couplings)",
        expected="proved",
        shapes=SHAPE,
        mutants=_distances(adaptive=True),
    ),
)

ENTRIES = (*MIXED, *SURVIVAL, *DISTANCES)
