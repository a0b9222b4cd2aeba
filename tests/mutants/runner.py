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
from typing import Any

from tests.mutants.in_alignment import ALIGNMENT
from tests.mutants.in_all_eps import ALL_EPS
from tests.mutants.in_benchmark import BENCHMARK
from tests.mutants.in_continuous import CONTINUOUS
from tests.mutants.in_continuous_results import CONTINUOUS_RESULTS
from tests.mutants.in_course import COURSE
from tests.mutants.in_definitions import DEFINITIONS
from tests.mutants.in_divergences import DIVERGENCES
from tests.mutants.in_enclosures import ENCLOSURES
from tests.mutants.in_gate import GATES
from tests.mutants.in_guessing import GUESSING
from tests.mutants.in_information_flow import INFORMATION_FLOW
from tests.mutants.in_input import INPUT
from tests.mutants.in_large_path import LARGE_PATH
from tests.mutants.in_numbers import NUMBERS
from tests.mutants.in_partial_knowledge import PARTIAL_KNOWLEDGE
from tests.mutants.in_plots import PLOTS
from tests.mutants.in_programs import PROGRAMS
from tests.mutants.in_proofs import PROOFS
from tests.mutants.in_replay_of_noise import REPLAY_OF_NOISE
from tests.mutants.in_reports import REPORTS
from tests.mutants.in_risk import RISK
from tests.mutants.in_small_path import SMALL_PATH
from tests.mutants.in_tracing import TRACING
from tests.mutants.planting import Planter, Task

PARTS = (
    DEFINITIONS,
    NUMBERS,
    SMALL_PATH,
    LARGE_PATH,
    INFORMATION_FLOW,
    PLOTS,
    PROGRAMS,
    ALL_EPS,
    GUESSING,
    RISK,
    PARTIAL_KNOWLEDGE,
    ALIGNMENT,
    CONTINUOUS_RESULTS,
    ENCLOSURES,
    CONTINUOUS,
    BENCHMARK,
    DIVERGENCES,
    PROOFS,
    REPLAY_OF_NOISE,
    REPORTS,
    COURSE,
    INPUT,
    GATES,
    TRACING,
)
MODULES = {name: module for part in PARTS for name, module in part.items()}
SECONDS = 180
JOBS = 2


class Quick:
    """A plugin for pytest: tests by hand first, then few generated examples, not shrunk."""

    @staticmethod
    def pytest_collection_modifyitems(items: list[Any]) -> None:
        """The order within each kind stays."""
        items.sort(key=lambda item: getattr(item.obj, "is_hypothesis_test", False))

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
    planter = Planter(module, about.changes[name]) if name else None
    if planter is not None:
        sys.meta_path.insert(0, planter)
    options = ["-x", "-q", "--tb=line", "--assert=plain", "-W", "ignore"]
    for plugin in ("cacheprovider", "junitxml", "xdist", "doctest"):
        options += ["-p", f"no:{plugin}"]
    code = int(pytest.main([*options, *about.tests], plugins=[Quick()]))
    return 71 if planter is not None and not planter.used else code


WORDS = {0: "not noticed", 1: "noticed", 71: "the module was not imported"}


def _finish(running: dict[int, Task]) -> None:
    child, status, used = os.wait3(0)
    code = os.waitstatus_to_exitcode(status)
    outcome = WORDS.get(code, f"pytest ended with {code}")
    seconds = round(used.ru_utime + used.ru_stime, 2)
    sys.stdout.write(json.dumps([*running.pop(child), outcome, seconds]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
