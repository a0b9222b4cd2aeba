"""Proofs that a linear program finds: of theorems again, and of nothing false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpverify.proofs.automatic import NoneFoundError, prove_automatically
from dpverify.proofs.entry import Entry
from dpverify.proofs.kernel import Fact, Setting, check
from dpverify.proofs.labels import Size
from dpverify.proofs.registry import entry
from dpverify.proofs.statement import AnyChannel, Claim, Statement
from dpverify.proofs.sums import Sum, atom, number
from dpverify.proofs.theorem import check_proof, found, stored_names

AGAIN = (
    "dp.decomposition.suffices",
    "dp.guessing.uniform-prior.attained",
    "dp.post-processing.approx",
    "dp.sequential-composition.adaptive.approx",
    "dp.total-variation.bound",
    "dp.two-forms.approx",
    "guessing.worst-prior",
    "pk.apkdp-implies-ppkdp",
)


@pytest.mark.parametrize("name", AGAIN)
def test_a_theorem_is_found_again(name: str) -> None:
    """Without its derivation and without stored proofs."""
    document = found(entry(name), seconds=30, known=False)
    assert isinstance(document, dict)
    assert check_proof(document, entry(name).statement).status == "accepted"


def composed(delta: str) -> Statement:
    """An (ε₁,δ)-DP and an ε₂-DP mechanism on one input: no entry of the library."""
    inputs = Size("inputs", "x")
    return Statement(
        objects={
            "A": AnyChannel(inputs, Size("ys", "y")),
            "B": AnyChannel(inputs, Size("zs", "z")),
        },
        derived={"N": {"product": ["A", "B"]}},
        parameters={"eps1": "loss", "eps2": "loss", "delta": "value"},
        hypotheses=(
            Claim("A", "approx-dp", {"eps": "eps1", "delta": "delta"}),
            Claim("B", "pure-dp", {"eps": "eps2"}),
        ),
        conclusion=Claim("N", "approx-dp", {"eps": "eps1+eps2", "delta": delta}),
        sizes={"inputs": (2, 2), "ys": (2, 2), "zs": (2, 2)},
    )


def test_a_claim_that_is_new_is_proved_and_its_neighbour_is_not() -> None:
    """The composition is (ε₁+ε₂, δ)-DP; with δ/2 it is not, as δ = 1 and a constant B show."""
    proof = found(Entry("my.sum", "-", composed("delta"), "-", "proved"), seconds=30)
    assert isinstance(proof, dict)
    false = Entry("my.half", "-", composed("delta/2"), "-", "refuted")
    text = found(false, seconds=1)
    assert isinstance(text, str)
    assert "goal 1 of 1" in text


@pytest.mark.long
@pytest.mark.parametrize("name", ["dp.post-processing.approx", "dp.decomposition.suffices"])
def test_no_false_neighbour_is_found(name: str) -> None:
    for mutant in entry(name).mutants:
        false = replace(entry(name), id="my.mutant", statement=mutant.statement, mutants=())
        assert isinstance(found(false, seconds=0.5), str)


@pytest.mark.slow
def test_no_false_neighbour_of_any_stored_theorem_is_found() -> None:
    """All registered mutants of the theorems, by renamed proofs and by search."""
    tried = 0
    for name in stored_names():
        for mutant in entry(name).mutants:
            false = replace(entry(name), id="my.mutant", statement=mutant.statement, mutants=())
            assert isinstance(found(false, seconds=2), str), (name, mutant.name)
            tried += 1
    assert tried > 150


def setting(goal: Sum) -> Setting:
    """What follows of p in [0, 1]."""
    p = atom("p")
    return Setting(
        {"p >= 0": Fact({}, p), "p <= 1": Fact({}, number(1) - p)}, {}, (Fact({}, goal),)
    )


def test_numbers() -> None:
    """p·(1 − p) ≥ 0 is a product of facts, (1 − 2p)² a square; p − p² − 1 is below 0."""
    p = atom("p")
    for true in (p - p * p, (number(1) - p - p) * (number(1) - p - p)):
        check(setting(true), prove_automatically(setting(true), seconds=10))
    with pytest.raises(NoneFoundError, match="goal 1 of 1"):
        prove_automatically(setting(p - p * p - number(1)), seconds=10)
