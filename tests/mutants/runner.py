"""Runs tests with planted mistakes, each in a fork of one process that has imported what is slow.

`python -m tests.mutants.runner LIST` takes a JSON list of [module, name of a mistake]; an empty
name means no mistake. For each it writes a line: [module, name, "noticed" or "not noticed"
or what else happened, seconds of the processor].
"""

from __future__ import annotations

import json
import os
import signal
import sys
from importlib import import_module
from typing import Any

from tests.mutants.in_kernels import MODULES
from tests.mutants.planting import Planter, Task, planted, source

SECONDS = 600
JOBS = 2


class Quick:
    """A plugin for pytest: what is slow last, few generated examples after tests by hand."""

    @staticmethod
    def pytest_collection_modifyitems(items: list[Any]) -> None:
        """The order within each kind stays; generated examples are not shrunk."""
        items.sort(key=Quick._costs)

    @staticmethod
    def _costs(item: Any) -> tuple[bool, bool]:
        slow = any(mark.name in {"slow", "long"} for mark in item.iter_markers())
        return slow, getattr(item.obj, "is_hypothesis_test", False)

    @staticmethod
    def pytest_configure() -> None:
        """After the settings of tests/conftest.py, before tests are imported: they keep them."""
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutants",
            settings.get_profile("dpverify"),
            max_examples=15,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=tuple(HealthCheck),
        )
        settings.load_profile("mutants")


def main() -> None:
    """All tasks, JOBS at a time."""
    tasks: list[Task] = [(module, name) for module, name in json.loads(sys.argv[1])]
    _preload()
    running: dict[int, Task] = {}
    for task in tasks:
        if len(running) == JOBS:
            _finish(running)
        running[_started(task)] = task
    while running:
        _finish(running)


def _preload() -> None:
    """What every fork needs and no mistake is planted in."""
    import hypothesis.strategies
    import numpy as np
    import pytest
    import scipy.spatial.distance

    import dpverify.defs.numbers

    early = [name for name in MODULES if name in sys.modules]
    if early or not all((hypothesis, np, pytest, scipy, dpverify)):
        raise RuntimeError(f"imported too early for a mistake: {early}")


def _started(task: Task) -> int:
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        code = _tested(*task)
    finally:
        os._exit(code)


def _tested(module: str, name: str) -> int:
    import pytest

    signal.alarm(SECONDS)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    if "DPVERIFY_MUTANTS_VERBOSE" not in os.environ:
        os.dup2(nowhere, 2)
    else:
        os.dup2(2, 1)
    about = MODULES[module]
    if name:
        text = planted(source(module), about.changes[name])
        sys.meta_path.insert(0, Planter(module, text))
        try:
            import_module(module)
        except Exception:  # noqa: BLE001  a mistake that no import survives shows nothing of tests
            return 71
    options = ["-x", "-q", "--tb=line", "--assert=plain", "-W", "ignore"]
    for plugin in ("cacheprovider", "junitxml", "xdist", "doctest"):
        options += ["-p", f"no:{plugin}"]
    return int(pytest.main([*options, *about.tests], plugins=[Quick()]))


WORDS = {
    0: "not noticed",
    1: "noticed",
    2: "noticed",  # genuine documents that a test file makes when it is read are refused already
    71: "the module cannot be imported",
}


def _finish(running: dict[int, Task]) -> None:
    child, status, used = os.wait3(0)
    code = os.waitstatus_to_exitcode(status)
    outcome = WORDS.get(code, f"pytest ended with {code}")
    seconds = round(used.ru_utime + used.ru_stime, 2)
    sys.stdout.write(json.dumps([*running.pop(child), outcome, seconds]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
