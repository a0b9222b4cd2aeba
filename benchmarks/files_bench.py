"""`python -m benchmarks.files_bench`: whole processes that read a file of a channel and check it.

Each file is checked by `dpverify check`, and read by the same Python with numpy, json or csv, which
then takes the largest ratio of two entries of a column in floats. Processor seconds of the process
and all it starts, the least of RUNS; both in turn, so that a busy machine slows both. Memory is the
peak of the largest process. Below them, a check of a 2 × 2 file beside a Python that does nothing,
and beside one that imports numpy. Bytecode is cached, as it is where the product was installed.

    npy      floats, each row divided by its sum (`--normalise`)
    dyadic   floats that sum to 1
    json     decimals of 9 places; the limit is json and numpy
    csv      the same; the limit is numpy.loadtxt
    csv list the same; the limit is the module csv and numpy

    --sizes N,N   rows and columns, 300,1000 unless said otherwise
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.start_bench import EXAMPLE, ROOT, compiled

RUNS = 5
RATIO = "import numpy as np; {}; print((a.max(axis=0) / a.min(axis=0)).max())"
LIMITS = {
    "npy": "a = np.load({path!r})",
    "dyadic": "a = np.load({path!r})",
    "json": "import json; a = np.array(json.load(open({path!r}))['matrix'])",
    "csv": "a = np.loadtxt({path!r}, delimiter=',', skiprows=1)[:, 1:]",
    "csv list": "import csv; rows = list(csv.reader(open({path!r})));"
    " a = np.array([row[1:] for row in rows[1:]], dtype=float)",
}
OPTIONS = {"npy": ["--normalise"], "json": []}


class Cost(NamedTuple):
    """Processor seconds and the peak of memory in megabytes."""

    seconds: float
    megabytes: float


def main() -> None:
    """Print the table."""
    print((__doc__ or "").strip(), end="\n\n")
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--sizes", default="300,1000")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    print(f"{'file':<16}{'check s':>9}{'limit s':>9}{'ratio':>7}{'check MB':>10}{'limit MB':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for n in sizes:
            paths = write_files(n, Path(folder))
            for kind, code in LIMITS.items():
                path = paths[kind]
                neighbours = [] if kind == "json" else ["--neighbours", "all"]
                checked = check(path, [*neighbours, *OPTIONS.get(kind, [])])
                limit = [sys.executable, "-c", RATIO.format(code.format(path=path))]
                row(f"{kind} {n}", *least([checked, limit]))
        start = check(EXAMPLE, [])
        for name, code in (("beside nothing", "pass"), ("beside numpy", "import numpy")):
            row(name, *least([start, [sys.executable, "-c", code]]))


def row(name: str, checked: Cost, limit: Cost) -> None:
    """Print one line of the table."""
    ratio = checked.seconds / limit.seconds
    print(
        f"{name:<16}{checked.seconds:>9.3f}{limit.seconds:>9.3f}{ratio:>7.1f}"
        f"{checked.megabytes:>10.0f}{limit.megabytes:>10.0f}",
        flush=True,
    )


def write_files(n: int, folder: Path) -> dict[str, str]:
    """Files of n × n channels, by kind."""
    weights = np.random.default_rng([0, n]).integers(1, 2**20, (n, n), endpoint=True)
    floats = weights / weights.sum(axis=1)[:, None]
    paths = {kind: str(folder / f"{n}.{kind}") for kind in ("json", "csv")}
    paths |= {kind: str(folder / f"{n}-{kind}.npy") for kind in ("npy", "dyadic")}
    np.save(paths["npy"], floats)
    np.save(paths["dyadic"], summing_to_one(floats, 2**40) / 2**40)
    labels = [str(i) for i in range(n)]
    decimals = [[f"0.{x:09d}" for x in line] for line in summing_to_one(floats, 10**9).tolist()]
    lines = [",".join(["in", *labels])]
    lines += [",".join([label, *line]) for label, line in zip(labels, decimals, strict=True)]
    Path(paths["csv"]).write_text("\n".join(lines) + "\n", "utf-8")
    head = {"schema": "dpverify.channel/1.0", "inputs": labels, "outputs": labels}
    matrix = ",\n".join(f"[{', '.join(line)}]" for line in decimals)
    document = json.dumps(head | {"neighbours": "all"})[:-1] + f', "matrix": [{matrix}]}}'
    Path(paths["json"]).write_text(document, "utf-8")
    return paths | {"csv list": paths["csv"]}


def summing_to_one(floats: np.ndarray[tuple[int, ...], np.dtype[np.float64]], whole: int) -> (
    np.ndarray[tuple[int, ...], np.dtype[np.int64]]
):  # fmt: skip
    """Whole numbers near the floats times `whole`, at least 1, whose rows sum to it."""
    numbers = np.maximum(np.floor(floats * whole), 1).astype(np.int64)
    places = numbers.argmax(axis=1)
    numbers[np.arange(len(numbers)), places] += whole - numbers.sum(axis=1)
    return numbers


def check(path: str, options: list[str]) -> list[str]:
    """The command that checks a file."""
    words = ["check", path, "--definition", "pure-dp", "--eps", "20", *options]
    return [sys.executable, "-m", "dpverify", *words]


def least(commands: list[list[str]]) -> list[Cost]:
    """The least cost of each command in several rounds; the first, which compiles, is left out."""
    rounds = [[once(words) for words in commands] for _ in range(RUNS + 1)][1:]
    return [Cost(*map(min, zip(*costs, strict=True))) for costs in zip(*rounds, strict=True)]


def once(words: list[str]) -> Cost:
    """The cost of one run; the peak is that of this process or of one that it has started."""
    code = (
        "import json, resource, subprocess, sys; "
        "status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode; "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
        "print(json.dumps([status, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))"
    )
    run = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-I", "-S", "-c", code, *words], env=compiled(), cwd=ROOT,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    status, seconds, megabytes = json.loads(run.stdout)
    if status not in (0, 1):
        sys.exit(f"{' '.join(words)} ended with {status}: {run.stderr}")
    return Cost(seconds, megabytes)


if __name__ == "__main__":
    main()
