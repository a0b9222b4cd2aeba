"""A question about nothing is refused, in one wording, before any engine sees it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers import questions
from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.decide import check, measure
from dpverify.checkers.questions import refuse_empty_question
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP, LocalDP, PureDP
from dpverify.defs.errors import EmptyQuestion
from dpverify.defs.io.read_scenario import scenario_from_document
from dpverify.defs.knowledge.definitions import APKDP, PPKDP
from dpverify.defs.programs.mechanism import Mechanism, mechanism
from dpverify.defs.symbolic.family import family_from
from tests.command_line import run

BODIES: dict[str, Callable[[Any, Any], Any]] = {
    "a value with uniform noise": lambda x, draw: (x, draw.uniform(-1, 1)),
    "a comparison with Laplace noise": lambda x, draw: x + draw.laplace(1) > 0,
    "a value with Laplace noise": lambda x, draw: x + draw.laplace(1),
    "a comparison with Gaussian noise": lambda x, draw: x + draw.gaussian(1) > 0,
    "a coin": lambda x, draw: draw.flip("1/2" if x else "1/3"),
    "integer noise": lambda x, draw: x + draw.discrete_laplace(1),
}
CLAIMS = [PureDP(eps=1), ApproxDP(eps=1, delta="1/10")]


def program(body: str, inputs: list[int], **about: Any) -> Mechanism:
    """One of the bodies, with neighbours at distance at most 1."""
    made: Mechanism = mechanism(inputs=inputs, **about)(BODIES[body])
    return made


def near(a: int, b: int) -> bool:
    """At distance at most 1."""
    return abs(a - b) <= 1


@pytest.mark.long
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("moves", [{}, {"moves": "A"}])
def test_a_program_without_a_pair_of_neighbours(body: str, moves: dict[str, str]) -> None:
    """Inputs 0 and 5, neighbours at distance 1: no claim holds "of 0 pairs"."""
    subject = program(body, [0, 5], neighbours=near, **moves)
    for claim in CLAIMS:
        with pytest.raises(EmptyQuestion, match="nothing is asked: no pair of inputs"):
            check(subject, claim, all_inputs=False)
    with pytest.raises(EmptyQuestion, match="nothing is asked: no pair of inputs"):
        measure(subject, "pure-dp", all_inputs=False)
    with pytest.raises(EmptyQuestion, match="nothing is asked: no pair of inputs"):
        measure(subject, "approx-dp", delta="1/10", all_inputs=False)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("inputs", [[], [3]])
def test_a_program_with_fewer_than_two_inputs(body: str, inputs: list[int]) -> None:
    """Local privacy looks at all pairs of them, of which there are none."""
    for claim in (*CLAIMS, LocalDP(eps=1)):
        with pytest.raises(EmptyQuestion, match=r"nothing is asked: .* has (one|no) input"):
            check(program(body, inputs), claim)


def test_local_privacy_asks_about_all_pairs() -> None:
    """So it says something where no two inputs are neighbours, of a program that is traced."""
    subject = program("a value with Laplace noise", [0, 5], neighbours=near)
    assert check(subject, LocalDP(eps=5)).holds
    assert check(subject, LocalDP(eps=1)).fails


def test_a_channel_without_pairs_or_outputs() -> None:
    """Refused where it is made; a distance that says nothing where it is asked about."""
    rows = [["1"], ["1"]]
    for inputs, outputs, matrix, neighbours in (
        (["a", "b"], ["x"], rows, []),
        (["a"], ["x"], rows[:1], "all"),
        (["a", "b"], [], [[], []], "all"),
        ([], ["x"], [], "all"),
    ):
        with pytest.raises(EmptyQuestion, match="nothing is asked"):
            Channel(inputs, outputs, matrix, neighbours)
    far = Channel(["a", "b"], ["x"], rows, distance=[["0", "inf"], ["inf", "0"]])
    with pytest.raises(EmptyQuestion, match="finite distance"):
        measure(far, "metric-dp")


def test_a_family_without_pairs() -> None:
    """Of every ε nothing is asked either."""
    form = {"inputs": ["a", "b"], "outputs": ["x"], "matrix": [["1"], ["1"]], "neighbours": []}
    with pytest.raises(EmptyQuestion, match="nothing is asked"):
        check_family(family_from(form), FamilyClaim("pure-dp", {"eps": "eps"}), Range.read("all"))


def scenario(**parts: Any) -> Any:
    """A count of records."""
    return scenario_from_document(
        {
            "schema": "dpverify.scenario/1.0",
            "mechanism": {"name": "thresholded-count", "threshold": 1},
            **parts,
        }
    )


CERTAIN = {"count": 3, "values": {"0": "1", "1": "0"}}
OPEN = {"count": 2, "values": {"0": "1/2", "1": "1/2"}}


@pytest.mark.parametrize(
    "parts",
    [
        {"records": [CERTAIN]},
        {"records": [CERTAIN, OPEN], "target": 1},
        {"records": [OPEN, CERTAIN], "known": {"counts": [2, 0]}},
        {"joint": [{"data": ["1", "0"], "known": "b", "probability": "1"}]},
        {
            "joint": [
                {"data": ["1", "0"], "known": "b", "probability": "1"},
                {"data": ["0", "1"], "known": "b", "probability": "0"},
            ]
        },
    ],
)
def test_a_scenario_in_which_no_target_is_open(parts: dict[str, Any]) -> None:
    """A value of probability 0 is none that an attacker would decide about."""
    for claim in (APKDP(eps=0, delta=0), PPKDP(eps=0, delta=0)):
        with pytest.raises(EmptyQuestion, match="two values of positive probability"):
            check(scenario(**parts), claim)
    with pytest.raises(EmptyQuestion, match="two values of positive probability"):
        measure(scenario(**parts), "apkdp", eps=0)


def test_a_scenario_in_which_some_target_is_open() -> None:
    """It is asked about that one."""
    for parts in ({"records": [CERTAIN, OPEN]}, {"records": [CERTAIN, OPEN], "target": 4}):
        assert check(scenario(**parts), APKDP(eps=0, delta=1)).holds


def test_it_is_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the function that refuses, the claim about 0 pairs would reach the engines."""
    subject = program("a comparison with Laplace noise", [0, 5], neighbours=near)

    def never(*_: object) -> None:
        raise EmptyQuestion("asked")

    monkeypatch.setattr(questions, "refuse_empty", never)
    with pytest.raises(EmptyQuestion, match="asked"):
        check(subject, PureDP(eps=1))
    with pytest.raises(EmptyQuestion, match="asked"):
        refuse_empty_question(Channel(["a", "b"], ["x"], [["1"], ["1"]]), "pure-dp")


@pytest.mark.parametrize("text", ["", "claim = []\n"])
def test_a_file_of_claims_without_claims(text: str, tmp_path: Path) -> None:
    """Status 2, and what to write into it."""
    path = tmp_path / "claims.toml"
    path.write_text(text, encoding="utf-8")
    assert "nothing is asked" in run("check", "--claims", path).one_line()


def test_a_file_of_theorems_without_theorems(tmp_path: Path) -> None:
    """Status 2; "0 of 0 ended as registered" is no success."""
    path = tmp_path / "theorems.py"
    path.write_text("ENTRIES = ()\n", encoding="utf-8")
    assert "nothing is asked" in run("prove", path).one_line()
