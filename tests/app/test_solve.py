"""`dpverify solve`: the noise of a program from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

PROGRAMS = f"{ROOT}/examples/noise_to_choose.py"


@pytest.mark.long
def test_both_ends_are_saved_and_rechecked(tmp_path: Path) -> None:
    saved = tmp_path / "solved.json"
    asked = ("solve", f"{PROGRAMS}:answers", "--for", "n", "--eps", "2")
    done = run(*asked)
    assert done.status == 0
    assert "the claim holds at n = 1 and fails at 2, two whole numbers" in done.out
    assert run(*asked, "--format", "json", "--out", saved).status == 0
    assert run("replay", saved).status == 0


@pytest.mark.parametrize("given", ["-2..-1/8", "-2..0"])
def test_negative_values_are_a_distance_apart(tmp_path: Path, given: str) -> None:
    """The distance of two values is above 0 whatever their signs."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from dpverify import mechanism\nfrom dpverify.defs.numbers import exp\n"
        "@mechanism(inputs=[0, 1])\n"
        "def coin(bit, draw, *, t='-1'):\n"
        "    return bit if draw.flip(exp(t) / (1 + exp(t))) else 1 - bit\n",
        encoding="utf-8",
    )
    asked = ("solve", f"{file}:coin", "--for", "t", "--eps", "1/4", "--between", given)
    done = run(*asked, "--precision", "9/10")
    assert done.status == 0, done.err
    before, said, _ = done.out.partition(" apart relatively")
    assert said
    assert 0 < float(before.rpartition(",")[2]) < 1


def test_where_nothing_turns_the_answer_is_unknown() -> None:
    done = run("solve", f"{PROGRAMS}:truth", "--for", "p", "--eps", "1", "--between", "1/2..3/5")
    assert done.status == 3
    assert done.err.startswith(
        "dpverify: unknown (unsupported): the claim holds at p=1/2 and holds"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((f"{PROGRAMS}:truth", "--for", "q", "--eps", "1"), "has no parameter 'q'"),
        ((f"{PROGRAMS}:truth", "--for", "p", "--delta", "1"), "no --definition given"),
        ((f"{PROGRAMS}:truth", "--for", "p", "--eps", "1", "--between", "3"), "two numbers"),
        ((f"{PROGRAMS}:truth", "--eps", "1"), "missing option '--for'"),
        ((f"{ROOT}/examples/matrix.csv", "--for", "p", "--eps", "1"), "names no program"),
    ],
)
def test_bad_use_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    assert said in run("solve", *arguments).one_line()
