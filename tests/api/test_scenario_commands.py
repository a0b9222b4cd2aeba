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
