"""Which programs are the runs of their loops by what is written: each alternative is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify import check, program
from dpverify.checkers.continuous.loop_source import (
    is_written_as_its_loop,
    is_written_as_its_selection,
)
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


def program_of(tmp_path: Path, text: str, head: str = HEAD) -> Mechanism:
    """The program of a file."""
    path = tmp_path / "mine.py"
    path.write_text(head + text, encoding="utf-8")
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


STEP = """
from dpverify import mechanism
from dpverify.defs.programs.loop import Loop


def {name}(*, eps, c):
    {kept}

    def step(threshold, left, query, draw):
        {looks}
        above = query + draw.laplace(4 * c / eps){more} >= threshold
        left -= bool(above)
        return int(above), left or None, False

    return Loop(lambda draw: draw.laplace(2 / eps), c, step)


CALLS = [0]


@mechanism(inputs=[(0,) * 20], neighbours="all", moves="A", loop={name})
def f(q, draw, *, eps="1", c=3):
    return {name}(eps=eps, c=c).run(q, draw)
"""
LATE = "(1000 if len(calls) > 5 and query > 5000 else 0)"
KEEPING = {
    "a list around the step": ("calls = []", "calls.append(1)", f" + {LATE}"),
    "a global list": ("CALLS[0] = 0", "CALLS[0] += 1", " + (CALLS[0] > 5 and query > 5000) * 9"),
    "an iterator": ("calls = iter([0] * 5 + [9] * 99)", "late = next(calls)", " + late"),
    "a nonlocal count": ("calls = 0", "nonlocal calls; calls += 1", " + (calls > 5) * 9"),
    "an attribute": ("calls = lambda: 0", "calls.count = 1", ""),
}


@pytest.mark.parametrize("name", KEEPING)
def test_steps_that_see_more_than_the_state(tmp_path: Path, name: str) -> None:
    """From the sixth query on a step does something else, where queries are large at most."""
    kept, looks, more = KEEPING[name]
    text = STEP.format(name="keeping", kept=kept, looks=looks, more=more)
    assert not is_written_as_its_loop(program_of(tmp_path, text, ""))


def test_a_step_that_takes_numbers_from_outside(tmp_path: Path) -> None:
    text = STEP.format(name="adding", kept="far = 2", looks="pass", more=" + far")
    assert is_written_as_its_loop(program_of(tmp_path, text, ""))


def test_noise_that_counts_how_often_it_is_drawn(tmp_path: Path) -> None:
    """Far out the noise of the sixth entry is cut off; concrete noise does not lie there."""
    text = """
from dpverify import mechanism
from dpverify.defs.programs.selection import Selection


def choosing(*, eps):
    {kept}

    def noise(draw):
        drawn = draw.laplace(2 / eps)
        {then}
        return drawn

    return Selection(noise)


@mechanism(inputs=[(0,) * 50], neighbours="all", moves="A", selection=choosing)
def f(q, draw, *, eps="1"):
    return choosing(eps=eps).run(q, draw)
"""
    cut = "calls.append(1); drawn = min(drawn, 100) if len(calls) > 5 else drawn"
    counting = program_of(tmp_path, text.format(kept="calls = []", then=cut), "")
    assert not is_written_as_its_selection(counting)
    plain = program_of(tmp_path, text.format(kept="pass", then="pass"), "")
    assert is_written_as_its_selection(plain)
