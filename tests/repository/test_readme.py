"""The commands and programs that the documents show can be run as they stand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dpverify.app.cli import COMMANDS
from tests.repository.source import ROOT
from tests.repository.test_documents import DOCUMENTS

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:^|[`$/]) ?(?:python -m )?dpverify ([a-z]+)\b", re.MULTILINE)
SHOWN = (ROOT / "README.md", ROOT / "docs" / "tour.md")
# Their own tests run them: here the suite would take minutes, and a page waits for Ctrl-C.
SLOW = ("dpverify prove", "dpverify explore")


def blocks(document: Path, *languages: str) -> list[str]:
    """The fenced blocks of a document in one of the languages."""
    found = BLOCK.findall(document.read_text("utf-8"))
    return [text for language, text in found if language in languages]


def shell_lines(document: Path) -> list[tuple[str, list[str]]]:
    """Each dpverify command of the shell blocks, with the output shown below it."""
    shown: list[tuple[str, list[str]]] = []
    for block in blocks(document, "sh", "bash", "console", "shell"):
        for line in block.replace("\\\n", " ").splitlines():
            if re.match(r"(\$ )?(\.venv/bin/)?dpverify ", line):
                shown.append((re.sub(r"^(\$ )?(\.venv/bin/)?", "", line), []))
            elif line.startswith("$ ") or not block.lstrip().startswith("$ "):
                shown.append(("", []))
            elif shown:
                shown[-1][1].append(line)
    return [pair for pair in shown if pair[0] and not pair[0].startswith(SLOW)]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples, where commands may write."""
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "examples", folder / "examples")
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the dpverify of this Python first on the PATH."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("document", SHOWN, ids=lambda path: str(path.name))
def test_commands_of_the_readme(workshop: Path, document: Path) -> None:
    """Each one runs, in order, and prints what is shown below it; those of the tour too."""
    for line, expected in shell_lines(document):
        done = run(workshop, "sh", "-c", line)
        assert done.returncode in {0, 1, 3}, (line, done.stderr)
        said = " ".join((done.stdout + done.stderr).split())
        for part in expected:
            for piece in re.split(r"…|\.\.\.", part):
                assert " ".join(piece.split()) in said, (line, part, said)


@pytest.mark.parametrize(
    "program", [program for document in SHOWN for program in blocks(document, "python")]
)
def test_programs_of_the_readme(workshop: Path, program: str) -> None:
    """Each Python block runs by itself beside the examples, without a warning."""
    done = run(workshop, sys.executable, "-P", "-W", "error", "-c", program)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_named_commands_exist(document: Path) -> None:
    """`dpverify x` is a command."""
    assert set(COMMAND.findall(document.read_text("utf-8"))) <= COMMANDS.keys()


def test_the_readme_shows_commands() -> None:
    """A README whose examples were not recognised would pass."""
    readme, tour = (shell_lines(document) for document in SHOWN)
    assert readme
    assert len(tour) > 20


def test_the_readme_has_two_screens() -> None:
    """Some fifty lines each; what is longer belongs into the tour."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 120
