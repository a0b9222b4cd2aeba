"""Scenarios on the command line: check, measure, claims files, replay."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import run
from tests.repository.source import ROOT

EXAMPLES = Path(ROOT) / "examples"
RR = EXAMPLES / "randomized_response.json"
VOTES = EXAMPLES / "scenarios" / "ten_votes.json"


def test_a_scenario_is_checked_measured_and_replayed(tmp_path: Path) -> None:
    checked = run("check", VOTES, "--definition", "ppkdp", "--eps", "0", "--delta", "1/1000")
    assert checked.status == 1
    assert checked.out.startswith("fails: ppkdp")
    assert "987963501/128000000000" in checked.out
    saved = tmp_path / "result.json"
    measured = run("measure", VOTES, "--definition", "apkdp", "--eps", "0", "--format", "json",
                   "--out", saved)  # fmt: skip
    assert measured.status == 0
    assert run("replay", saved).status == 0


def test_claims_about_scenarios_in_a_file(tmp_path: Path) -> None:
    claims = tmp_path / "claims.toml"
    head = f'[[claim]]\ntarget = "{VOTES}"\n'
    claims.write_text(
        f'{head}definition = "ppkdp"\neps = 0\ndelta = "1/100"\n'
        f'{head}definition = "apkdp"\neps = 0\ndelta = "1/100"\nexpect = "fails"\n'
        f'{head}definition = "theta-reducible"\nexpect = "fails"\n',
        encoding="utf-8",
    )
    assert run("check", "--claims", claims).status == 0


def test_scenarios_and_channels_do_not_mix() -> None:
    wrong = run("check", VOTES, "--definition", "pure-dp", "--eps", "0")
    assert (wrong.status, wrong.err.count("\n")) == (2, 1)
    wrong = run("check", RR, "--definition", "apkdp", "--eps", "0", "--delta", "0")
    assert (wrong.status, wrong.err.count("\n")) == (2, 1)
    wrong = run("measure", VOTES, "--definition", "apkdp", "--eps", "0", "--normalise")
    assert "is about channels" in wrong.err


def test_a_starter_scenario_is_decided_and_certified(tmp_path: Path) -> None:
    """It is never written over; what it says holds for who watches and fails for who votes."""
    path = tmp_path / "votes.json"
    assert run("new", path, "--scenario").status == 0
    assert run("new", path, "--scenario").status == 2
    assert run("new", tmp_path / "votes.py", "--scenario").status == 2
    claim = ("--eps", "0", "--delta", "1e-9")
    assert run("check", path, "--definition", "ppkdp", *claim).status == 0
    saved = tmp_path / "result.json"
    failed = run("check", path, "--definition", "apkdp", *claim, "--format", "json", "--out", saved)
    assert failed.status == 1
    assert run("replay", saved).status == 0


def test_a_bad_scenario_is_one_line_and_status_2(tmp_path: Path) -> None:
    """What was given, and what it must be."""
    path = tmp_path / "votes.json"
    text = VOTES.read_text(encoding="utf-8")
    for old, new in (('"threshold": 3', '"threshold": "x"'), ('"count": 3', '"count": 10'),
                     ('"threshold": 3', '"threshold": 3, "noise": {"0": "1/2"}'),
                     ('"count": 10', '"count": 1000000000000'),
                     ('"thresholded-count"', '"median"')):  # fmt: skip
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        wrong = run("check", path, "--definition", "apkdp", "--eps", "0", "--delta", "0")
        assert (wrong.status, wrong.err.count("\n"), wrong.out) == (2, 1, "")
