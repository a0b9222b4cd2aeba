"""`make agree`: all engines on many random channels, on both cores; exit status 1 if any differ.

python -m tests.agreement [--channels N] [--seed N] [--jobs N | --scheduler ADDRESS]
    [--solver {z3,cvc5,both,none}] [--journal PATH|off]

Stopped and started again, it goes on: finished batches are in a journal. The workers of a scheduler
are to be started in a checkout, since this is no part of the package.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dpverify.app.journal import digest_of_code, digest_of_files, kept
from dpverify.checkers import seam
from dpverify.checkers.smt.process import SOLVERS
from dpverify.defs.definitions.registry import event_definitions
from tests.agreement.arena import Counts
from tests.agreement.play import Job, play

BATCH = 200


def main() -> int:
    """Play, show progress, print what was compared."""
    options = _options()
    counts, started = Counts(), time.monotonic()
    workers = seam.of(options.scheduler, options.jobs)
    with kept(
        "agree", lambda: question_of(options), options.channels // BATCH,
        place=options.journal, remark=_remark,
    ) as journal:  # fmt: skip
        journal.resumed(len(journal.finished), options.channels // BATCH)
        for jobs in rounds(options, counts):
            left = [job for job in jobs if job.seed not in journal.finished]
            for job in jobs:
                if job.seed in journal.finished:
                    counts.add(Counts.read(journal.finished[job.seed]))
            for number, future in workers.as_finished(play, left):
                seen, disagreement = future.result()
                counts.add(seen)
                if disagreement is not None:
                    sys.stdout.write(f"\nengines disagree about\n{disagreement}\n")
                    return 1
                journal.note(left[number].seed, seen.document())
                passed = time.monotonic() - started
                sys.stderr.write(f"\r{len(counts.digests)} channels, {passed:.0f} s ")
    sys.stdout.write("\n".join(["", *table(counts)]) + "\n")
    return 0


def _remark(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def question_of(options: argparse.Namespace) -> dict[str, Any]:
    """All that the counts of a batch depend on: what a journal is of."""
    asked = {name: getattr(options, name) for name in ("channels", "seed", "solver", "one_in")}
    files = sorted(Path(__file__).parent.glob("*.py"))
    return {"options": asked, "files": digest_of_files(files), "code": digest_of_code()}


def rounds(options: argparse.Namespace, counts: Counts) -> Iterator[list[Job]]:
    """Batches until so many different channels were seen: two batches may share some."""
    solvers = {"both": SOLVERS, "none": ()}.get(options.solver, (options.solver,))
    number = 0
    while (missing := options.channels - len(counts.digests)) > 0:
        batches = range(number, number - (-missing // BATCH))
        number = batches.stop
        yield [Job(f"{options.seed} {k}", BATCH, solvers, options.one_in) for k in batches]


def table(counts: Counts) -> Iterator[str]:
    """What was compared, line by line."""
    yield f"{len(counts.digests)} different channels up to 4×4, no disagreement"
    outcomes = ("holds", "boundary", "fails", "open")
    yield f"{'claims compared':<20}" + "".join(f"{name:>10}" for name in outcomes)
    for name in event_definitions():
        yield f"{name:<20}" + "".join(f"{counts.tally[name, each]:>10}" for each in outcomes)
    yield f"{'engine':<20}{'answered':>10}{'open':>10}"
    for name in sorted({*counts.answered, *counts.open}):
        yield f"{name:<20}{counts.answered[name]:>10}{counts.open[name]:>10}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make agree", description=__doc__)
    parser.add_argument("--channels", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scheduler", help="of dask, whose workers play instead")
    parser.add_argument("--journal", help="where finished batches are noted, or off")
    parser.add_argument("--solver", default="z3", choices=[*SOLVERS, "both", "none"])
    parser.add_argument("--one-in", type=int, default=10, help="channels per one for solvers")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
