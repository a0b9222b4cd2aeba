"""How the command starts: what the process that waits loads, and when garbage is first sought."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpverify.app import entry
from tests.repository.source import ROOT

RR = str(Path(ROOT) / "examples" / "randomized_response.json")
QUESTIONS = (
    ["check", RR, "--definition", "pure-dp", "--eps", "1.1"],
    ["measure", RR, "--definition", "pure-dp"],
)
AT_THE_FORK = """\
import os, sys

def fork():
    print(*sorted(sys.modules), sep="\\n")
    sys.stdout.flush()
    os._exit(7)

os.fork = fork
from dpverify.app.entry import main
main()
"""
NEEDLESS = {"flint", "numpy", "json", "hashlib", "fractions", "decimal", "asyncio", "rich"}
"""What the answer may need, and whoever waits for it does not."""


@pytest.mark.parametrize("words", QUESTIONS, ids=lambda words: words[0])
def test_the_process_that_waits_loads_no_arithmetic(words: list[str]) -> None:
    """The fork copies what is loaded, and its parent takes it apart at the end."""
    done = subprocess.run(
        [sys.executable, "-c", AT_THE_FORK, *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 7, done.stderr
    loaded = set(done.stdout.split())
    assert "dpverify.app.governing" in loaded
    assert {name.split(".")[0] for name in loaded} & NEEDLESS == set()
    assert {name for name in loaded if name.startswith("dpverify.defs.numbers")} == set()


@pytest.fixture
def collector() -> Iterator[tuple[int, int, int]]:
    """What the collector's thresholds were; they are put back."""
    usual, callbacks = gc.get_threshold(), [*gc.callbacks]
    yield usual
    gc.set_threshold(*usual)
    gc.callbacks[:] = callbacks


@pytest.mark.usefixtures("collector")
def test_the_collector_works_as_always_after_its_first_run() -> None:
    """A long question has its cycles collected as in any Python."""
    before = [*gc.callbacks]
    gc.set_threshold(700, 10, 10)
    entry._collect_late()
    assert gc.get_threshold()[0] == entry.FIRST_COLLECTION
    gc.collect(0)
    assert gc.get_threshold()[0] == 700
    assert gc.get_threshold()[1] == 10
    assert gc.callbacks == before


def test_a_collector_that_is_off_stays_off(collector: tuple[int, int, int]) -> None:
    before = [*gc.callbacks]
    gc.set_threshold(0, *collector[1:])
    entry._collect_late()
    assert gc.get_threshold()[0] == 0
    assert gc.callbacks == before


def test_the_end_looks_for_no_garbage() -> None:
    """All that is left belongs to the process that ends."""
    program = (
        "import atexit, gc, sys\n"
        "atexit.register(lambda: print('frozen', gc.get_freeze_count() > 10_000))\n"
        "from dpverify.app.entry import main\nsys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--version"], capture_output=True, text=True, check=True
    )
    said, frozen = done.stdout.splitlines()
    assert said.startswith("dpverify ")
    assert frozen == "frozen True"
