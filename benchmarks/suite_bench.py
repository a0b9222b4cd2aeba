"""`python -m benchmarks.suite_bench [-n 2] [pytest's arguments]`: where the suite's time goes.

Processor seconds of each folder and each of the dearest files and tests, with the processes that a
test starts and waits for; and what collecting took in each process of the run. Processor time, not
wall time: a busy machine inflates it little, so that two runs can be compared. What a fixture of a
module computes is charged to the first test that asks for it. The module is its own plugin.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

FOLDER: Final = "DPVERIFY_SUITE_BENCH"
"""The variable that names the folder into which each process of a run writes what it measured."""
SHOWN: Final = 40

spent: dict[str, float] = {}
"""Processor seconds of each test of this process, and of the collection under the empty name."""


def processor() -> float:
    """Processor seconds of this process and of those that it started and waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


# ------------------------------------------------------------------------ the plugin


def pytest_collection_finish() -> None:
    """Note what starting and collecting took."""
    spent[""] = processor()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure a test with its fixtures."""
    before = processor()
    outcome = yield
    spent[item.nodeid] = processor() - before
    return outcome


def pytest_sessionfinish() -> None:
    """Write what this process measured, for the one that prints."""
    if FOLDER in os.environ:
        path = Path(os.environ[FOLDER]) / f"{os.getpid()}.json"
        path.write_text(json.dumps(spent), "utf-8")


# ------------------------------------------------------------------------ the script


def main(arguments: list[str]) -> int:
    """Run pytest with the arguments and print the tables; its exit status."""
    options = arguments or ["-n", "2", "--dist", "loadfile", "-m", "not slow and not long"]
    with TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603  our own tests
            [sys.executable, "-m", "pytest", "-q", "-p", "benchmarks.suite_bench", *options],
            env={**os.environ, FOLDER: folder},
            check=False,
        )
        runs = [json.loads(path.read_text("utf-8")) for path in sorted(Path(folder).iterdir())]
    collected = [run.pop("", 0.0) for run in runs]
    tests = {test: seconds for run in runs for test, seconds in run.items()}
    print(f"\nprocessor seconds: {sum(tests.values()):.0f} of {len(tests):,} tests")
    print("starting and collecting, by process:", *(f"{seconds:.1f}" for seconds in collected))
    table("folder", ((str(Path(file(test)).parent), used) for test, used in tests.items()))
    table("file", ((file(test), used) for test, used in tests.items()))
    table("test", tests.items())
    return done.returncode


def file(test: str) -> str:
    """The file of a test by its id."""
    return test.partition("::")[0]


def table(title: str, costs: Iterable[tuple[str, float]]) -> None:
    """Print what cost most, added up by name."""
    total: defaultdict[str, float] = defaultdict(float)
    for name, used in costs:
        total[name] += used
    print(f"\n{title:<90}{'processor s':>12}")
    for name, used in sorted(total.items(), key=lambda row: -row[1])[:SHOWN]:
        print(f"{name[:88]:<90}{used:>12.2f}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
