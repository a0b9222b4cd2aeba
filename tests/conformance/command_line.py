"""What a registered command, and a form of `--format`, must have."""

from __future__ import annotations

import re

from tests.conformance import registries
from tests.conformance.pages import page
from tests.repository.source import ROOT
from tests.snapshots.test_snapshots import FOLDER, SUFFIXES


def module(name: str) -> str:
    """A module of app/commands makes the command."""
    made = registries.commands()[name] is not None
    return "" if made else f"write app/commands/{name}.py with a `command`"


def help_examples(name: str) -> str:
    """Its `--help` shows examples, which tests/app/test_help_examples.py runs."""
    command = registries.commands()[name]
    below = getattr(command, "commands", {}).values()
    texts = [each.epilog or "" for each in (command, *below) if each is not None]
    shown = any(re.search(rf"Examples:\n(.*\n)*?  dpverify {name}\b", text) for text in texts)
    return "" if shown else f"its epilog has no `Examples:` with `dpverify {name} …`"


def test_module(name: str) -> str:
    """A module of tests/app runs it."""
    for path in (ROOT / "tests" / "app").glob("test_*.py"):
        if re.search(rf'"{name}[" ]', path.read_text(encoding="utf-8")):
            return ""
    return f'no module of tests/app runs "{name}"'


COMMAND_REQUIREMENTS = (module, help_examples, test_module)


def snapshot(form: str) -> str:
    """A sample of the form is frozen."""
    suffix = SUFFIXES.get(form)
    if suffix is None:
        return "give it a suffix in tests/snapshots/test_snapshots.py"
    found = list(FOLDER.glob(f"holds-*.{suffix}"))
    return "" if found else f"write a snapshot holds-pure-dp.{suffix} with DPVERIFY_SNAPSHOTS=write"


def documented(form: str) -> str:
    """The page about reports has a row of it."""
    rows = [line for line in page("docs/reports.md").splitlines() if line.startswith("| `")]
    return "" if any(f"`{form}`" in row for row in rows) else "add a row to docs/reports.md"


FORMAT_REQUIREMENTS = (snapshot, documented)
