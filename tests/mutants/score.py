"""The mutation score of the kernels, the definitions and the numbers: `make mutation-score`.

cosmic-ray draws mutants (`drawing`); each is planted in a fork of a process that has imported what
does not depend on it, and the tests that must notice it (`watchers`) are run until one fails. Two
modules are scored side by side. Results go to a journal as they come, so a run that was interrupted
goes on; survivors are printed with their differences; `--table` prints all that is known.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from tests.mutants.drawing import draw, sources
from tests.mutants.journal import Journal, Record
from tests.mutants.planting import ROOT
from tests.mutants.scoring import (
    APART,
    DIED,
    NOTICED,
    STOPPED,
    SURVIVED,
    UNIMPORTABLE,
    UNREAD,
    BrokenTestsError,
    Scorer,
)
from tests.mutants.watchers import WATCHERS
from tests.mutants.watching import environment

JOURNAL = ROOT / "build" / "mutation" / "journal.jsonl"
SAMPLE = 10
"""How many mutants of a module are drawn."""


def percentage(outcomes: dict[str, int]) -> str:
    """How many were noticed of those that say something of tests."""
    whole = sum(count for word, count in outcomes.items() if word not in APART)
    return f"{outcomes.get(NOTICED, 0) / whole:.0%}" if whole else "–"


def row(title: str, record: Record) -> str:
    """One line of the table."""
    outcomes = record["outcomes"]
    words = (NOTICED, SURVIVED, STOPPED, DIED, UNREAD, UNIMPORTABLE)
    counts = "".join(f"{outcomes.get(word, 0) or '·':>10}" for word in words)
    score = percentage(outcomes)
    return f"{title:<44}{record['whole']:>7}{record['drawn']:>7}{counts}{score:>7}"


def total(records: Sequence[Record]) -> Record:
    """The sum of rows."""
    outcomes: dict[str, int] = {}
    for record in records:
        for word, count in record["outcomes"].items():
            outcomes[word] = outcomes.get(word, 0) + count
    sums = {name: sum(record[name] for record in records) for name in ("whole", "drawn", "cpu")}
    return {**sums, "outcomes": outcomes}


def table(records: Sequence[Record]) -> str:
    """All rows, their sum, and what the columns are."""
    words = ("noticed", "survived", "stopped", "died", "no tests", "no import")
    head = f"{'':<44}{'whole':>7}{'drawn':>7}" + "".join(f"{word:>10}" for word in words)
    rows = [row(record["path"], record) for record in records]
    whole = total(records)
    last = row(f"{len(records)} modules and folders", whole)
    note = f"{whole['cpu']:.0f} s of processor; the score leaves out the last two columns"
    return "\n".join([head + f"{'score':>7}", *rows, last, note]) + "\n"


def unmeasured(records: Sequence[Record], missing: int) -> str:
    """How much is not known, and what it would take if it were like what is."""
    if not missing or not records:
        return f"{missing} not measured as they are now\n"
    # The baseline of a file of tests is measured once for all modules: this is an upper bound.
    seconds = sum(record["cpu"] + record["baseline"] for record in records)
    rest = seconds * missing / len(records)
    return f"{missing} not measured as they are now; at this rate {rest:.0f} s of processor\n"


def differences(record: Record) -> str:
    """Each mutant that no failing test noticed, with what it changed."""
    lines: list[str] = []
    for name, outcome, by, difference in record["unnoticed"]:
        lines.append(f"  {outcome}: {name}" + (f" in {by}" if by else ""))
        if outcome not in APART:
            lines += [f"    {line}" for line in difference.splitlines()[2:]]
    return "".join(f"{line}\n" for line in lines)


def valid(journal: Journal, paths: Sequence[str]) -> list[Record]:
    """The last result of each module, if the files it was measured with are as they were."""
    baselines = journal.baselines()
    last = {record["path"]: record for record in journal.records() if record["kind"] == "module"}
    kept: list[Record] = []
    for path in paths:
        tests = [baselines.get(name) for name in WATCHERS[path]]
        known = [record for record in tests if record is not None]
        if path not in last or len(known) < len(tests):
            continue
        files = [file.relative_to(ROOT).as_posix() for file in sources(ROOT / path)]
        if journal.key(files, known) == last[path]["key"]:
            kept.append(last[path])
    return kept


def ended(*_: object) -> None:
    """At the first signal: leave, by way of what removes files and children; once."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(143)


def started(task: Callable[[], None], title: str) -> int:
    """A process that scores one module: the number by which it is waited for."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    signal.signal(signal.SIGTERM, ended)
    signal.signal(signal.SIGINT, ended)
    code = 70
    try:
        task()
        code = 0
    except BrokenTestsError as error:
        sys.stderr.write(f"{title}: not scored: {error}\n")
        code = 1
    except SystemExit:
        code = 143
    except Exception as error:  # noqa: BLE001  one module must not end the others
        sys.stderr.write(f"{title}: not scored: {type(error).__name__}: {error}\n")
    finally:
        sys.stderr.flush()
        os._exit(code)


class Run:
    """All modules, some at a time."""

    def __init__(self, journal: Journal, scorers: Sequence[Scorer], jobs: int) -> None:
        self.journal, self.waiting, self.jobs = journal, [*scorers], jobs
        self.whole, self.failed, self.mutants, self.noticed = len(scorers), 0, 0, 0
        self.read = sum(1 for _ in journal.records())
        self.running: dict[int, str] = {}
        self.start = time.monotonic()

    def go(self) -> int:
        """Until all have ended; returns how many could not be scored."""
        try:
            while self.waiting or self.running:
                while self.waiting and len(self.running) < self.jobs:
                    scorer = self.waiting.pop(0)
                    self.running[started(scorer.run, scorer.path)] = scorer.path
                self._wait()
        finally:
            self._clear()
            for child in self.running:
                os.kill(child, signal.SIGTERM)
                os.waitpid(child, 0)
        return self.failed

    def _wait(self) -> None:
        """Until one ends, or for a moment."""
        time.sleep(0.2)
        for child in [*self.running]:
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                del self.running[child]
                self.failed += status != 0
        for record in self.journal.records(self.read):
            self.read += 1
            if record["kind"] == "mutant":
                self.mutants += 1
                self.noticed += record["outcome"] == NOTICED
            elif record["kind"] == "module":
                self._clear()
                sys.stdout.write(row(record["path"], record) + "\n" + differences(record))
                sys.stdout.flush()
        if sys.stderr.isatty():
            left = len(self.waiting) + len(self.running)
            text = f"{self.whole - left} of {self.whole} modules, {self.noticed} of {self.mutants}"
            seconds = time.monotonic() - self.start
            sys.stderr.write(f"\r{text} mutants noticed, {seconds:.0f} s ")
            sys.stderr.flush()

    @staticmethod
    def _clear() -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r" + " " * 70 + "\r")
            sys.stderr.flush()


def imported() -> None:
    """What is slow, and of which no mutant is made; before any fork."""
    environment()
    import flint
    import hypothesis.strategies
    import numpy as np
    import pytest
    import scipy.stats
    import z3

    ours = [name for name in sys.modules if name.partition(".")[0] == "dpverify"]
    if ours or not all((flint, hypothesis, np, pytest, scipy, z3)):
        raise RuntimeError(f"imported too early for a mutant: {ours}")


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="mutation score, with mutants of cosmic-ray")
    parser.add_argument("words", nargs="*", metavar="word", help="paths with one of them; or all")
    parser.add_argument("--tool", default="python", help="the Python that has cosmic-ray")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many of each path")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="modules side by side")
    parser.add_argument("--table", action="store_true", help="only print what is known already")
    parser.add_argument("--fresh", action="store_true", help="forget what is known already")
    given = parser.parse_args()
    given.paths = [
        path for path in WATCHERS if not given.words or any(w in path for w in given.words)
    ]
    if not given.paths:
        parser.error(f"no watched module has {' or '.join(given.words)} in its path")
    if not given.table and shutil.which(given.tool) is None:
        parser.error(f"{given.tool} was not found; run: make mutation-score")
    return given


def main() -> int:
    """Score what is asked for, then print the table and its sum."""
    given = options()
    journal = Journal(ROOT, JOURNAL)
    if given.fresh:
        JOURNAL.unlink(missing_ok=True)
    if given.table:
        records = valid(journal, given.paths)
        sys.stdout.write("".join(differences(record) for record in records) + table(records))
        sys.stdout.write(unmeasured(records, len(given.paths) - len(records)))
        return 0
    imported()
    # Folders take longest. They are first, so that none is left to one core at the end.
    paths = sorted(given.paths, key=lambda path: path.endswith(".py"))
    scorers = [
        Scorer(
            ROOT,
            journal,
            path,
            WATCHERS[path],
            partial(draw, ROOT, path, given.sample, given.seed, given.tool),
        )
        for path in paths
    ]
    signal.signal(signal.SIGTERM, ended)
    try:
        failed = Run(journal, scorers, given.jobs).go()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; the same command goes on where this one stopped\n")
        return 130
    sys.stdout.write(table(valid(journal, given.paths)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
