"""`make agree`: all engines on many random channels, on both cores; exit status 1 if any differ.

python -m tests.agreement [--channels N] [--seed N] [--jobs N] [--solver {z3,cvc5,both,none}]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from random import Random

from dpverify.checkers.smt.process import SOLVERS
from dpverify.defs.definitions.registry import event_definitions
from tests.agreement.arena import Arena, Counts, Disagreement
from tests.agreement.engines import FAST, solver_engines
from tests.agreement.random_cases import drawn_cases

BATCH = 200


@dataclass(frozen=True)
class Job:
    """So many channels from one seed."""

    seed: str
    channels: int
    solvers: tuple[str, ...]
    one_in: int


def play(job: Job) -> tuple[Counts, Disagreement | None]:
    """Play until that many different channels were seen, or engines disagree."""
    rng = Random(job.seed)  # noqa: S311  a seed, not a secret
    with solver_engines(*job.solvers) as solvers:
        arena = Arena(FAST, solvers, job.one_in)
        while len(arena.counts.digests) < job.channels:
            disagreement = arena.play(drawn_cases(rng))
            if disagreement is not None:
                return arena.counts, disagreement
    return arena.counts, None


def main() -> int:
    """Play, show progress, print what was compared."""
    options = _options()
    counts, started = Counts(), time.monotonic()
    with ProcessPoolExecutor(options.jobs) as pool:
        for jobs in rounds(options, counts):
            futures = [pool.submit(play, job) for job in jobs]
            for future in as_completed(futures):
                seen, disagreement = future.result()
                counts.add(seen)
                if disagreement is not None:
                    pool.shutdown(cancel_futures=True)
                    sys.stdout.write(f"\nengines disagree about\n{disagreement}\n")
                    return 1
                passed = time.monotonic() - started
                sys.stderr.write(f"\r{len(counts.digests)} channels, {passed:.0f} s ")
    sys.stdout.write("\n".join(["", *table(counts)]) + "\n")
    return 0


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
    parser.add_argument("--solver", default="z3", choices=[*SOLVERS, "both", "none"])
    parser.add_argument("--one-in", type=int, default=10, help="channels per one for solvers")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
