"""Composition, groups, mixtures and conversions: the numbers of the literature, by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, ln
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.layout import claims, forms, places
from dpverify.proofs.refutation import document, replayed
from dpverify.proofs.registry import entry
from dpverify.proofs.search import search

TENTH = Value(Fraction(1, 10))


def instance(name: str, shape: Shape, rows: dict[str, Any], parameters: dict[str, Any]) -> Instance:
    """An instance of an entry from the rows of the channels that are not fixed."""
    statement = entry(name).statement
    channels = {
        key: place.fixed or Channel(place.inputs, place.outputs, rows[key], place.neighbours)
        for key, place in places(statement, shape).items()
    }
    return Instance(statement, shape, channels, parameters)


def accepted(made: Instance, name: str) -> bool:
    """Whether the hypotheses hold, the conclusion fails, and the kernel agrees."""
    return made.refutes and bool(replayed(document(name, made)))


CHAIN = [["0", "1"], ["1/10", "9/10"], ["3/10", "7/10"], ["7/10", "3/10"]]


@pytest.mark.parametrize(("steps", "delta"), [(1, "1/10"), (2, "3/10"), (3, "7/10")])
def test_group_privacy_is_attained(steps: int, delta: str) -> None:
    """The chain at e^ε = 2, δ = 1/10: exactly 1/10, 3/10, 7/10 at its ends."""
    shape = {"steps": steps, "outputs": 2}
    rows = {"M": CHAIN[: steps + 1]}
    made = instance("dp.group-privacy.approx", shape, rows, {"eps": ln(2), "delta": TENTH})
    assert made.met
    assert made.concluded
    bound = made.given(made.statement.concluded[0])
    assert bound == {"eps": ln(2) * steps, "delta": Value(Fraction(delta))}
    tight = measure(made.objects["N"], "approx-dp", eps=bound["eps"]).tight["delta"]
    assert tight == Value(Fraction(delta))


def test_the_sum_is_capped_at_one() -> None:
    """Four steps would give 15/10; a bound above 1 says no more than 1."""
    rows = {"M": [*CHAIN, ["1", "0"]]}
    shape = {"steps": 4, "outputs": 2}
    made = instance("dp.group-privacy.approx", shape, rows, {"eps": ln(2), "delta": TENTH})
    assert made.given(made.statement.concluded[0])["delta"] == 1


def test_linear_delta_falls_to_the_published_laws() -> None:
    """P = (3,7)/10, R = (1,9)/10, Q = (0,1): 3/10 at e^2ε = 4, more than 2/10."""
    name = "dp.group-privacy.approx.linear-delta"
    rows = {"M": CHAIN[2::-1]}
    shape = {"steps": 2, "outputs": 2}
    assert accepted(instance(name, shape, rows, {"eps": ln(2), "delta": TENTH}), name)


def test_probabilistic_dp_and_post_processing() -> None:
    """P = (1,1,0)/2, Q = (0,1,1)/2, ε = 0, δ = 1/2: the merged outputs have loss > 0 surely."""
    name = "dp.post-processing.probabilistic"
    rows = {"M": [["1/2", "1/2", "0"], ["0", "1/2", "1/2"]], "f": [[1, 0], [1, 0], [0, 1]]}
    shape = {"inputs": 2, "outputs": 3, "results": 2}
    parameters = {"eps": ln(1), "delta": Value(Fraction(1, 2))}
    assert accepted(instance(name, shape, rows, parameters), name)


def test_shared_coins_reveal_everything() -> None:
    """M₁ = r, M₂ = r ⊕ D: both 0-DP, together D itself."""
    name = "dp.sequential-composition.shared-coins"
    rows = {"J": [["1/2", "0", "0", "1/2"], ["0", "1/2", "1/2", "0"]]}
    shape = {"inputs": 2, "outputs": 2, "results": 2}
    assert accepted(instance(name, shape, rows, {"eps1": ln(1), "eps2": ln(1)}), name)


def test_half_a_sample_of_randomised_response() -> None:
    """q = 1/2 at ln 3: the ratio is 2, more than √3; ln 2 is tight."""
    name, shape = "dp.poisson-subsampling.linear", {"rests": 1, "outputs": 2}
    rows = {"W": [[1], [1]], "M": [["3/4", "1/4"], ["1/4", "3/4"]]}
    made = instance(name, shape, rows, {"eps": ln(3), "q": Value(Fraction(1, 2))})
    assert accepted(made, name)
    assert measure(made.objects["N"], "pure-dp").tight["eps"] == ln(2)


def test_two_copies_of_a_bit() -> None:
    """Both through randomised response at ln 3, both outputs seen: the odds change by 9."""
    name = "dp.odds.correlated-records"
    one = [Fraction(3, 4), Fraction(1, 4)]
    bits = [(a, b) for a in (0, 1) for b in (0, 1)]
    seen = [[one[a ^ y] * one[b ^ z] for y in (0, 1) for z in (0, 1)] for a, b in bits]
    rows = {"W": [[1, 0], [0, 1]], "M": seen}
    made = instance(name, {"outputs": 4}, rows, {"eps": ln(3)})
    assert accepted(made, name)
    assert measure(made.objects["N"], "pure-dp").tight["eps"] == ln(9)


def test_a_coin_that_knows() -> None:
    """Branches that ignore the input, a coin that is the input: infinite loss."""
    name = "dp.mixture.data-dependent-coin"
    rows = {"C": [[1, 0], [0, 1]], "K": [[1, 0], [0, 1]]}
    made = instance(name, {"inputs": 2, "outputs": 2, "results": 2}, rows, {})
    assert accepted(made, name)
    assert measure(made.objects["N"], "pure-dp").tight["eps"].is_infinite  # type: ignore[union-attr]


def test_a_shifted_list_costs_the_first_block_twice() -> None:
    """From (a, b) to (b): the first block goes a → none → b, and the sum ε₁ + ε₂ is exceeded."""
    name = "dp.parallel-composition.add-remove-by-index.shifted"
    mutant = next(m for m in entry(name).mutants if m.name == "sum")
    found = search(mutant.statement, shrink=False).found
    assert found is not None
    assert accepted(found, name)
    rows = {
        "M1": [["1/3", "2/3"], ["1/6", "5/6"], ["2/3", "1/3"]],
        "M2": [["1/2", "1/2"]] * 3,
    }
    made = instance(name, {"records": 1, "outputs": 2}, rows, {"eps1": ln(2), "eps2": ln(1)})
    assert made.met
    assert made.concluded
    assert measure(made.objects["N"], "pure-dp").tight["eps"] == ln(4)


def test_the_tail_bound_is_a_tie() -> None:
    """δ = 1/10, e^η = 2: P[loss > ε + η] is at most 1/5, and 1/5 − any less is reached."""
    name = "dp.approx-implies-probabilistic"
    rows = {"M": [["1/5", "4/5"], ["99/1000", "901/1000"]]}
    parameters = {"eps": ln(1), "eta": ln(2), "delta": Value(Fraction(101, 1000))}
    enough = parameters | {"rho": Value(Fraction(202, 1000))}
    made = instance(name, {"inputs": 2, "outputs": 2}, rows, enough)
    assert made.met
    assert made.concluded
    short = parameters | {"rho": Value(Fraction(201, 1000))}
    assert not instance(name, {"inputs": 2, "outputs": 2}, rows, short).met


def test_a_fold_composes_from_left_to_right() -> None:
    """Three copies: two products, the first under a name of its own."""
    statement = entry("dp.n-fold-composition.pure").statement
    names = tuple(places(statement, {"inputs": 2, "outputs": 2, "times": 3}))
    assert names == ("M1", "M2", "M3")
    assert list(forms(statement, names)) == [
        ("N[1]", "product", ["M1", "M2"]),
        ("N", "product", ["N[1]", "M3"]),
    ]
    assert [c.of for c in claims(statement.assumed, names) if hasattr(c, "of")] == list(names)


def test_n_randomised_responses_lose_n_times_as_much() -> None:
    """3·ln 3 is tight for three of them."""
    rows = {f"M{i}": [["3/4", "1/4"], ["1/4", "3/4"]] for i in (1, 2, 3)}
    shape = {"inputs": 2, "outputs": 2, "times": 3}
    made = instance("dp.n-fold-composition.pure", shape, rows, {"eps": ln(3)})
    assert made.met
    assert made.concluded
    assert measure(made.objects["N"], "pure-dp").tight["eps"] == ln(27)
