"""A result is never written over what it was made of, nor where the journal of its run is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

EXAMPLES = ROOT / "examples"
CLAIM = ("--definition", "pure-dp", "--eps", "2")


@pytest.fixture
def channel(tmp_path: Path) -> Path:
    """A channel file of one's own, and no other."""
    path = tmp_path / "rr.json"
    path.write_bytes((EXAMPLES / "randomized_response.json").read_bytes())
    return path


def test_a_channel_is_not_replaced_by_its_report(channel: Path, tmp_path: Path) -> None:
    """By its own name, by another spelling of it, by a link, and as the second of two files."""
    before = channel.read_bytes()
    link, copy = tmp_path / "link.json", tmp_path / "other.json"
    link.symlink_to(channel)
    copy.write_bytes(before)
    for out in (channel, os.path.join(tmp_path, ".", channel.name), link):  # noqa: PTH118  Path drops "."
        line = run("check", channel, *CLAIM, "--out", out).one_line()
        assert "which TARGET names, too" in line
        assert "which SECOND names, too" in run("compare", copy, channel, "--out", out).one_line()
    assert channel.read_bytes() == before


def test_nor_is_a_prior_or_a_program(channel: Path, tmp_path: Path) -> None:
    """What an option names counts, and the file before the name of a function."""
    prior, program = tmp_path / "prior.json", tmp_path / "programs.py"
    prior.write_text('["1/2", "1/2"]')
    program.write_bytes((EXAMPLES / "programs.py").read_bytes())
    line = run("check", channel, *CLAIM, "--prior", prior, "--out", prior).one_line()
    assert "which --prior names, too" in line
    line = run("check", f"{program}:safe_count", *CLAIM, "--out", program).one_line()
    assert "which TARGET names, too" in line
    assert program.read_bytes() == (EXAMPLES / "programs.py").read_bytes()


def test_a_saved_result_is_not_replaced_by_its_replay(channel: Path, tmp_path: Path) -> None:
    """Of several files any."""
    saved = tmp_path / "result.json"
    assert run("check", channel, *CLAIM, "--format", "json", "--out", saved).status == 0
    before = saved.read_bytes()
    assert "FILE" in run("replay", saved, "--format", "json", "--out", saved).one_line()
    assert saved.read_bytes() == before


def test_a_result_is_not_deleted_as_its_journal(tmp_path: Path) -> None:
    """A journal is deleted at the end: `written to` would be said of a file that is gone."""
    both = tmp_path / "both"
    claims = ("check", "--claims", EXAMPLES / "claims.toml")
    line = run(*claims, "--journal", both, "--out", both).one_line()
    assert "--out and --journal are both" in line
    assert not both.exists()


def test_what_a_file_of_claims_names_is_not_replaced(channel: Path, tmp_path: Path) -> None:
    """A target or a prior of any claim."""
    before, prior, claims = channel.read_bytes(), tmp_path / "prior.json", tmp_path / "claims.toml"
    prior.write_text('["1/2", "1/2"]')
    keys = 'target = "rr.json"\nprior = "prior.json"\ndefinition = "pure-dp"\neps = 2\n'
    claims.write_text(f"[[claim]]\n{keys}")
    for out in (channel, prior):
        line = run("check", "--claims", claims, "--journal", "off", "--out", out).one_line()
        assert "which a claim of the file names, too" in line
    assert channel.read_bytes() == before


def test_a_result_is_not_written_over_a_plot(channel: Path, tmp_path: Path) -> None:
    """The drawings are written first."""
    plots = tmp_path / "plots"
    both = ("--plots", plots, "--out", plots / "channel.svg")
    assert run("check", channel, *CLAIM, *both[:2]).status == 0
    assert "a drawing in the folder of --plots" in run("check", channel, *CLAIM, *both).one_line()
    assert (plots / "channel.svg").read_text().lstrip().startswith("<")


def test_an_earlier_result_is_replaced(channel: Path, tmp_path: Path) -> None:
    """What is not read may be written over, as ever."""
    out = tmp_path / "result.txt"
    for _ in range(2):
        assert run("check", channel, *CLAIM, "--out", out).status == 0
    assert out.read_text().startswith("holds")
