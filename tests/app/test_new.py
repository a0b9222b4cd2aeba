"""What `dpverify new` says to type next can be typed."""

from __future__ import annotations

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
        (("my theorem.py", "--theorem"), [0]),
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


def test_nothing_is_said_when_quiet(tmp_path: Path) -> None:
    assert run("new", tmp_path / "a.json", "--quiet").err == ""
