"""Scores one module or folder: measures its tests, plants each drawn mutant, runs a control.

Runs in a process of its own, which has imported what is slow. Before the first mutant it imports
whatever the tests load and does not itself import the module to be changed; so each fork loads no
more than that module, what depends on it and the tests.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from tests.mutants.drawing import Draw, Mutant, sources
from tests.mutants.forks import End, forked
from tests.mutants.journal import Journal, Record, digest
from tests.mutants.watching import FLOOR, TIMES, Plan, module_of, watched

NOTICED, SURVIVED = "noticed", "survived"
UNIMPORTABLE, UNREAD = "not importable", "tests not loaded"
STOPPED, DIED = "stopped", "died"
APART = (UNIMPORTABLE, UNREAD)
"""These show nothing of tests, and are left out of the score; what was stopped or died counts
there as not noticed."""
FIRST_LIMIT = 1800
"""Processor seconds for tests without a mutant."""


class BrokenTestsError(Exception):
    """Tests fail with nothing changed: what they would notice means nothing."""


@dataclass(frozen=True)
class Scorer:
    """What is scored, and where the results go."""

    root: Path
    journal: Journal
    path: str
    tests: Sequence[str]
    draw: Callable[[], Draw]

    def run(self) -> None:
        """Everything that the journal does not hold yet."""
        baselines = self._baselines()
        draw = self.draw()
        modules = [p.relative_to(self.root).as_posix() for p in sources(self.root / self.path)]
        key = self.journal.key(modules, baselines)
        ends = {
            record["mutant"]: record
            for record in self.journal.records()
            if record["kind"] == "mutant" and record["key"] == key
        }
        missing = [mutant for mutant in draw.mutants if mutant.name not in ends]
        if missing:
            preload(
                [name for record in baselines for name in record["modules"]],
                {module_of(mutant.file) for mutant in draw.mutants},
            )
        for mutant in missing:
            record = self._scored(mutant, key, plan_of(baselines, ends.values()))
            self.journal.append(record)
            ends[mutant.name] = record
        records = [ends[mutant.name] for mutant in draw.mutants]
        summary = self._known(key, draw)
        if summary is not None and not missing:
            self.journal.append(summary)
            return
        control = 0.0
        if any(record["outcome"] == NOTICED for record in records):
            control = self._controlled(plan_of(baselines, records))
        self._summarise(draw, key, records, control, sum(b["cpu"] for b in baselines))

    def _known(self, key: str, draw: Draw) -> Record | None:
        """The summary of an earlier run over the same mutants, control included."""
        names = [mutant.name for mutant in draw.mutants]
        kept = (r for r in self.journal.records() if r["kind"] == "module" and r["key"] == key)
        return next((record for record in kept if record["mutants"] == names), None)

    def _baselines(self) -> list[Record]:
        """What the tests take without a mutant, each file measured once for all modules."""
        known = self.journal.baselines()
        for tests in self.tests:
            if tests not in known:
                known[tests] = self._measured(tests)
                self.journal.append(known[tests])
        return [known[tests] for tests in self.tests]

    def _measured(self, tests: str) -> Record:
        end = forked(partial(watched, Plan([tests]), None), FIRST_LIMIT)
        told = end.answer
        if told is None or told["code"] != 0:
            first = [*told["failed"], *told["unread"]][:1] if told else [f"signal {end.signal}"]
            raise BrokenTestsError(f"{tests} fails without a mutant: {' '.join(first)}")
        return {
            "kind": "tests",
            "tests": tests,
            "files": {file: digest(self.root / file) for file in told["files"]},
            "modules": told["modules"],
            "seconds": told["seconds"],
            "cpu": round(end.seconds, 2),
        }

    def _scored(self, mutant: Mutant, key: str, plan: Plan) -> Record:
        """The record of one mutant."""
        limit = TIMES * (plan.start + sum(plan.seconds.values())) + FLOOR
        end = forked(partial(watched, plan, mutant), limit)
        outcome, by = outcome_of(end)
        return {
            "kind": "mutant",
            "path": self.path,
            "key": key,
            "mutant": mutant.name,
            "outcome": outcome,
            "by": by,
            "tests": len(end.answer.get("seconds", ())) if end.answer else 0,
            "cpu": round(end.seconds, 2),
        }

    def _controlled(self, plan: Plan) -> float:
        """With no mutant, in the same order, up to the last test that noticed one: all pass."""
        control = Plan(plan.files, plan.seconds, plan.start, plan.noticed, set(plan.noticed))
        end = forked(partial(watched, control, None), FIRST_LIMIT)
        told = end.answer
        if told is None or told["failed"] or told["unread"]:
            first = told["failed"][:1] if told else [f"signal {end.signal} in {end.note}"]
            raise BrokenTestsError(f"{self.path}: its control fails: {' '.join(first)}")
        return end.seconds

    def _summarise(
        self, draw: Draw, key: str, records: Sequence[Record], control: float, baseline: float
    ) -> None:
        outcomes = Counter(record["outcome"] for record in records)
        unnoticed = [
            [m.name, record["outcome"], record["by"], m.difference(self.root)]
            for m, record in zip(draw.mutants, records, strict=True)
            if record["outcome"] != NOTICED
        ]
        self.journal.append(
            {
                "kind": "module",
                "path": self.path,
                "key": key,
                "whole": draw.whole,
                "drawn": len(records),
                "mutants": [mutant.name for mutant in draw.mutants],
                "outcomes": outcomes,
                "unnoticed": unnoticed,
                "baseline": round(baseline, 2),
                "cpu": round(control + sum(record["cpu"] for record in records), 2),
            }
        )


def outcome_of(end: End) -> tuple[str, str]:
    """What became of a mutant, and the test that says so."""
    if end.stopped:
        return STOPPED, end.note
    if end.answer is None:
        return DIED, f"{end.note} (signal {end.signal})"
    if "unimportable" in end.answer:
        return UNIMPORTABLE, end.answer["unimportable"]
    if end.answer["failed"]:
        return NOTICED, end.answer["failed"][0]
    if end.answer["unread"]:
        return UNREAD, end.answer["unread"][0]
    # Anything but 0 is an end that nothing above explains, as of a session that was interrupted.
    return (SURVIVED, "") if end.answer["code"] == 0 else (DIED, f"pytest: {end.answer['code']}")


def plan_of(baselines: Sequence[Record], ends: Iterable[Record]) -> Plan:
    """All tests of a module, by what they cost and what they have noticed so far."""
    seconds = {test: cpu for record in baselines for test, cpu in record["seconds"].items()}
    files = [record["tests"] for record in baselines]
    start = sum(record["cpu"] for record in baselines) - sum(seconds.values())
    noticed = Counter(record["by"] for record in ends if record["outcome"] == NOTICED)
    return Plan(files, seconds, max(start, 0), noticed)


class Blocked(BaseException):
    """A module that must not be loaded yet was asked for; only `preload` may catch it."""


class Blocker(MetaPathFinder):
    """Lets no module load one of these."""

    def __init__(self, names: Collection[str]) -> None:
        self.names = names

    def find_spec(self, fullname: str, *_: Sequence[str] | ModuleType | None) -> ModuleSpec | None:
        """Nothing, or the end of the import."""
        if fullname in self.names:
            raise Blocked(fullname)
        return None


def preload(names: Sequence[str], changed: Collection[str]) -> None:
    """Import all of these that load none of the changed ones.

    That they were not loaded is seen afterwards, whatever the modules say that they import.
    """
    blocker = Blocker(changed)
    sys.meta_path.insert(0, blocker)
    for name in dict.fromkeys(names):
        first = name.partition(".")[0]
        if name not in sys.modules and first not in {"tests", "conftest", "pytest_plugin"}:
            try:
                import_module(name)
            except (Blocked, Exception):  # noqa: BLE001, S112  it is imported in each fork
                continue
    sys.meta_path.remove(blocker)
    early = [name for name in changed if name in sys.modules]
    if early:
        raise RuntimeError(f"imported too early for a mutant: {early}")
