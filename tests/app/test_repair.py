"""`dpverify repair`: what makes a claim about a program from a file hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

PROGRAMS = f"{ROOT}/examples/noise_to_choose.py"


@pytest.mark.long
def test_proposals_are_listed_and_saved(tmp_path: Path) -> None:
    asked = ("repair", f"{PROGRAMS}:answers:n=2", "--eps", "2")
    done = run(*asked)
    assert done.status == 0
    text = " ".join(done.out.split())
    assert "the first is eps: 2 → ln(9)" in text
    assert "+ return tuple(bit if draw.flip(" in text
    saved = tmp_path / "repaired.json"
    assert run(*asked, "--format", "json", "--out", saved).status == 0
    assert run("replay", saved).status == 0


def test_what_holds_needs_no_repair() -> None:
    done = run("repair", f"{PROGRAMS}:truth", "--eps", "2")
    assert done.status == 0
    assert "there is nothing to repair" in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((f"{PROGRAMS}:truth", "--delta", "1"), "no --definition given"),
        ((f"{PROGRAMS}:nothing", "--eps", "1"), "nothing"),
        ((f"{ROOT}/examples/matrix.csv", "--eps", "1"), "names no program"),
    ],
)
def test_bad_use_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    assert said in run("repair", *arguments).one_line()
