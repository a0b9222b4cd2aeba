"""Noisy max over many entries: the numbers of the field, for a thousand entries as for fifty.

Report noisy max with noise of scale 2/ε is ε-DP where every entry moves by up to 1 (Dwork, Roth
2014, Theorem 3.9, of counts that all move one way; with twice the noise for all), with its gap too
(Ding et al. 2019); no less is enough. Moves the same way need half of it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.continuous.by_winner import behind, goes_far
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.kernel.certificates.star import star_probability
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.verdict import Fails, Holds
from dpverify.defs.documents.argmax import FIRST, Argmax
from dpverify.defs.documents.traced import Law, Noise, substituted
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs.mechanism import Mechanism

F = Fraction


def program(name: str, n: int, **more: str) -> Mechanism:
    """A mechanism of the library."""
    return library_mechanism(name).with_parameters(n=n, **more)


@pytest.mark.parametrize(
    ("name", "moves", "eps"),
    [("B11", "A", F(1)), ("B12", "M", F(1, 2)), ("B17", dv.moves.linf(2), F(2))],
)
def test_the_numbers_of_the_field(name: str, moves: Any, eps: Fraction) -> None:
    """What holds of fifty entries, of which the words are not listed."""
    mechanism = program(name, 50)
    moved = replace(mechanism, about={**mechanism.about, "moves": moves})
    found = dv.measure(moved, "pure-dp", all_inputs=True)
    assert found.tight["eps"] == dv.Loss(eps)
    assert found.not_rechecked is None
    assert replay(found.to_json()).status == "accepted"


@pytest.mark.long
@pytest.mark.parametrize("name", ["B11", "B12", "B17"])
def test_a_thousand_entries(name: str) -> None:
    """The document is small, and the kernel re-checks all of it."""
    found = dv.measure(program(name, 1000), "pure-dp", all_inputs=True)
    assert found.tight["eps"] == dv.Loss(F(1))
    assert found.not_rechecked is None
    assert len(found.to_json()) < 100_000


def test_a_little_less_fails_in_numbers() -> None:
    """Which the kernel computes by another method."""
    mechanism = program("B11", 50, eps="1/2")
    assert isinstance(dv.check(mechanism, dv.PureDP(eps="1/2"), all_inputs=True), Holds)
    verdict = dv.check(mechanism, dv.PureDP(eps="499999/1000000"), all_inputs=True)
    assert isinstance(verdict, Fails)
    assert verdict.evidence == "certificate"
    assert replay(verdict.to_json()).status == "accepted"


def test_exponential_noise_attains_its_loss() -> None:
    """Laplace noise does not, on such inputs."""
    assert "attained_by" in dv.measure(program("B12", 50), "pure-dp", all_inputs=True).to_dict()
    assert "attained_by" not in dv.measure(program("B11", 50), "pure-dp", all_inputs=True).to_dict()


@pytest.mark.parametrize("law", ["laplace", "exponential"])
@pytest.mark.parametrize("count", [3, 4, 14])
@pytest.mark.parametrize("distance", [F(0), F(1, 3), F(5)])
def test_the_formula_against_the_kernel(law: Law, count: int, distance: Fraction) -> None:
    """The kernel integrates piece by piece, and knows no formula."""
    argmax = Argmax(count, Noise(law, F(3, 2)), True, False)
    at = dict.fromkeys(argmax.entries, distance) | {argmax.entries[0]: F(0)}
    for eps in (F(1), F(2, 7)):
        wanted = star_probability(substituted(argmax.first, at), FIRST, [], eps)
        assert behind(argmax, distance).at(eps) == wanted


@pytest.mark.parametrize(
    ("moves", "far"),
    [("A", True), ("M", True), ("linf(3/2)", True), ("O", False), ("l1(1)", False)],
)
def test_other_moves_are_left_to_words(moves: str, far: bool) -> None:
    """One entry that moves is no move of all alike; in a ball no one falls by all."""
    argmax = Argmax(50, Noise("laplace", F(2)), True, False)
    assert goes_far(Program(F(1), {}, {}, (), [], moves, None, True, argmax=argmax)) is far
