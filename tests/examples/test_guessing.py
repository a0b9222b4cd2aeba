"""The page on guessing: what it shows is what is computed."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

PAGE = ROOT / "docs" / "guessing.md"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n\$ dpverify (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_example_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, in one session, from the root of a checkout."""
    monkeypatch.chdir(ROOT)
    text = "\n".join(BLOCK.findall(PAGE.read_text("utf-8")))
    session = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) >= 12
    assert doctest.DocTestRunner().run(session).failed == 0


def test_the_command_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ((command, shown),) = CONSOLE.findall(PAGE.read_text("utf-8"))
    outcome = run(*command.split())
    assert outcome.status == 0, outcome.err
    assert outcome.out.split() == shown.split()
