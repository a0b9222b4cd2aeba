"""A program in a process of its own: the same enumeration, and limits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from flint import fmpq

from dpverify.checkers.decide import measure
from dpverify.checkers.programs.process import HASH_SEEDS, Limits, _Other, enumerated_apart
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import channel_of
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.programs.paths import SubLaw
from dpverify.defs.programs.transport import to_document
from dpverify.defs.target import RealCode, Target
from tests.rejects.bad_programs import HEAD
from tests.rejects.test_programs import left_running


def written(folder: Path, body: str) -> Target:
    """A file with one program of one line."""
    path = folder / "program.py"
    text = f"{HEAD}@mechanism(inputs=[0, 1])\ndef program(x, draw):\n    {body}\n"
    path.write_text(text, encoding="utf-8")
    return Target("file", str(path), "program")


@pytest.mark.long
@pytest.mark.parametrize("name", ["B36", "B01d", "B40"])
def test_the_channel_is_the_same_apart(name: str) -> None:
    (found,) = enumerated_apart(Target("library", "", name))
    assert isinstance(found, Enumeration)
    assert found.channel() == channel_of(library_mechanism(name))


def test_the_process_ends_with_the_question(tmp_path: Path) -> None:
    """Closing the generator after the first pass kills a program with many more."""
    target = written(tmp_path, "return int(draw.geometric('9/10'))")
    start = time.monotonic()
    with closing(enumerated_apart(target, Limits(seconds=600))) as passes:
        first = next(passes)
        assert isinstance(first, Enumeration)
        assert not first.whole
    assert time.monotonic() - start < 300  # of 600: a slow machine is no failure


@pytest.mark.long
def test_the_budget_of_paths_is_a_limit(tmp_path: Path) -> None:
    target = written(tmp_path, "return tuple(draw.flip('1/2') for _ in range(30))")
    *_, last = enumerated_apart(target, Limits(paths=2000))
    assert isinstance(last, Enumeration)
    assert "budget of 2000 paths" in last.account()


def test_the_limit_of_memory_is_a_limit(tmp_path: Path) -> None:
    target = written(tmp_path, "return len(bytearray(10**9))")
    with pytest.raises(Undecided, match="memory limit of 700 MB"):
        list(enumerated_apart(target, Limits(megabytes=700)))


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")
def test_a_program_ends_when_dpverify_is_killed(tmp_path: Path) -> None:
    """No signal can be caught by us then; the worker sees its input end."""
    started, mark = tmp_path / "started", f"KILLED_{os.getpid()}_{time.time_ns()}"
    target = written(tmp_path, "time.sleep(600)\n    return 0")
    # A run may not write a file. That the worker has loaded the program is told by the load.
    loaded = Path(tmp_path, "program.py")
    loaded.write_text(loaded.read_text("utf-8") + f"open({str(started)!r}, 'w').close()\n", "utf-8")
    command = [sys.executable, "-m", "dpverify", "measure", target.text, "--definition", "pure-dp"]
    with subprocess.Popen(command, env={**os.environ, "MARK": mark}) as process:
        wait_until(started.exists)
        assert left_running(mark)
        process.kill()
    wait_until(lambda: not left_running(mark))


def wait_until(done: Callable[[], object]) -> None:
    """Wait for at most two minutes."""
    end = time.monotonic() + 120
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_fault_names_the_target(tmp_path: Path) -> None:
    target = written(tmp_path, "return draw.flip(0.5)")
    with pytest.raises(ProgramError, match=r"program\.py:program: program, input 0: .*'0\.5'"):
        list(enumerated_apart(target))


def test_a_program_cannot_answer_for_us(tmp_path: Path) -> None:
    """What it prints goes nowhere."""
    target = written(tmp_path, "print('{\"pass\": 1}', flush=True) or sys.stderr.write('x')\n"
                               "    return 0")  # fmt: skip
    (found,) = enumerated_apart(target)
    assert isinstance(found, Enumeration)
    assert found.outputs == ("0",)


AS_IT_IS = """import random

def rr(bit):
    return round(random.random() * 4 + bit * 0.5)

def tri(bit):
    return int(random.triangular(0, 4) + bit)

def order(bit):
    first = next(iter({"a", "b"}))
    return round(random.random() * 4 + 0.5) if first == "a" else bit
"""
"""Each is known whole after some passes: an output has probability 2^-53. The texts of `order`
stand alike under the first two seeds of hashes, and the other way round under the third."""


def as_it_is(folder: Path, name: str) -> Target:
    """A function of that file, checked as it is."""
    path = folder / "as_it_is.py"
    path.write_text(AS_IT_IS, encoding="utf-8")
    return Target("file", str(path), name, as_run=RealCode("[0, 1]"))


@pytest.mark.parametrize(
    ("name", "passes", "tight"), [("rr", 5, "ln(1125899906842625)"), ("tri", 5, "inf")]
)
def test_what_is_whole_after_several_passes_is_examined_under_more_seeds(
    name: str, passes: int, tight: str, tmp_path: Path
) -> None:
    """Of `rr` 0 has 2^50 + 1 halves of a step on input 0, and one on input 1."""
    target = as_it_is(tmp_path, name)
    apart = enumerated_apart(target)
    found = list(apart)
    assert len(found) == passes
    assert isinstance(found[-1], Enumeration)
    assert found[-1].whole
    assert len(apart.hash_seeds) > len(HASH_SEEDS)
    assert str(measure(target, "pure-dp").tight["eps"]) == tight


def test_the_order_of_a_set_shows_after_several_passes(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="another hash seed"):
        list(enumerated_apart(as_it_is(tmp_path, "order")))


def said(whole: bool, masses: dict[str, str]) -> dict[str, Any]:
    """What a process says of a program with checkpoints."""
    law = SubLaw({label: fmpq(*map(int, p.split("/"))) for label, p in masses.items()}, whole, 2)
    laws = (replace(law, merged=True),)
    return {"pass": to_document(Enumeration(("0",), "all", laws, 12))}


WHOLE, PART = said(True, {"a": "1/2", "b": "1/2"}), said(False, {"a": "1/2"})
OTHERWISE = said(True, {"a": "1/3", "b": "2/3"})
DONE = {"done": True}


def other(*lines: Any) -> _Other:
    """Another process that says that."""
    return _Other(cast("Any", Lines(lines)), Target("file", "x.py", "program"), Limits())


def compare(process: _Other, expected: Any) -> None:
    """Compare what it says with those lines."""
    for line in expected:
        process.compare(line)


class Lines:
    """The lines of a process."""

    seed = 1

    def __init__(self, lines: tuple[Any, ...]) -> None:
        self._lines = iter(lines)

    def __next__(self) -> Any:
        return next(self._lines)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((WHOLE, DONE), (WHOLE, DONE)),
        ((PART, WHOLE, DONE), (WHOLE, DONE)),
        ((PART, {"traced": 1}, PART, WHOLE, DONE), (WHOLE, DONE)),
        ((WHOLE, DONE), (PART, PART, WHOLE, DONE)),
        ((PART, DONE), (PART, PART, DONE)),
        ((PART, PART, DONE), (PART, DONE)),
    ],
)
def test_one_order_may_need_more_passes(lines: Any, expected: Any) -> None:
    compare(other(*lines), expected)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((OTHERWISE,), (WHOLE,)),
        ((PART, OTHERWISE), (WHOLE,)),
        ((OTHERWISE, DONE), (PART, WHOLE)),
        ((PART,), (WHOLE,)),
        ((PART, {"fault": "raises KeyError"}), (WHOLE,)),
        ((PART, {"ended": -11}), (WHOLE,)),
        ((), (WHOLE,)),
        ((DONE,), (WHOLE,)),
    ],
)
def test_what_is_whole_is_compared_until_both_know_it(lines: Any, expected: Any) -> None:
    with pytest.raises(ProgramError, match="no function of its input"):
        compare(other(*lines), expected)


def test_nothing_is_said_of_what_one_order_alone_knows() -> None:
    for lines in ((PART, DONE), (PART, PART, DONE)):
        with pytest.raises(Undecided, match="in the opposite order not all"):
            other(*lines).compare(WHOLE)


def test_a_budget_that_ends_elsewhere_in_the_other_order(tmp_path: Path) -> None:
    """Backward the second input takes all of it, and of the first one less is known."""
    target = written(
        tmp_path,
        "drawn = [draw.flip('1/2') for _ in range(10 if x == 0 else 40)]\n"
        "    return sum(drawn[:10])",
    )
    *_, last = enumerated_apart(target, Limits(paths=5000))
    assert isinstance(last, Enumeration)
    first, second = last.laws
    assert first.whole
    assert not second.whole
