"""`python -m benchmarks.prove_bench`: where `prove` spends its time (`--every 8 --times 10`).

Processor seconds of each part of an examination, over every so many entries, and the entries that
cost most. Processor time, not wall time: a busy machine inflates it little. A part is charged where
it is called: what is decided while a counterexample is shrunk counts as shrinking. The rest is what
is done between them. Compare two checkouts in the same minute; the counts of instances say whether
they did the same work.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from dpverify.checkers.smt.process import ProcessSolver
from dpverify.proofs import examine as examination
from dpverify.proofs import search
from dpverify.proofs.entry import Entry
from dpverify.proofs.examine import Examination, Options, examine
from dpverify.proofs.registry import entries
from dpverify.proofs.suite import open_solvers

SHOWN: Final = 12
PARTS: Final[dict[str, tuple[tuple[Any, str], ...]]] = {
    "drawing": ((search, "_drawn"),),
    "shrinking": ((search, "_smaller"),),
    "deciding": ((search, "_judged"),),
    "proof kernel": ((examination, "checked_proof"),),
    "documents and their kernel": ((examination, "_confirmed"), (examination, "simplified")),
    "solver": (
        (examination, "_bounded"), (examination, "_met"), (examination, "_lemmas"),
        (ProcessSolver, "__exit__"),
    ),
}  # fmt: skip
"""The functions of each part; of nested ones the outer is charged."""

spent: defaultdict[str, float] = defaultdict(float)


def processor() -> float:
    """Processor seconds of this process and of those that it started and waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@contextmanager
def charged(part: str) -> Iterator[None]:
    """Charge what is done to a part, not what another part is charged for meanwhile."""
    before, others = processor(), sum(spent.values())
    yield
    spent[part] += processor() - before - (sum(spent.values()) - others)


def charging(function: Callable[..., Any], part: str) -> Callable[..., Any]:
    """The function, charged to a part where no part is charged yet."""

    def measured(*args: Any, **kwargs: Any) -> Any:
        if _within:
            return function(*args, **kwargs)
        _within.append(part)
        try:
            with charged(part):
                return function(*args, **kwargs)
        finally:
            _within.pop()

    return measured


_within: list[str] = []


def examined(entry: Entry, options: Options) -> tuple[float, Examination]:
    """The outcome for an entry and its processor seconds, with a solver of its own."""
    before = processor()
    with open_solvers(options.solver) as solvers:
        outcome = examine(entry, solvers, options)
    return processor() - before, outcome


def main() -> None:
    """Examine, and print the tables."""
    parser = argparse.ArgumentParser(description="Where prove spends its time.")
    parser.add_argument("--every", type=int, default=8, help="one of so many entries")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--times", type=int, default=1, help="as the option of prove")
    given = parser.parse_args()
    for part, functions in PARTS.items():
        for owner, name in functions:
            setattr(owner, name, charging(getattr(owner, name), part))
    options = Options(time_limit=1800.0, times=given.times)
    chosen = entries()[given.first :: given.every]
    rows = [(*examined(entry, options), entry.id) for entry in chosen]
    whole = sum(seconds for seconds, _, _ in rows)
    print(f"{len(rows)} of {len(entries())} entries, --times {given.times}")
    print(f"{'':<40}{'processor s':>12}{'share':>8}")
    for part in (*PARTS, "the rest"):
        seconds = spent[part] if part in PARTS else whole - sum(spent.values())
        print(f"{part:<40}{seconds:>12.2f}{seconds / whole:>8.0%}")
    print(f"{'in all':<40}{whole:>12.2f}")
    generated = sum(outcome.generated for _, outcome, _ in rows)
    met = sum(outcome.met_hypotheses for _, outcome, _ in rows)
    print(f"\ninstances generated {generated:,}, which met their hypotheses {met:,}")
    print(f"mutants refuted {sum(len(outcome.killed) for _, outcome, _ in rows)}")
    print(f"\n{'dearest entries':<60}{'processor s':>12}{'generated':>12}")
    for seconds, outcome, name in sorted(rows, key=lambda row: -row[0])[:SHOWN]:
        print(f"{name:<60}{seconds:>12.2f}{outcome.generated:>12,}")


if __name__ == "__main__":
    main()
