"""A claim that fails in the limit of a walk is refuted on two inputs of it, in numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.answers.codec import encode
from dpverify.checkers.continuous.everywhere import everywhere
from dpverify.checkers.continuous.program import Program, program_of
from dpverify.checkers.continuous.steps import in_steps, steps_of, told_in_steps
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.kernel.door import replay
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value, as_eps, exp
from dpverify.defs.numbers.documents import read
from dpverify.defs.programs import mechanism

F = Fraction


def nothing() -> None:
    """Time never runs out."""


def walk_of(name: str, **settings: int) -> tuple[Program, Walk]:
    found = library_mechanism(name).with_parameters(**settings)
    program = program_of(found, everywhere=True)
    walk = everywhere(program, nothing).walk
    assert walk is not None
    return program, walk


def impossible(p: Value, q: Value) -> bool:
    return bool(p > 0 and q == 0)


def test_steps_are_pairs_of_neighbours() -> None:
    program, walk = walk_of("B24", n=2)
    for step, _ in zip(steps_of(program, walk, nothing), range(60), strict=False):
        here, there = step.entries
        assert all(abs(a - b) <= 1 for a, b in zip(here, there, strict=True))
        assert step.labels[0] == f"({here[0]}, {here[1]})"


def test_a_word_that_becomes_impossible() -> None:
    """B24 compares queries with one noisy threshold T: P(q1 ≥ T > q2) = 0 where q1 = q2.

    At q = (1, −1) with T Laplace of scale 2 it is P(−1 < T ≤ 1) = 1 − e^(−1/2).
    """
    program, walk = walk_of("B24", n=2)
    place = in_steps(program, walk, impossible, nothing)
    assert place is not None
    assert place.entries == ((F(1), F(-1)), (F(0), F(0)))
    assert place.probabilities == (1 - exp(F(-1, 2)), Value(0))


def test_a_density_is_not_taken_at_its_kink() -> None:
    """B14 releases the largest of scores with exponential noise: the density ends at the score.

    With scores (3/2, 3/2), scale 2 and v = 2: 2·f(1/2)·F(1/2) = e^(−1/4)·(1 − e^(−1/4)).
    """
    program, walk = walk_of("B14", n=2)
    place = in_steps(program, walk, impossible, nothing)
    assert place is not None
    (here, there), (value,) = place.entries or ((), ()), place.released
    assert (set(here), set(there), value) == ({F(3, 2)}, {F(5, 2)}, F(2))
    quarter = exp(F(-1, 4))
    assert place.probabilities == (quarter - quarter * quarter, Value(0))


def test_what_is_not_there_is_not_found() -> None:
    program, walk = walk_of("B24", n=2)
    assert in_steps(program, walk, lambda p, q: p > 2 * exp(1) + q, nothing) is None
    assert told_in_steps(program, walk, as_eps(1), nothing) is None  # it tells no number


def test_a_number_told_without_noise() -> None:
    """B08 tells the sum of a block: it is 0 on the one input and 1 on the other."""
    program, walk = walk_of("B08", n=2)
    assert in_steps(program, walk, impossible, nothing) is None
    place = told_in_steps(program, walk, as_eps(5), nothing)
    assert place is not None
    form = encode(place.stated())
    assert form["event"] == ["(•, •) where 1*v2 is in [-1/2, 1/2]"]
    assert [(p["lower"], p["upper"]) for p in form["probabilities"]] == [("1", "1"), ("0", "0")]


@mechanism(inputs=[[0, 0], [1, 0]], neighbours="all", moves="O")
def first_entry_first(x: list[int], draw: Any) -> Any:
    return x[0] + draw.laplace(1), x[0], x[1]


@mechanism(inputs=[[0, 0], [1, 0]], neighbours="all", moves="O")
def last_entry_first(x: list[int], draw: Any) -> Any:
    return x[0] + draw.laplace(1), x[1], x[0]


@pytest.mark.parametrize("found", [first_entry_first, last_entry_first])
def test_a_number_that_stays_shows_nothing(found: Any) -> None:
    """One entry moves on the walk; the event is about the value that tells that one."""
    program = program_of(found, everywhere=True)
    walk = everywhere(program, nothing).walk
    assert walk is not None
    place: Any = told_in_steps(program, walk, as_eps(1), nothing)
    assert place.excess.lower == 1


@pytest.mark.parametrize(("name", "settings"), [("B24", {"n": 3}), ("B14", {"n": 1}),
                                                ("B08", {"n": 3})])  # fmt: skip
@pytest.mark.parametrize("eps", [1, 40])
def test_no_eps_holds_and_each_failure_is_rechecked(
    name: str, settings: dict[str, Any], eps: int
) -> None:
    found = library_mechanism(name).with_parameters(**settings)
    verdict = dv.check(found, dv.PureDP(eps=eps), all_inputs=True)
    assert verdict.fails
    assert replay(read(verdict.to_json())).status == "accepted"


def test_listed_inputs_have_words_of_their_own() -> None:
    """B08 says (•, 0) on a listed input and (•, •) on all: the result is about the listed."""
    found = library_mechanism("B08").with_parameters(n=2)
    form = dv.check(found, dv.PureDP(eps=1), all_inputs=False).to_dict()
    assert form["witness"]["word"] == "(•, 0)"
    assert "inputs" in form["subject"]["program"]
    assert dv.measure(found, "pure-dp").to_dict()["tight"]["eps"]["exact"] == "inf"
