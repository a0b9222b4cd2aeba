"""The blocks of a page of the documentation: files to write, commands to run, what they print.

What must never change: a command that prints something else than the page shows is an error.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The file that the text before a block names last, at its end: "… is `noisy_count.json`:".
FILE = re.compile(r"`([\w.]+)`:\s*\Z")
FILES = {"json", "python", "toml"}


def steps(page: Path) -> list[tuple[str, str, str]]:
    """Each block: its language, its text, and the file that it is the content of, if any."""
    text = page.read_text("utf-8")
    found = []
    for block in BLOCK.finditer(text):
        named = FILE.search(text[: block.start()])
        found.append((block[1], block[2], named[1] if named else ""))
    return found


def run(folder: Path, command: str, statuses: frozenset[int] = frozenset({0, 1})) -> str:
    """What a command prints, with the programs of this Python first on the PATH."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_"))}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=kept | {"PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode in statuses, (command, done.returncode, done.stderr)
    return done.stdout + done.stderr


def commands(block: str) -> list[tuple[str, str]]:
    """Each `$ command` of a console block, with what is shown below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def squeezed(text: str) -> str:
    """On one line, without the "E" that pytest puts before lines of an error."""
    lines = [re.sub(r"^E\s", " ", line) for line in text.splitlines()]
    return " ".join(" ".join(lines).split())


def assert_printed(said: str, shown: str, command: str) -> None:
    """The pieces between "…" are printed, in that order; without "…" there is nothing else."""
    printed = squeezed(said)
    pieces = [squeezed(piece) for piece in re.split(r"…(?=\s|\Z)", shown)]
    if len(pieces) == 1:
        assert printed == pieces[0], command
        return
    # What stands before the first "…" begins the output, what stands after the last one ends it.
    assert printed.startswith(pieces[0]), (command, pieces[0], printed)
    assert printed.endswith(pieces[-1]), (command, pieces[-1], printed)
    for piece in pieces:
        assert piece in printed, (command, piece, printed)
        printed = printed[printed.index(piece) + len(piece) :]


def play(page: Path, folder: Path, statuses: frozenset[int] = frozenset({0, 1})) -> int:
    """Write the files and run the commands of a page in its order; how many commands ran."""
    ran = 0
    for language, text, name in steps(page):
        if language in FILES:
            assert name, text
            (folder / name).write_text(text, encoding="utf-8")
        elif language == "console":
            for command, shown in commands(text):
                assert_printed(run(folder, command, statuses), shown, command)
                ran += 1
    return ran
