"""The page on the course: what it shows is what is computed, and its verdicts are registered."""

from __future__ import annotations

import doctest
import re

import pytest

from dpverify.proofs.registry import entry
from tests.command_line import run
from tests.repository.source import ROOT

PAGE = ROOT / "docs" / "course.md"
TEXT = PAGE.read_text("utf-8")
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n\$ dpverify (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VERDICT = re.compile(r"`([a-z0-9.-]+)`: (?:\*\*)?([a-z]+)")


def test_every_example_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, in one session, from the root of a checkout."""
    monkeypatch.chdir(ROOT)
    text = "\n".join(BLOCK.findall(TEXT))
    session = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) >= 25
    assert doctest.DocTestRunner().run(session).failed == 0


@pytest.mark.long
@pytest.mark.parametrize(("command", "shown"), CONSOLE.findall(TEXT))
def test_the_commands_of_the_page(
    command: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    outcome = run(*command.split())
    assert outcome.status == 0, outcome.err
    assert outcome.out.split() == shown.split()


def test_there_are_commands() -> None:
    assert len(CONSOLE.findall(TEXT)) >= 3


def test_the_verdicts_of_the_page() -> None:
    """Each verdict of the table is what its entry is registered with."""
    said = VERDICT.findall(TEXT.partition("## What the slides say")[2])
    assert len(said) >= 15
    assert [(name, verdict) for name, verdict in said if entry(name).expected != verdict] == []


def test_every_entry_that_is_named_exists() -> None:
    """Ids in backquotes elsewhere on the page, too."""
    families = r"(?:reconstruction|sensitivity\.(?:mean|course)|course\.a|laplace|dp|rr)"
    named = re.findall(rf"`(?:dpverify explain )?({families}[a-z0-9.-]*[.-][a-z0-9-]+)`", TEXT)
    assert len(named) >= 20
    assert [name for name in named if entry(name).id != name] == []
