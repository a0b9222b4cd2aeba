"""Runs tests inside a fork: all of them to measure, or in an order until one notices a mutant."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.mutants.drawing import Mutant
from tests.mutants.forks import allow, note, used
from tests.mutants.planting import Planter

LEFT_OUT = (
    # Seconds each, and about sizes, dummies, commands or solvers; the others notice sooner.
    "would_not_fit or dummies or command or solvers_say or wrong_expectation or forgets_one"
)
TIMES, FLOOR = 5, 10
"""A test, and all of them, may take so many times as long as without a mutant, plus so many
seconds of the processor."""


@dataclass(frozen=True)
class Plan:
    """Which tests are run, in which order, how long each may take, and when to stop."""

    files: Sequence[str]
    seconds: Mapping[str, float] = field(default_factory=dict)
    """What each test took without a mutant; empty while that is measured."""
    start: float = 0
    """What loading took without a mutant."""
    noticed: Mapping[str, int] = field(default_factory=dict)
    """How many mutants of the same module each test has noticed so far."""
    until: Collection[str] = ()
    """Without a mutant: after these the rest need not be run."""

    @property
    def measures(self) -> bool:
        """Whether all tests are run whatever becomes of them."""
        return not self.seconds

    def rate(self, tests: Sequence[str]) -> float:
        """How many mutants some tests can be hoped to notice in a second, the unknown as half one.

        So cheap tests come first, and costly ones move up when they notice what the others do not.
        """
        hope = sum(self.noticed.get(test, 0) for test in tests) + 0.5
        return hope / (sum(self.seconds.get(test, 0) for test in tests) + 0.005)


class Watch:
    """A plugin for pytest that keeps times, sees failures, and stops at the first one."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self.unread: list[str] = []
        self.left = {*plan.until}
        self.session: Any = None

    @staticmethod
    def pytest_configure() -> None:
        """After the settings of tests/conftest.py: a failing example is not made smaller."""
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutants",
            settings(),
            phases=(Phase.explicit, Phase.generate, Phase.target),
            suppress_health_check=tuple(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_sessionstart(self, session: Any) -> None:
        """Keep the session: it is told when to stop."""
        self.session = session

    def pytest_collectreport(self, report: Any) -> None:
        """A file of tests that cannot be loaded."""
        if report.failed:
            self.unread.append(report.nodeid)

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """The tests that notice most in a second come first."""
        if self.plan.measures:
            return
        groups: dict[str, list[Any]] = {}
        for item in items:
            groups.setdefault(_group(item), []).append(item)
        names = {key: [item.nodeid for item in group] for key, group in groups.items()}
        order = sorted(groups, key=lambda key: -self.plan.rate(names[key]))
        items[:] = [item for key in order for item in groups[key]]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Each test has a limit of its own."""
        self.seconds[nodeid] = -used()
        if not self.plan.measures:
            note(nodeid)
            allow(TIMES * self.plan.seconds.get(nodeid, 0) + FLOOR)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A failure in a test, in what sets it up or in what takes that down."""
        if report.failed:
            self.failed.append(report.nodeid)
            if not self.plan.measures:
                self.session.shouldstop = "noticed"

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """What it took; and whether all have been run that were asked for."""
        self.seconds[nodeid] = round(self.seconds[nodeid] + used(), 4)
        self.left.discard(nodeid)
        if self.plan.until and not self.left:
            self.session.shouldstop = "enough"


def _group(item: Any) -> str:
    """A test alone, or all of its file if what is set up for the file would be set up again."""
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    shared = any(chain[-1].scope in {"module", "class"} for chain in fixtures if chain)
    return str(item.path) if shared else str(item.nodeid)


def watched(plan: Plan, mutant: Mutant | None) -> dict[str, Any]:
    """Plant a mutant, if any, and run the tests; to be called in a fork."""
    import pytest

    if mutant is not None:
        sys.meta_path.insert(0, Planter(module_of(mutant.file), mutant.text))
        try:
            import_module(module_of(mutant.file))
        except Exception as error:  # noqa: BLE001  what no import survives says nothing of tests
            return {"unimportable": repr(error)}
    if not plan.measures:
        allow(TIMES * plan.start + FLOOR)
    watch = Watch(plan)
    options = ["-q", "--tb=line", "--assert=plain", "--continue-on-collection-errors"]
    for plugin in ("cacheprovider", "junitxml", "xdist", "doctest"):
        options += ["-p", f"no:{plugin}"]
    code = pytest.main([*options, "-k", f"not ({LEFT_OUT})", *plan.files], plugins=[watch])
    told: dict[str, Any] = {
        "code": int(code),
        "failed": watch.failed,
        "unread": watch.unread,
        "seconds": watch.seconds,
    }
    if plan.measures:
        told["modules"] = [*sys.modules]
        told["files"] = sorted(_own_files())
    return told


def _own_files() -> Iterator[str]:
    """The files of this repository that were loaded, by their paths in it."""
    root = Path.cwd()
    for module in [*sys.modules.values()]:
        file = getattr(module, "__file__", None)
        if file and Path(file).is_relative_to(root):
            path = Path(file).relative_to(root).as_posix()
            if not path.startswith((".venv/", "build/", "tests/mutants/")):
                yield path


def module_of(file: str) -> str:
    """The name of the module that a file holds."""
    path = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"dpverify.{path}"


def environment() -> None:
    """What must be set before anything is imported: one thread, and no plugin that loads ours."""
    os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ[f"{library}_NUM_THREADS"] = "1"


def as_json(told: Mapping[str, Any]) -> str:
    """One line of a journal."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
