"""A program that says how its inputs move is asked about all of them, unless told otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from tests.command_line import run

REUSED = """
from dpverify import mechanism

@mechanism(inputs=[(0, 0), (1, 1)], neighbours="all", moves="A")
def reused(queries, draw):
    noise = draw.laplace(1)
    return tuple(query + noise for query in queries)
"""


@dv.mechanism(inputs=[(0, 0), (1, 1)], neighbours="all", moves="A")
def reused(queries: Any, draw: Any) -> Any:
    """Both queries get the same noise, so that their difference is released."""
    noise = draw.laplace(1)
    return tuple(query + noise for query in queries)


@dv.mechanism(inputs=[0, 1], moves="A")
def flipped(bit: Any, draw: Any) -> Any:
    """Randomised response: of the integers that are no bits it says nothing that is traced."""
    return bit if draw.flip("3/4") else 1 - bit


@dv.mechanism(inputs=[0, 1], moves="A")
def broken(bit: Any, draw: Any) -> Any:
    """Raises on an input that it lists."""
    return draw.flip("1/2") if bit else 1 / bit


def test_all_inputs_are_the_question() -> None:
    """The listed ones hide that the difference is exact: both move together there."""
    assert dv.check(reused, dv.PureDP(eps=1), all_inputs=False).holds
    verdict = dv.check(reused, dv.PureDP(eps=1))
    assert verdict.fails
    assert verdict.more.all_inputs
    assert str(dv.measure(reused, "pure-dp").tight["eps"]) == "inf"


def test_a_holds_on_listed_inputs_is_a_remark() -> None:
    verdict = dv.check(flipped, dv.PureDP(eps="ln(3)"))
    assert verdict.unknown
    assert verdict.reason.code == "unsupported"
    assert verdict.reason.text.startswith("it holds on the listed inputs (--listed-inputs")
    assert "all inputs" in str(verdict)
    assert dv.check(flipped, dv.PureDP(eps="ln(3)"), all_inputs=False).holds
    with pytest.raises(dv.Undecided, match="--listed-inputs, all_inputs=False"):
        dv.measure(flipped, "pure-dp")


def test_a_failure_on_listed_inputs_is_one_of_all() -> None:
    verdict = dv.check(flipped, dv.PureDP(eps=1))
    assert verdict.fails
    witness: Any = verdict.witness
    assert witness.probabilities == (dv.parse("3/4"), dv.parse("1/4"))


def test_neighbours_that_are_no_move_apart() -> None:
    """0 and 3 are no neighbours by the moves; where somebody names them, one has to say."""

    def released(x: Any, draw: Any) -> Any:
        return x + draw.laplace(2)

    count = dv.mechanism(inputs=[0, 3], moves="A")(released)
    assert str(dv.measure(count, "pure-dp").tight["eps"]) == "1/2"
    assert str(dv.measure(count, "pure-dp", all_inputs=False).tight["eps"]) == "3/2"
    for named in ([[0, 3]], lambda x, y: x < y):
        count = dv.mechanism(inputs=[0, 3], neighbours=named, moves="A")(released)
        with pytest.raises(dv.InputError, match="0 and 3 are neighbours, and no move"):
            dv.measure(count, "pure-dp")
        assert dv.check(count, dv.PureDP(eps=1), all_inputs=True).holds
        assert dv.check(count, dv.PureDP(eps=1), all_inputs=False).fails


def test_a_failure_of_inputs_further_apart_is_none() -> None:
    """0 and 1 have one law, 3 has another and is no move away; all integers are not decided."""

    @dv.mechanism(inputs=[0, 1, 3], moves="A")
    def coarse(x: Any, draw: Any) -> Any:
        return draw.flip("1/2") if x < 2 else 7

    assert dv.check(coarse, dv.PureDP(eps=1), all_inputs=False).fails
    verdict = dv.check(coarse, dv.PureDP(eps=1))
    assert verdict.unknown
    assert "holds on the listed inputs" in verdict.reason.text
    coarse = dv.mechanism(inputs=[0, 3], moves="A")(coarse.function)
    verdict = dv.check(coarse, dv.PureDP(eps=1))
    assert verdict.unknown
    assert "listed inputs" not in verdict.reason.text


def test_local_privacy_is_about_the_listed_inputs() -> None:
    assert dv.check(flipped, dv.LocalDP(eps="ln(3)")).holds
    assert str(dv.measure(flipped, "local-dp").tight["eps"]) == "ln(3)"


def test_what_is_wrong_with_a_program_is_no_open_question() -> None:
    with pytest.raises(dv.InputError, match="division by zero"):
        dv.check(broken, dv.PureDP(eps=1))


def test_a_program_in_a_process_of_its_own(tmp_path: Path) -> None:
    """The command line and files of claims ask the same; what is saved replays."""
    (tmp_path / "reused.py").write_text(REUSED)
    target = f"{tmp_path / 'reused.py'}:reused"
    claim = ("check", target, "--definition", "pure-dp", "--eps", "1", "--format", "json")
    saved = tmp_path / "result.json"
    assert run(*claim, "--out", str(saved)).status == 1
    assert json.loads(saved.read_text())["all_inputs"] is True
    assert run("replay", str(saved)).status == 0
    assert run(*claim, "--listed-inputs").json()["verdict"] == "holds"
    assert run(*claim, "--all-inputs").json()["verdict"] == "fails"


@pytest.mark.parametrize(
    ("line", "status"), [("", 1), ("all_inputs = true", 1), ("all_inputs = false", 0)]
)
def test_files_of_claims(tmp_path: Path, line: str, status: int) -> None:
    (tmp_path / "reused.py").write_text(REUSED)
    claims = tmp_path / "claims.toml"
    target = 'target = "reused.py:reused"\ndefinition = "pure-dp"\neps = "1"'
    claims.write_text(f"[[claim]]\n{target}\n{line}\n")
    assert run("check", "--claims", str(claims)).status == status


@pytest.mark.long
def test_a_program_of_too_many_listed_inputs_is_left_open() -> None:
    """3^14 of them: nothing is wrong with it, on the listed inputs or along a range of ε."""
    from dpverify.checkers.all_eps.check import RangeUnknown
    from dpverify.checkers.all_eps.decide import FamilyClaim
    from dpverify.defs.mechanisms import library_mechanism

    many = library_mechanism("B25").with_parameters(n=14)
    verdict = dv.check(many, dv.PureDP(eps=7), all_inputs=False)
    assert isinstance(verdict, dv.Unknown)
    assert "lists more than 10000 inputs" in verdict.reason.text
    along = dv.check(many, FamilyClaim("local-dp", {"eps": "7*eps"}), eps_range="all")
    assert isinstance(along, RangeUnknown)
    assert "lists more than 10000 inputs" in along.reason.text
