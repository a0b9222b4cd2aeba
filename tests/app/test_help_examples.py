"""Every example that a `--help` shows is run, as it stands, from the root of a checkout."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest

from dpverify.app.cli import COMMANDS, EPILOG, cli
from tests.command_line import run
from tests.repository.source import ROOT

# Minutes, for they examine every claim or every benchmark at its full size; and seconds of what
# the tests of the README run already.
LONG = {
    "dpverify prove",
    "dpverify prove --format json > suite.json",
    "dpverify prove --out report --format html",
    "dpverify benchmark --format markdown --out benchmark.md",
    "dpverify check --claims examples/claims.toml",
    "dpverify check --claims examples/claims.toml --jobs 2 --format junit --out claims.xml",
    "dpverify risk compose --n 2000 --delta 1/100 --eps0 1 --eps 1/2",
    "dpverify attack reconstruct --n 128 --alpha 1/4 --plots plots",
}
UNKNOWN = {
    "dpverify conform examples/ports.py:released examples/samplers.py:released --inputs '[3, 4]'",
}
"""Samples of two that are equal: no difference is seen, and none is proved absent."""
WRITTEN_FIRST = {"replay result.json"}
"""Examples that need the file which the example before them writes."""


def commands() -> dict[str, click.Command]:
    """Every command and subcommand, by the words that call it."""
    context = click.Context(cli)
    found: dict[str, click.Command] = {}
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        found[name] = command
        if isinstance(command, click.Group):
            found |= {f"{name} {below}": each for below, each in command.commands.items()}
    return found


def examples(epilog: str) -> list[str]:
    """The command lines of an epilog, each with the lines that continue it."""
    shown = epilog.partition("Examples:\n")[2].partition("\n\n")[0].replace("\\\n", " ")
    return [" ".join(line.split()) for line in shown.splitlines() if line.strip()]


SERVES = "dpverify explore"
"""What waits for Ctrl-C; `tests/app/test_explore.py` runs its examples."""
ALL = sorted({line for each in commands().values() for line in examples(each.epilog or "")
              if not line.startswith(SERVES)} | set(examples(EPILOG)))  # fmt: skip


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples, where commands may write."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", commands())
def test_every_help_ends_with_examples_of_its_own(name: str) -> None:
    """The examples follow the options; each begins with the words of a command."""
    out = run(*name.split(), "--help").out
    shown = examples(commands()[name].epilog or "")
    assert any(line.startswith(f"dpverify {name}") for line in shown)
    assert out.index("Examples:") > out.index("Options:")
    assert "Options:" not in out.partition("Examples:")[2]


@pytest.mark.long
@pytest.mark.parametrize("line", [line for line in ALL if line not in LONG])
def test_an_example_runs(checkout: Path, line: str) -> None:
    """It ends with a verdict or is done, never with a complaint."""
    for needed in WRITTEN_FIRST:
        if line.endswith(needed):
            first = next(other for other in ALL if other.endswith("--out result.json"))
            assert run(*words(first)).status == 1
    outcome = run(*words(line))
    assert outcome.status in ({3} if line in UNKNOWN else {0, 1}), outcome.err
    assert "Traceback" not in outcome.err
    assert outcome.out or list(checkout.glob("[!e]*")), "nothing was said and nothing written"


@pytest.mark.slow
@pytest.mark.parametrize("line", sorted(LONG))
def test_a_long_example_runs(checkout: Path, line: str) -> None:
    """Those that examine everything."""
    assert run(*words(line)).status == 0
    assert checkout.is_dir()


def test_the_long_ones_are_shown() -> None:
    """A line that no help shows any more would be tested for nothing."""
    assert set(ALL) >= LONG | UNKNOWN
    assert len(ALL) > 40


def words(line: str) -> list[str]:
    """The arguments of a command line, without what the shell would do with the output."""
    return shlex.split(re.sub(r" > \S+$", "", line))[1:]
