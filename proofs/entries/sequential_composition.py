"""Running several mechanisms on the same input: losses add up, if their coins are independent."""

from __future__ import annotations

import json
from collections.abc import Mapping

from dpverify.defs.channel import Channel
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.guarantees import Guarantee, composition
from dpverify.proofs.labels import Size
from dpverify.proofs.parts import EPS, EPS_DELTA, INPUTS, OUTPUTS
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement

TIMES = Size("times", "n")
FOLD_SIZES = {"inputs": (2, 2), "outputs": (2, 2), "times": (2, 3)}
DWORK_ROTH = "Dwork, Roth 2014, Theorem 3.14 and Corollary 3.15"
ADAPTIVE = "Dwork, Kenthapadi, McSherry, Mironov, Naor 2006; Dwork, Roth 2014, Theorem 3.16"

PURE = {"eps": "eps1+eps2"}
APPROX = {"eps": "eps1+eps2", "delta": "delta1+delta2"}
Given = Mapping[str, str]


def _parameters(given: Given) -> dict[str, str]:
    """The hypothesis with which each of two mechanisms comes, by its number."""
    return {"eps": "eps{}"} | ({"delta": "delta{}"} if "delta" in given else {})


def _two(conclusion: Given, *, adaptive: bool, second: Given | None = None) -> Statement:
    """Two mechanisms; `second` is what is assumed of the other one, nothing where it is empty."""
    one, two = ({k: v.format(i) for k, v in _parameters(conclusion).items()} for i in (1, 2))
    definition = "approx-dp" if "delta" in conclusion else "pure-dp"
    two = two if second is None else dict(second)
    return composition(
        Guarantee(definition, one),
        Guarantee(definition, two) if two else None,
        Guarantee(definition, conclusion),
        {f"{name}{i}": kind for i in (1, 2) for name, kind in _kinds(conclusion).items()},
        adaptive=adaptive,
    )


def _kinds(given: Given) -> dict[str, Kind]:
    return {"eps": "loss", "delta": "value"} if "delta" in given else {"eps": "loss"}


def _pure_mutants(*, adaptive: bool) -> tuple[Mutant, ...]:
    return (
        Mutant(
            "max",
            "the conclusion claims max(ε₁, ε₂)",
            _two({"eps": "max(eps1,eps2)"}, adaptive=adaptive),
        ),
        Mutant(
            "nothing-of-the-second",
            "nothing is assumed of the second mechanism",
            _two(PURE, adaptive=adaptive, second={}),
        ),
        Mutant(
            "twice-the-second",
            "the second mechanism is only 2ε₂-DP",
            _two(PURE, adaptive=adaptive, second={"eps": "2*eps2"}),
        ),
    )


def _approx_mutants(*, adaptive: bool) -> tuple[Mutant, ...]:
    return (
        Mutant(
            "max-delta",
            "the conclusion claims max(δ₁, δ₂)",
            _two({"eps": "eps1+eps2", "delta": "max(delta1,delta2)"}, adaptive=adaptive),
        ),
        Mutant(
            "first-eps",
            "the conclusion claims ε₁ alone",
            _two({"eps": "eps1", "delta": "delta1+delta2"}, adaptive=adaptive),
        ),
        Mutant(
            "nothing-of-the-second",
            "nothing is assumed of the second mechanism",
            _two(APPROX, adaptive=adaptive, second={}),
        ),
    )


def _fold(conclusion: Given, given: Given, *, assumed: str = "M*") -> Statement:
    definition = "approx-dp" if "delta" in given else "pure-dp"
    return Statement(
        objects={"M": AnyChannel(INPUTS, OUTPUTS, copies=TIMES)},
        derived={"N": {"fold": ["product", "M*"]}},
        parameters=_kinds(given),
        hypotheses=(Claim(assumed, definition, given),),
        conclusion=Claim("N", definition, conclusion),
        sizes=FOLD_SIZES,
    )


# ---------------------------------------------------------------- two outputs out of one joint law


def _pairs(shape: Mapping[str, int]) -> list[str]:
    return [
        json.dumps([f"y{i}", f"z{j}"])
        for i in range(shape["outputs"])
        for j in range(shape["results"])
    ]


def _part(number: int, text: str) -> FixedChannel:
    def build(shape: Mapping[str, int]) -> Channel:
        pairs = _pairs(shape)
        parts = [json.loads(pair)[number] for pair in pairs]
        labels = list(dict.fromkeys(parts))
        return Channel(pairs, labels, [[int(p == label) for label in labels] for p in parts])

    return FixedChannel(build, text)


SHARED = Statement(
    objects={
        "J": AnyChannel(INPUTS, _pairs, text="channel that gives two outputs"),
        "s1": _part(0, "the first output of the two"),
        "s2": _part(1, "the second output of the two"),
    },
    derived={"M1": {"post_process": ["J", "s1"]}, "M2": {"post_process": ["J", "s2"]}},
    parameters={"eps1": "loss", "eps2": "loss"},
    hypotheses=(
        Claim("M1", "pure-dp", {"eps": "eps1"}),
        Claim("M2", "pure-dp", {"eps": "eps2"}),
    ),
    conclusion=Claim("J", "pure-dp", PURE),
    sizes={"inputs": (2, 2), "outputs": (2, 2), "results": (2, 2)},
)


ENTRIES = (
    Entry(
        id="dp.sequential-composition.independent.pure",
        title="Two mechanisms with independent coins are (ε₁ + ε₂)-DP",
        statement=_two(PURE, adaptive=False),
        source=DWORK_ROTH,
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "results": 2},
            {"inputs": 2, "outputs": 16, "results": 16},
        ),
        mutants=_pure_mutants(adaptive=False),
    ),
    Entry(
        id="dp.sequential-composition.independent.approx",
        title="Two mechanisms with independent coins are (ε₁ + ε₂, δ₁ + δ₂)-DP",
        statement=_two(APPROX, adaptive=False),
        source=DWORK_ROTH,
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "results": 2},
            {"inputs": 2, "outputs": 16, "results": 16},
        ),
        mutants=_approx_mutants(adaptive=False),
    ),
    Entry(
        id="dp.sequential-composition.adaptive.pure",
        title="A mechanism chosen by the first one's output adds its ε₂",
        statement=_two(PURE, adaptive=True),
        source=ADAPTIVE,
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "results": 2},
            {"inputs": 2, "outputs": 16, "results": 16},
        ),
        mutants=_pure_mutants(adaptive=True),
    ),
    Entry(
        id="dp.sequential-composition.adaptive.approx",
        title="A mechanism chosen by the first one's output adds its (ε₂, δ₂)",
        statement=_two(APPROX, adaptive=True),
        source=ADAPTIVE,
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "results": 2},
            {"inputs": 2, "outputs": 16, "results": 16},
        ),
        mutants=_approx_mutants(adaptive=True),
    ),
    Entry(
        id="dp.n-fold-composition.pure",
        title="n mechanisms with independent coins, each ε-DP, are nε-DP",
        statement=_fold({"eps": "times*eps"}, EPS),
        source=DWORK_ROTH,
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "times": 2},
            {"inputs": 2, "outputs": 8, "times": 3},
            {"inputs": 2, "outputs": 4, "times": 4},
        ),
        mutants=(
            Mutant("once", "the conclusion claims ε", _fold(EPS, EPS)),
            Mutant(
                "first-alone",
                "only the first mechanism is assumed to be ε-DP",
                _fold({"eps": "times*eps"}, EPS, assumed="M1"),
            ),
        ),
    ),
    Entry(
        id="dp.n-fold-composition.approx",
        title="n mechanisms with independent coins, each (ε,δ)-DP, are (nε, nδ)-DP",
        statement=_fold({"eps": "times*eps", "delta": "times*delta"}, EPS_DELTA),
        source=DWORK_ROTH,
        expected="proved",
        shapes=(
            {"inputs": 2, "outputs": 2, "times": 2},
            {"inputs": 2, "outputs": 16, "times": 2},
            {"inputs": 2, "outputs": 8, "times": 3},
        ),
        mutants=(
            Mutant(
                "delta-once",
                "the conclusion claims (nε, δ)",
                _fold({"eps": "times*eps", "delta": "delta"}, EPS_DELTA),
            ),
            Mutant(
                "eps-once",
                "the conclusion claims (ε, nδ)",
                _fold({"eps": "eps", "delta": "times*delta"}, EPS_DELTA),
            ),
        ),
    ),
    Entry(
        id="dp.sequential-composition.shared-coins",
        title="Two outputs, each private on its own, are (ε₁ + ε₂)-DP together",
        statement=SHARED,
        source="a reading of Dwork, Roth 2014, Theorem 3.14, without its independent coins",
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        essay=Essay(
            belief=(
                "Composition is often said in one breath: run M₁, run M₂, add the losses. What each"
                " of the two reveals is bounded, so both together should reveal the sum."
            ),
            catch=(
                "The losses add because the probability of both outputs is a product, which needs"
                " coins that are independent. If the second output reuses the randomness of the"
                " first, the pair may say what neither says: a random bit r and r ⊕ D are fair"
                " coins each, and together they are D."
            ),
            repair=(
                "With independent coins the pair is (ε₁ + ε₂)-DP, also where the second mechanism"
                " is chosen by the first one's output."
            ),
            true_twin="dp.sequential-composition.independent.pure",
        ),
    ),
)
