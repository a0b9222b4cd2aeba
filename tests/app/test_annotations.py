"""`dpverify check` as a step of GitHub Actions."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dpverify.app.annotations import repository_path
from dpverify.app.claims_file import read_claims
from tests.command_line import run
from tests.repository.source import ROOT

RR = ROOT / "examples" / "randomized_response.json"
CLAIMS = """\
# a gate

[[claim]]
target = "rr.json"
definition = "pure-dp"
eps = "ln(3)"

  [[ claim ]]
target = "rr.json"
definition = "pure-dp"
eps = 1.0

[[claim]]
target = "rr.json"
definition = "approx-dp"
eps = 2
delta = 0
expect = "fails"
"""


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A claims file in a checkout; the second and the third claim end otherwise."""
    folder = tmp_path / "checkout" / "privacy"
    folder.mkdir(parents=True)
    (folder / "rr.json").write_text(RR.read_text("utf-8"))
    (folder / "claims.toml").write_text(CLAIMS)
    return folder / "claims.toml"


@pytest.fixture
def github(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of a runner."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "checkout"))


@pytest.mark.usefixtures("github")
@pytest.mark.parametrize("form", ["text", "json", "markdown", "junit"])
def test_each_claim_that_ended_otherwise_is_annotated(gate: Path, form: str) -> None:
    """At its line, on standard error; standard output is the result and nothing else."""
    outcome = run("check", "--claims", gate, "--format", form, "--quiet")
    assert outcome.status == 1
    first, second = outcome.err.splitlines()
    assert first.startswith("::error file=privacy/claims.toml,line=8,title=expected holds%2C fails")
    assert second.startswith(
        "::error file=privacy/claims.toml,line=13,title=expected fails%2C holds"
    )
    assert "::error" not in outcome.out
    if form == "json":
        assert len(json.loads(outcome.out)["documents"]) == 3
    if form == "junit":
        suite = ET.fromstring(outcome.out)[0]  # noqa: S314  our own text
        assert (suite.attrib["tests"], suite.attrib["failures"]) == ("3", "2")
        assert suite[1].find("failure") is not None


@pytest.mark.usefixtures("github")
def test_a_single_claim_is_annotated_at_its_file(gate: Path) -> None:
    """No line; nothing where it holds."""
    target = gate.parent / "rr.json"
    fails = run("check", target, "--definition", "pure-dp", "--eps", "1")
    assert fails.err.startswith("::error file=privacy/rr.json,title=expected holds%2C fails%3A ")
    assert run("check", target, "--definition", "pure-dp", "--eps", "2").err == ""


@pytest.mark.usefixtures("github")
def test_a_program_is_annotated_at_its_file(gate: Path) -> None:
    """Not at `file.py:name`, which is no path: GitHub shows such an annotation nowhere."""
    path = gate.parent / "program.py"
    text = "from dpverify import mechanism\n@mechanism(inputs=[0, 1])\ndef bit(x, draw):\n"
    path.write_text(f"{text}    return x if draw.flip('3/4') else 1 - x\n")
    fails = run("check", f"{path}:bit", "--definition", "pure-dp", "--eps", "1")
    assert fails.err.startswith("::error file=privacy/program.py,title=expected holds%2C fails%3A ")


@pytest.mark.usefixtures("github")
def test_a_mechanism_of_the_library_has_no_file() -> None:
    """The annotation is one of the whole run."""
    fails = run("check", "B39:eps=2", "--definition", "pure-dp", "--eps", "1/100")
    assert fails.status == 1
    assert fails.err.startswith("::error title=expected holds%2C fails%3A ")


@pytest.mark.usefixtures("github")
def test_an_unknown_verdict_is_annotated(gate: Path) -> None:
    """It is status 3, an error in JUnit, and an error here."""
    outcome = run("check", "--claims", gate, "--time-limit", "1e-9", "--format", "junit")
    assert outcome.status == 3
    assert outcome.err.count("title=expected") == outcome.err.count("not decided%3A") == 3
    assert ET.fromstring(outcome.out)[0].attrib["errors"] == "3"  # noqa: S314  our own text


def test_elsewhere_there_are_none(gate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable, or with another value."""
    for value in ("", "false"):
        monkeypatch.setenv("GITHUB_ACTIONS", value)
        assert run("check", "--claims", gate, "--quiet").err == ""


def test_lines_are_named_only_where_they_are_certain(tmp_path: Path) -> None:
    """A header inside a text, and tables in brackets."""
    path = tmp_path / "claims.toml"
    path.write_text(CLAIMS)
    assert [claim.line for claim in read_claims(str(path))] == [3, 8, 13]
    # TOML has lines where editors have them: a separator of paragraphs begins none.
    path.write_text(f"# one\u2028comment\x85\n{path.read_text()}")
    assert [claim.line for claim in read_claims(str(path))] == [4, 9, 14]
    inline = '{target = "rr.json", definition = "pure-dp", eps = 1}'
    path.write_text(f"claim = [{inline}, {inline}]\n")
    assert [claim.line for claim in read_claims(str(path))] == [None, None]
    path.write_text(CLAIMS.replace('"rr.json"', "'''\n[[claim]]\n'''", 1))
    assert {claim.line for claim in read_claims(str(path))} == {None}


@pytest.mark.usefixtures("github")
def test_a_file_outside_of_the_checkout_keeps_its_name(tmp_path: Path) -> None:
    """And so does any file where no checkout is named."""
    assert repository_path(str(tmp_path / "x.toml")) == str(tmp_path / "x.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("GITHUB_WORKSPACE")
        assert repository_path("claims.toml") == "claims.toml"
