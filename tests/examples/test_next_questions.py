"""The page of the next questions: what it shows is what is computed."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest

from tests.command_line import run
from tests.page_blocks import assert_printed, commands
from tests.repository.source import ROOT

PAGE = ROOT / "docs" / "next-questions.md"
PYTHON = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = [pair for block in CONSOLE.findall(PAGE.read_text("utf-8")) for pair in commands(block)]


def test_every_example_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, in one session, from the root of a checkout."""
    monkeypatch.chdir(ROOT)
    text = "\n".join(PYTHON.findall(PAGE.read_text("utf-8")))
    session = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert session.examples
    assert doctest.DocTestRunner().run(session).failed == 0


@pytest.mark.long
@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_every_command(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    done = run(*shlex.split(command)[1:])
    assert done.status in (0, 1)
    assert_printed(done.out, shown, command)
