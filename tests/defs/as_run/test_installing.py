"""What is put in place for all threads is there for the one that examines, and others wait."""

from __future__ import annotations

import gc
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from dpverify.defs.as_run.installing import answering, generators, loading
from dpverify.defs.programs.guards import guarded

NONE: frozenset[str] = frozenset()
SHORT = 0.2


@pytest.mark.parametrize(
    "second",
    [lambda: answering(NONE), lambda: loading(NONE), lambda: guarded(NONE)],
    ids=["answering", "loading", "guarded"],
)
def test_two_threads_examine_one_after_the_other(second: Any) -> None:
    """Else the first to end takes away what answers the other, and puts generators back."""
    real = random.random
    entered, leave = threading.Event(), threading.Event()

    def first() -> None:
        with answering(NONE):
            entered.set()
            leave.wait()

    def other() -> None:
        with second():
            pass

    with ThreadPoolExecutor(2) as pool:
        there = pool.submit(first)
        assert entered.wait(60)
        waiting = pool.submit(other)
        try:
            with pytest.raises(TimeoutError):
                waiting.result(SHORT)
        finally:
            leave.set()
        there.result(60)
        waiting.result(60)
    assert random.random is real


def test_no_step_of_python_while_all_objects_are_held() -> None:
    """Another thread could go on then, and find that a tuple which it fills is not its own."""
    steps: list[Any] = []
    sys.setprofile(lambda _, event, arg: steps.append(arg) if event == "c_return" else None)
    try:
        found = generators()
    finally:
        sys.setprofile(None)
    assert steps
    assert gc.get_objects not in steps
    assert any(one is random.random.__self__ for one in found)  # type: ignore[attr-defined]  # bound
