"""docs/many-queries.md: its program and its commands do what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

PAGE = (ROOT / "docs" / "many-queries.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The measured ε, its replay and the failure; then the program, in a file of its own."""
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\$ dpverify (.+)$", PAGE, re.MULTILINE)
    outcomes = [run(*shlex.split(command)) for command in commands]
    assert [outcome.status for outcome in outcomes] == [0, 0, 1]
    assert "0×14 1×5" in outcomes[2].out
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "mine.py").write_text("\n".join(blocks), encoding="utf-8")
    for name in ("above", "best_and_lead"):
        measured = run("measure", f"mine.py:{name}", "--definition", "pure-dp")
        assert "the smallest ε that holds is 1" in measured.out
