"""What `dpverify new` says to type next can be typed."""

from __future__ import annotations

import runpy
import shlex
from pathlib import Path

import pytest

from tests.command_line import run


@pytest.mark.parametrize(
    ("given", "statuses"),
    [
        (("my channel.json",), [1]),
        (("mine.py",), [1]),
        (("scenario.json", "--scenario"), [1]),
        (("claims.toml",), [0, 0]),
        pytest.param(("my theorem.py", "--theorem"), [0], marks=pytest.mark.long),
    ],
)
def test_what_it_says_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], statuses: list[int]
) -> None:
    """Each line runs: a claim refuted at once, or a file of claims that ends as expected."""
    monkeypatch.chdir(tmp_path)
    made = run("new", *given)
    assert made.status == 0
    lines = made.err.strip().partition("; next: ")[2].split(" && ")
    assert [run(*shlex.split(line)[1:]).status for line in lines] == statuses


def test_a_theorem_and_its_repair(tmp_path: Path) -> None:
    """Two claims, the first of which is expected to be refuted."""
    assert run("new", tmp_path / "mine.py", "--theorem").status == 0
    text = (tmp_path / "mine.py").read_text("utf-8")
    assert "dpverify prove mine.py\n" in text
    entries = runpy.run_path(str(tmp_path / "mine.py"))["ENTRIES"]
    assert [(one.id, one.expected) for one in entries] == [
        ("mine.two-runs.no-cost", "refuted"), ("mine.two-runs.sum", "proved"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        (("mine.json", "--theorem"), "must end in .py: a claim about all mechanisms"),
        (("mine.py", "--scenario"), "must end in .json: a scenario"),
        (("mine.py", "--scenario", "--theorem"), "must end in .json: a scenario"),
    ],
)
def test_an_option_has_its_ending(tmp_path: Path, given: tuple[str, ...], rule: str) -> None:
    outcome = run("new", tmp_path / given[0], *given[1:])
    assert outcome.status == 2
    assert rule in outcome.one_line()
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_said_when_quiet(tmp_path: Path) -> None:
    assert run("new", tmp_path / "a.json", "--quiet").err == ""
