"""What `explain` prints of a definition can be typed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from dpverify.defs.definitions.registry import DEFINITIONS, about_attackers
from tests.command_line import run
from tests.repository.source import ROOT

CHANNEL = {
    "schema": "dpverify.channel/1.0",
    "inputs": ["0", "1"],
    "outputs": ["0", "1"],
    "matrix": [["3/4", "1/4"], ["1/4", "3/4"]],
    "neighbours": "all",
    "prior": ["1/2", "1/2"],
    "distance": [["0", "1"], ["1", "0"]],
}
VALUES = {"NUMBER": "1/2", "LABEL": "1", "F": "gaussian(1)"}
NOT_MEASURED = {"theta-reducible"}
"""It has no parameter."""


def commands(name: str, folder: Path) -> dict[str, list[str]]:
    """The command lines of an explanation, by command, with values for what is in capitals."""
    file = folder / "channel.json"
    file.write_text(json.dumps(CHANNEL), encoding="utf-8")
    place = (
        ROOT / "examples" / "scenarios" / "ten_votes.json" if name in about_attackers() else file
    )
    said = run("explain", name, "--format", "markdown").out
    lines = [shlex.split(line) for line in said.splitlines() if line.startswith("dpverify ")]
    values = {**VALUES, "FILE": str(place)}
    found = {line[1]: [values.get(word, word) for word in line[1:]] for line in lines}
    assert len(found) == len(lines)
    for line in found.values():  # an order of a divergence is more than 1
        if "--alpha" in line:
            line[line.index("--alpha") + 1] = "2"
    return found


@pytest.mark.parametrize("name", DEFINITIONS)
def test_the_commands_of_a_definition_run(name: str, tmp_path: Path) -> None:
    """`check` decides; `measure` has every parameter but the last."""
    shown = commands(name, tmp_path)
    assert set(shown) == ({"check"} if name in NOT_MEASURED else {"check", "measure"})
    for command, line in shown.items():
        done = run(*line)
        assert done.status in ({0, 1} if command == "check" else {0}), (line, done.err)


def test_remarks() -> None:
    """Which pairs a definition looks at, where that is not the relation of neighbours."""
    assert "all pairs of inputs" in run("explain", "local-dp").out
    assert "both orders" in run("explain", "privacy-at-risk").out
    assert "Note" not in run("explain", "pure-dp").out
