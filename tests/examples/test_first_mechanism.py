"""The how-to page "validate your first mechanism": each block is run, in order, as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.repository.source import ROOT

PAGE = ROOT / "docs" / "validate-your-first-mechanism.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The file that the text before a block names last, at its end: "… is `noisy_count.json`:".
FILE = re.compile(r"`([\w.]+)`:\s*\Z")
FILES = {"json", "python", "toml"}


def steps() -> list[tuple[str, str, str]]:
    """Each block: its language, its text, and the file that it is the content of, if any."""
    text = PAGE.read_text("utf-8")
    found = []
    for block in BLOCK.finditer(text):
        named = FILE.search(text[: block.start()])
        found.append((block[1], block[2], named[1] if named else ""))
    return found


def run(folder: Path, command: str) -> str:
    """What a command prints, with the programs of this Python first on the PATH."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_"))}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=kept | {"PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout + done.stderr


def commands(block: str) -> list[tuple[str, str]]:
    """Each `$ command` of a console block, with what is shown below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def squeezed(text: str) -> str:
    """On one line, without the "E" that pytest puts before lines of an error."""
    lines = [re.sub(r"^E\s", " ", line) for line in text.splitlines()]
    return " ".join(" ".join(lines).split())


def test_the_page_from_top_to_bottom(tmp_path: Path) -> None:
    """Files are written, commands run, and what the page shows is printed, in that order."""
    ran = 0
    for language, text, name in steps():
        if language in FILES:
            assert name, text
            (tmp_path / name).write_text(text, encoding="utf-8")
            continue
        assert language == "console"
        for command, expected in commands(text):
            said, ran = squeezed(run(tmp_path, command)), ran + 1
            for piece in filter(None, map(squeezed, expected.split("…"))):
                assert piece in said, (command, piece, said)
                said = said[said.index(piece) + len(piece) :]
    assert ran == 7
    assert (tmp_path / "claims.xml").is_file()
    assert list((tmp_path / ".dpverify" / "counterexamples").iterdir()) == []


def test_what_the_page_says_about_the_tight_value() -> None:
    """`dv.PureDP(eps=dv.ln(2))` holds, "and nothing smaller"."""
    import dpverify as dv

    (matrix,) = (text for language, text, _ in steps()[-5:] if language == "json")
    from dpverify.defs.io import channel_from_document, strict_loads

    channel = channel_from_document(strict_loads(matrix))
    assert dv.check(channel, dv.PureDP(eps=dv.ln(2))).holds
    assert dv.measure(channel, "pure-dp").tight["eps"] == dv.ln(2)
