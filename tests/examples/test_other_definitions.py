"""The page on other definitions: what it shows is what is computed."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from dpverify.app.claims_file import read_claims
from dpverify.defs.definitions.registry import definition
from tests.command_line import run
from tests.repository.source import ROOT

PAGE = ROOT / "docs" / "other-definitions.md"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n\$ dpverify (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CLAIMS = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = CONSOLE.findall(PAGE.read_text("utf-8"))


def test_every_example_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "\n".join(BLOCK.findall(PAGE.read_text("utf-8")))
    session = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) >= 8
    assert doctest.DocTestRunner().run(session).failed == 0


@pytest.mark.parametrize(("command", "shown"), COMMANDS)
def test_every_command_of_the_page(
    command: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verdicts end with their status, measurements with 0."""
    monkeypatch.chdir(ROOT)
    outcome = run(*shlex.split(command))
    assert outcome.status == (1 if outcome.out.startswith("fails") else 0), outcome.err
    assert outcome.out.split() == shown.split()


def test_the_claims_of_the_page(tmp_path: Path) -> None:
    """They are read, and their definition takes what they give."""
    (claims,) = CLAIMS.findall(PAGE.read_text("utf-8"))
    path = tmp_path / "claims.toml"
    path.write_text(claims, "utf-8")
    (listed,) = read_claims(str(path))
    assert definition(listed.definition, **dict(listed.given)).name == "f-dp"
