"""Which programs are the runs of their loops by what is written: each alternative is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify import check, program
from dpverify.checkers.continuous.loop_source import is_written_as_its_loop
from dpverify.defs.definitions import PureDP
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.target import load, parse_target

HEAD = """
from dpverify import mechanism
from dpverify.defs.programs.loop import Loop


def counting(*, eps, c):
    def step(threshold, left, query, draw):
        above = query + draw.laplace(4 * c / eps) >= threshold
        left -= bool(above)
        return int(above), left or None, False

    return Loop(lambda draw: draw.laplace(2 / eps), c, step)


def other(*, eps, c):
    return counting(eps=eps, c=c)


@mechanism(inputs=[(0,) * 20], neighbours="all", moves="A", loop=counting)
"""
GOOD = "def f(q, draw, *, eps='1', c=3):\n    return counting(eps=eps, c=c).run(q, draw)\n"
ALSO = {
    "a docstring": GOOD.replace(":\n", ":\n    '''Counts.'''\n", 1),
    "an unused parameter": GOOD.replace("c=3):\n", "c=3, n=2):\n    del n\n"),
}
OTHER = {
    "one query left out": GOOD.replace("run(q,", "run(q[:19],"),
    "a condition": GOOD.replace("    return", "    if q[17] == 9:\n        return ()\n    return"),
    "another eps": GOOD.replace("eps=eps", "eps=2 * eps"),
    "parameters exchanged": GOOD.replace("eps=eps, c=c", "eps=c, c=eps"),
    "a constant": GOOD.replace("c=c", "c=3"),
    "another loop": GOOD.replace("counting(", "other("),
    "something behind": GOOD.replace("draw)\n", "draw)[:5]\n"),
    "another source": GOOD.replace("run(q, draw)", "run(draw, q)"),
    "an input that is deleted": GOOD.replace("    return", "    del c\n    return"),
    "a parameter of the name of the loop": GOOD.replace("c=3", "c=3, counting=None"),
    "a line before": GOOD.replace("    return", "    q = q[::-1]\n    return"),
}


def program_of(tmp_path: Path, text: str) -> Mechanism:
    """The program of a file."""
    path = tmp_path / "mine.py"
    path.write_text(HEAD + text, encoding="utf-8")
    target = parse_target(f"{path}:f")
    assert target is not None
    found: Any = load(target)
    assert isinstance(found, Mechanism)
    return found


@pytest.mark.parametrize("text", [GOOD, *ALSO.values()], ids=["plain", *ALSO])
def test_what_is_nothing_but_a_run(tmp_path: Path, text: str) -> None:
    assert is_written_as_its_loop(program_of(tmp_path, text))


@pytest.mark.parametrize("name", OTHER)
def test_what_may_be_more(tmp_path: Path, name: str) -> None:
    """Where it is the run nevertheless, that is compared and assumed."""
    assert not is_written_as_its_loop(program_of(tmp_path, OTHER[name]))


def test_a_text_that_is_not_what_runs(tmp_path: Path) -> None:
    """The file was changed after it was loaded; or the name stands for another function now."""
    found = program_of(tmp_path, OTHER["a condition"])
    (tmp_path / "mine.py").write_text(HEAD + GOOD, encoding="utf-8")
    assert not is_written_as_its_loop(found)
    fine = program_of(tmp_path, GOOD)
    assert not is_written_as_its_loop(
        replace(
            fine, about={**fine.about, "loop": lambda *, eps, c: fine.about["loop"](eps=eps, c=c)}
        )
    )


def test_a_loop_that_runs_otherwise(tmp_path: Path) -> None:
    """A class of its own may do anything in `run`."""
    text = HEAD.replace("return Loop(", "return Mine(").replace(
        "\n\ndef counting", "\n\nclass Mine(Loop):\n    pass\n\n\ndef counting"
    )
    path = tmp_path / "own.py"
    path.write_text(text + GOOD, encoding="utf-8")
    target = parse_target(f"{path}:f")
    assert target is not None
    found: Any = load(target)
    assert not is_written_as_its_loop(found)


NAMED = GOOD.replace("    return", "    answers =") + "    return answers\n"


@pytest.mark.parametrize(("text", "evidence"), [(GOOD, "certificate"), (NAMED, "conditional")])
def test_what_is_assumed(tmp_path: Path, text: str, evidence: str) -> None:
    """ε = 1 holds of both; of the second one it is assumed that it is the run of its loop."""
    path = tmp_path / "mine.py"
    path.write_text(HEAD + text, encoding="utf-8")
    verdict = check(program(f"{path}:f"), PureDP(eps=Fraction(1)))
    assert verdict.holds
    assert verdict.evidence == evidence
    assert bool(verdict.assumptions) is (evidence == "conditional")
