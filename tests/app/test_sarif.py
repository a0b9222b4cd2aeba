"""`--format sarif` from the command line."""

from __future__ import annotations

from pathlib import Path

from dpverify.app.annotations import file_of
from tests.command_line import run
from tests.repository.source import ROOT

RR = ROOT / "examples" / "randomized_response.json"
CLAIMS = """\
[[claim]]
target = "rr.json"
definition = "pure-dp"
eps = "ln(3)"

[[claim]]
target = "rr.json"
definition = "pure-dp"
eps = 1
"""


def test_a_gate(tmp_path: Path) -> None:
    """The claims file at the line of each claim that ended otherwise; the status is the gate's."""
    (tmp_path / "rr.json").write_text(RR.read_text("utf-8"))
    (tmp_path / "claims.toml").write_text(CLAIMS)
    outcome = run("check", "--claims", tmp_path / "claims.toml", "--format", "sarif")
    assert outcome.status == 1
    (log,) = outcome.json()["runs"]
    (result,) = log["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 6}
    assert place["artifactLocation"]["uri"] == (tmp_path / "claims.toml").as_uri()
    scopes = log["properties"].pop("scopes")
    assert [entry["scope"][:19] for entry in scopes] == ["the 2 listed inputs"] * 2
    assert log["properties"] == {"claims": 2, "asExpected": 1}


def test_a_single_claim_in_a_file(tmp_path: Path) -> None:
    """At the file of the channel, without a line."""
    log = tmp_path / "log.sarif"
    outcome = run(
        "check", RR, "--definition", "pure-dp", "--eps", "1", "--format", "sarif", "--out", log
    )
    assert outcome.status == 1
    assert '"startLine"' not in log.read_text()
    assert RR.as_uri() in log.read_text()


def test_the_file_behind_a_target() -> None:
    """A file; the file of a program; none for a mechanism of the library or a module."""
    assert file_of(str(RR)) == str(RR)
    program = ROOT / "examples" / "programs.py"
    assert file_of(f"{program}:safe_count:eps=1/2") == str(program)
    assert file_of("B36:eps=1") is None
    assert file_of("package.module:name") is None
