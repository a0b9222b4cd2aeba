"""`python -m benchmarks.many_bench`: many small questions, at four sizes each.

Each cell is a process of its own. *each* is processor time of one claim or one sample, of all
processes together; *a second* how many that makes on one core; *MiB* the peak of the memory of the
process that asks; *growth* the exponent of the time since the size before, 1 where each takes as
long.

    claims          check_many in this process: distinct 2 × 2 channels, half of the claims about
                    pure ε, half about (ε, δ); four in ten fail
    claims, 2 jobs  the same by two processes, with what it takes to send claims and verdicts
    sampler         an audit of numpy's Laplace noise, samples of both inputs
    csv numbers     an audit of two files with a number on each line
    csv words       the same with a word on each line
    npy             the same of arrays
    program         a sparse vector of the library, as `benchmark --audit` runs it, once a sample

    --only TEXT     the rows that hold it
    --full          sizes that take minutes: 10⁵ claims, 10⁹ samples of each input
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).parents[1]
CLAIMS = (1_000, 2_000, 4_000, 8_000)
LINES = (50_000, 100_000, 200_000, 400_000)
DRAWS = (500_000, 2_000_000, 8_000_000, 32_000_000)
RUNS = (2_000, 4_000, 8_000, 16_000)
ROWS_OF_ARRAYS = (1_000_000, 4_000_000, 16_000_000, 64_000_000)
PIECE = 100_000
FULL: dict[tuple[int, ...], tuple[int, ...]] = {
    CLAIMS: (3_000, 10_000, 30_000, 100_000),
    LINES: (10**5, 10**6, 3 * 10**6, 10**7),
    DRAWS: (10**6, 10**7, 10**8, 10**9),
    RUNS: (10**3, 10**4, 10**5, 10**6),
    ROWS_OF_ARRAYS: (10**5, 10**6, 10**7, 10**8),
}
Cell = dict[str, float]


# ---------------------------------------------------------------- what is asked


def claims(count: int) -> Iterator[tuple[Any, Any]]:
    """Claims about channels of which no two are equal."""
    import dpverify as dv

    for k in range(count):
        a, b = 1 + k % 997, 1 + (7 * k) % 991
        rows = [[a, 1000 - a], [b, 1000 - b]]
        channel = dv.Channel.from_weights(["0", "1"], ["0", "1"], rows)
        yield channel, dv.PureDP(eps="ln(3)") if k % 2 else dv.ApproxDP(eps=1, delta="1/10")


def _claims(jobs: int, count: int) -> int:
    import dpverify as dv

    return sum(1 for _ in dv.check_many(claims(count), jobs=jobs))


def laplace(place: int, rng: Any, count: int) -> Any:
    """A count with Laplace noise."""
    return place + rng.laplace(0, 1, count)


def _sampler(count: int) -> int:
    import dpverify as dv

    dv.audit(laplace, dv.PureDP(eps="11/10"), inputs=[0, 1], draws=count, to_the_end=True)
    return 2 * count


def _files(kind: str, folder: Path, count: int) -> list[str]:
    """Two files of samples, written piece by piece before the clock starts."""
    import numpy as np

    rng, paths = np.random.default_rng(0), []
    for place in (0, 1):
        path = folder / f"{place}.{'npy' if kind == 'npy' else 'csv'}"
        with path.open("wb") as file:
            if kind == "npy":
                form = {"descr": "<f8", "fortran_order": False, "shape": (count,)}
                np.lib.format.write_array_header_1_0(file, form)
            for start in range(0, count, PIECE):
                numbers = laplace(place, rng, min(PIECE, count - start))
                if kind == "npy":
                    numbers.astype("<f8").tofile(file)
                    continue
                texts = np.where(numbers > 0, "yes", "no") if kind == "words" else numbers
                file.write("".join(f"{text}\n" for text in texts.tolist()).encode())
        paths.append(str(path))
    return paths


def _program(count: int) -> int:
    from dpverify.checkers.audit.draws import Doubles
    from dpverify.defs.mechanisms import library_mechanism

    program = library_mechanism("B20").with_parameters(n=5, c=1, eps="1")
    run, draw = program.run((0.0,) * 5), Doubles(0)
    for _ in range(count):
        run(draw)
    return count


def _of_files(kind: str) -> Callable[[int], Callable[[], int]]:
    def prepared(count: int) -> Callable[[], int]:
        from dpverify.checkers.audit.audit import audit_files
        from dpverify.defs.definitions import PureDP

        folder = tempfile.TemporaryDirectory()
        paths = _files(kind, Path(folder.name), count)

        def audited() -> int:
            with folder:
                audit_files(paths, PureDP(eps="11/10"), to_the_end=True)
            return 2 * count

        return audited

    return prepared


ROWS: dict[str, tuple[tuple[int, ...], Callable[[int], Callable[[], int]]]] = {
    "claims": (CLAIMS, lambda count: lambda: _claims(1, count)),
    "claims, 2 jobs": (CLAIMS, lambda count: lambda: _claims(2, count)),
    "sampler": (DRAWS, lambda count: lambda: _sampler(count)),
    "csv numbers": (LINES, _of_files("numbers")),
    "csv words": (LINES, _of_files("words")),
    "npy": (ROWS_OF_ARRAYS, _of_files("npy")),
    "program": (RUNS, lambda count: lambda: _program(count)),
}


# ---------------------------------------------------------------- one cell, in its own process


def cell(name: str, size: int) -> Cell:
    """Processor seconds of one question, seconds by the clock, and the peak of memory in MiB."""
    warm, ask = ROWS[name][1](min(size, 500)), ROWS[name][1](size)
    warm()  # what has to be imported is imported
    start, clock = process_time(), perf_counter()
    count = ask()
    clock = perf_counter() - clock
    own = process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for child in multiprocessing.active_children():
        child.join()
    times = os.times()
    return {"each": (own + times.children_user + times.children_system) / count,
            "clock": clock, "MiB": peak}  # fmt: skip


def _apart(name: str, size: int) -> Cell:
    command = [sys.executable, "-m", "benchmarks.many_bench", "--cell", name, str(size)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603  our own
    found: Cell = json.loads(run.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--cell", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.cell:
        print(json.dumps(cell(options.cell[0], int(options.cell[1]))))
        return
    print((__doc__ or "").strip(), end="\n\n")
    print(
        f"{'':<16}{'n':>13}{'each, µs':>12}{'a second':>12}{'clock, s':>10}{'MiB':>7}{'growth':>8}"
    )
    for name in (name for name in ROWS if options.only in name):
        sizes = FULL[ROWS[name][0]] if options.full else ROWS[name][0]
        before: tuple[int, float] | None = None
        for size in sizes:
            one = _apart(name, size)
            total = one["each"] * size
            growth = "" if before is None else (
                f"{math.log(total / before[1]) / math.log(size / before[0]):.2f}"
            )  # fmt: skip
            before = size, total
            print(
                f"{name:<16}{size:>13,}{1e6 * one['each']:>12.3f}{1 / one['each']:>12,.0f}"
                f"{one['clock']:>10.1f}{one['MiB']:>7.0f}{growth:>8}", flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
