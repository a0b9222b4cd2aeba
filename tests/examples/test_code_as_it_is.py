"""The page "check the code as it is": its file is written, its command and its program are run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.page_blocks import commands, run, squeezed, steps
from tests.repository.source import ROOT

PAGE = ROOT / "docs" / "code-as-it-is.md"
ENDS = frozenset({0, 1, 3})
"""Status 3: what samples say of a port is never more than *unknown*."""


@pytest.mark.slow
def test_the_page_from_top_to_bottom(tmp_path: Path) -> None:
    """The command prints what the page shows, and the program raises nothing."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # some commands are those of a clone
    ran = 0
    for language, text, name in steps(PAGE):
        if language == "python" and name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif language == "python":
            (tmp_path / "other.py").write_text(text, encoding="utf-8")
            subprocess.run([sys.executable, tmp_path / "other.py"], check=True)
            ran += 1
        for command, expected in commands(text) if language == "console" else ():
            said, ran = squeezed(run(tmp_path, command, ENDS)), ran + 1
            for piece in filter(None, map(squeezed, expected.split("…"))):
                assert piece in said, (command, piece, said)
                said = said[said.index(piece) + len(piece) :]
    assert ran == 7
