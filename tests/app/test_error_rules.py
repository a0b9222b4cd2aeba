"""Codes of errors: each has its rule, a section and an example that is run; each raise has one."""

from __future__ import annotations

import ast
import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dpverify.defs.as_run.refusing
import dpverify.defs.continuous.tracer
import dpverify.defs.decimal_matrix
from dpverify.app import cli
from dpverify.app.error_rules import RULES, page
from dpverify.defs.errors import InputError
from tests.command_line import run
from tests.repository.source import ROOT

PACKAGES = ("api", "app", "checkers", "defs", "proofs", "reports")
CODE = re.compile(r"DP-E[0-9]{2}")


def kinds() -> Iterator[type[InputError]]:
    """All kinds of errors that end with status 2."""
    waiting: list[type[InputError]] = [InputError]
    while waiting:
        kind = waiting.pop()
        yield kind
        waiting += kind.__subclasses__()


def test_each_kind_of_error_has_a_rule() -> None:
    assert {kind.rule for kind in kinds()} <= RULES.keys()


def test_each_rule_is_broken_by_a_kind_of_error_or_by_the_command_line() -> None:
    of_kinds = {kind.rule for kind in kinds()}
    assert of_kinds | {cli.COMMAND_LINE, cli.SYSTEM} == RULES.keys()


def raised() -> Iterator[tuple[str, str]]:
    """Every `raise Name(…)` of the product, with its place."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                    name = ast.unparse(node.exc.func).rpartition(".")[2]
                    yield name, f"{path.relative_to(ROOT)}:{node.lineno}"


@pytest.mark.long
def test_whatever_is_raised_on_purpose_is_of_a_kind_that_has_a_rule() -> None:
    """A class named …Error that is none of ours, and no built-in, would end as a bug, or bare."""
    ours = {kind.__name__ for kind in kinds()}
    own_code = {
        node.name
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base).rpartition(".")[2] in ours for base in node.bases)
    }
    assert own_code <= ours, "a kind of InputError that this test does not load"
    bare = [place for name, place in raised() if name == "InputError"]
    assert not bare, "raise a kind of InputError, so that it has a rule of its own"
    counted = [name for name, _ in raised() if name in ours]
    assert len(counted) > 500  # the walk has seen the product


@pytest.mark.parametrize("code", sorted(RULES))
def test_the_example_of_a_rule_breaks_it(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = RULES[code]
    for name, text in rule.files.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(rule.command)
    assert words[0] == "dpverify"
    if words[-1] == ">&-":  # what the shell does before the command starts
        monkeypatch.setattr(sys, "stdout", None)
        said: list[str] = []
        monkeypatch.setattr("click.echo", lambda text, **_: said.append(f"{text}\n"))
        assert cli.main(words[1:-1]) == 2
        line = "".join(said)
    else:
        line = run(*words[1:]).one_line()
    assert line.startswith(f"dpverify: {rule.line}")
    assert line.endswith(f" [{code}]\n")
    assert CODE.findall(line) == [code]


def test_the_page_is_that_of_the_table() -> None:
    """`scripts/make_error_page.py` writes it."""
    assert (ROOT / "docs" / "errors.md").read_text("utf-8") == page()


def test_a_code_is_explained() -> None:
    outcome = run("explain", "dp-e02")
    assert (outcome.status, outcome.err) == (0, "")
    assert "rows that sum to exactly 1" in outcome.out
    form = run("explain", "DP-E02", "--format", "json").json()
    assert (form["kind"], form["name"]) == ("error", "DP-E02")
    assert "the codes are DP-E01 to DP-E" in run("explain", "DP-E99").one_line()


def test_a_library_caller_gets_the_code_too() -> None:
    with pytest.raises(InputError) as caught:
        raise dpverify.defs.as_run.refusing.Refused("looks at the clock")
    assert caught.value.rule == "DP-E07"
    assert "[DP-" not in str(caught.value)


CHECK = ("--neighbours", "all", "--definition", "pure-dp", "--eps", "1")
OF_FORM = {
    "a line with a cell too few": ("a.csv", "input,a,b\nx,1/2,1/2\ny,1/2\n", "DP-E02"),
    "no commas": ("a.csv", "input a b\nx 1/2 1/2\n", "DP-E02"),
    "no header": ("a.csv", "0,1/2,1/2\n1,1/2,1/2\n", "DP-E02"),
    "a quote left open": ("a.csv", 'input,"a,b\n', "DP-E02"),
    "an empty table": ("a.csv", "", "DP-E02"),
    "no number of JSON": ("a.json", '{"matrix": [[NaN]]}', "DP-E04"),
    "a key twice": ("a.json", '{"inputs": [], "inputs": []}', "DP-E04"),
    "brackets": ("a.json", "[" * 101 + "]" * 101, "DP-E04"),
    "cut off": ("a.json", '{"inputs": [', "DP-E04"),
}


@pytest.mark.parametrize("kind", OF_FORM)
def test_what_is_of_a_wrong_form_is_no_file_that_cannot_be_read(kind: str, tmp_path: Path) -> None:
    name, text, code = OF_FORM[kind]
    (tmp_path / name).write_text(text, "utf-8")
    assert run("check", tmp_path / name, *CHECK).one_line().endswith(f" [{code}]\n")


def of_channel(**other: Any) -> str:
    """A channel of two inputs and one output, with other parts."""
    given = {"inputs": ["a", "b"], "outputs": ["y"], "matrix": [["1"], ["1"]], "neighbours": "all"}
    return json.dumps({"schema": "dpverify.channel/1.0", **given, **other})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("null", "the file holds null, must hold a channel"),
        ('{"schema": null}', "schema is null, must read"),
        (
            '{"schema": "dpverify.channel/1.0", "inputs": null, "outputs": [], "matrix": []}',
            "inputs is null, must be a list",
        ),
        (
            '{"schema": "dpverify.channel/1.0", "inputs": [], "outputs": [], "matrix": [[true]]}',
            "row 1 of the matrix holds true, must be a list of numbers",
        ),
        (of_channel(matrix=[["1"], None]), "row 2 of the matrix is null, must be a list of"),
        (of_channel(matrix=[["1"], [[False]]]), "row 2 of the matrix holds false, must be a"),
        (of_channel(inputs=["a", None]), "input label number 2 is null, must be a text"),
        (of_channel(outputs=[True]), "output label number 1 is true, must be a text"),
        (of_channel(prior=[None, 1]), "number 1 of the prior is null, must be a number"),
        (of_channel(distance=[[0, None], [1, 0]]), "row 1 of distance holds null, must be a list"),
    ],
)
def test_constants_of_a_document_are_called_as_they_are_there(
    text: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, "utf-8")
    line = run("check", path, *CHECK).one_line()
    assert words in line
    assert line.endswith(" [DP-E04]\n")


def test_constants_among_pairs_of_neighbours(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for pairs, words in (([["a", None]], "holds null"), ([["a", "b"], True], "is true")):
        path.write_text(of_channel(neighbours=pairs), "utf-8")
        line = run("check", path, "--definition", "pure-dp", "--eps", "1").one_line()
        said = f"neighbours pair number {len(pairs)} {words}, must be a list of two input labels"
        assert said in line


def test_what_is_no_text_cannot_be_read(tmp_path: Path) -> None:
    for name in ("a.csv", "a.json"):
        (tmp_path / name).write_bytes(b"\xff")
        assert run("check", tmp_path / name, *CHECK).one_line().endswith(" [DP-E06]\n")


ONE = """import dpverify as dv


@dv.mechanism(inputs=[0])
def one(bit, draw):
    return draw.bernoulli("1/2")
"""
OF_CLAIMS = {
    "no number": ('target = "B36"\neps = nan', "DP-E01"),
    "a negative one": ('target = "B36"\neps = -1', "DP-E03"),
    "no file": ('target = "nothere.json"\neps = 1', "DP-E06"),
    "no mechanism": ('target = "B36:n=2"\neps = 1', "DP-E08"),
    "no key": ('target = "B36"\nepsilon = 1', "DP-E04"),
}


@pytest.mark.parametrize("kind", OF_CLAIMS)
def test_a_claim_of_a_file_breaks_the_rule_that_it_breaks_on_a_command_line(
    kind: str, tmp_path: Path
) -> None:
    keys, code = OF_CLAIMS[kind]
    path = tmp_path / "claims.toml"
    path.write_text(f'[[claim]]\ndefinition = "pure-dp"\n{keys}\n', "utf-8")
    line = run("check", "--claims", path).one_line()
    assert "claim 1: " in line
    assert line.endswith(f" [{code}]\n")


def test_a_program_with_one_input_asks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text(ONE, "utf-8")
    line = run("check", f"{path}:one", *CHECK[2:]).one_line()
    assert "nothing is asked: " in line
    assert line.endswith(" [DP-E05]\n")


@pytest.mark.parametrize("place", ["nothere/x.json", "", "x.json/"])
def test_what_cannot_be_written_is_a_file(place: str, tmp_path: Path) -> None:
    line = run("list", "definitions", "--out", f"{tmp_path}/{place}").one_line()
    assert line.endswith(" [DP-E06]\n")


def test_a_table_needs_the_option_that_names_neighbours(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("input,a,b\nx,1/2,1/2\ny,1/2,1/2\n", "utf-8")
    line = run("check", tmp_path / "a.csv", *CHECK[2:]).one_line()
    assert "pass --neighbours all" in line
    assert line.endswith(" [DP-E08]\n")


def test_an_advantage_has_a_range() -> None:
    column = f"{ROOT}/examples/cafeteria.csv:time"
    asked = ("guess", "--attribute", column, "--precision", "5")
    for question in (("--advantage", "2"), ("--eps=-1",)):
        assert run(*asked, *question).one_line().endswith(" [DP-E03]\n")
