"""`python -m benchmarks.queries_bench`: the tight ε over all real inputs, for many queries.

Each row is a process of its own that measures a mechanism, and one more time lets the kernel
re-check the document, text to word: seconds of its processor, ε in units of the parameter, the size
of the document in kB. Before: seconds of version 0.1.0 and what it said, where it was asked.

    --rows TEXT   those rows alone that hold it
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[1]
PATIENCE = 300.0
ROWS: dict[str, str] = {
    "B20:n=20,c=4": "10 s",
    "B20:n=40,c=1": "4.7 s",
    "B20:n=80,c=1": "unknown",
    "B20:n=40,c=3": "refused",
    "B20:n=1000,c=5": "refused",
    "B21:n=1000,c=5": "refused",
    "B32:n=1000,c=5": "refused",
    "B23:n=1000,c=5": "refused",
    "B24:n=1000": "refused",
    "B25:n=14": "refused, status 2",
    "B25:n=1000": "refused",
    "B11:n=50": "2.2 s",
    "B11:n=100": "184 s",
    "B11:n=1000": "-",
    "B12:n=1000": "-",
    "B17:n=50": "-",
    "B17:n=1000": "-",
}
"""Mechanisms of the library, with what version 0.1.0 took or said."""


def row(target: str) -> dict[str, str | float]:
    """What is measured of one row."""
    from dpverify.checkers.decide import measure
    from dpverify.checkers.kernel import door
    from dpverify.defs.mechanisms import library_mechanism
    from dpverify.defs.numbers.documents import read

    name, _, settings = target.partition(":")
    numbers = dict(part.split("=") for part in settings.split(","))
    program = library_mechanism(name).with_parameters(**{k: int(v) for k, v in numbers.items()})
    start = process_time()
    text = measure(program, "pure-dp", all_inputs=True).to_json()
    middle = process_time()
    outcome = door.replay(read(text))
    tight = json.loads(text)["tight"]["eps"]
    return {
        "eps": str(tight["exact"] or f"{tight['lower']} … {tight['upper']}"),
        "seconds": middle - start,
        "kernel": process_time() - middle,
        "outcome": outcome.status,
        "kB": len(text) / 1000,
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", default="")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row:
        print(json.dumps(row(options.row)))
        return
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'':<18}{'eps':>8}{'s':>8}{'kernel s':>10}{'kB':>8}  {'kernel':<10}  before")
    for target in (target for target in ROWS if options.rows in target):
        command = [sys.executable, "-m", "benchmarks.queries_bench", "--row", target]
        try:
            run = subprocess.run(  # noqa: S603  our own command
                command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=PATIENCE
            )
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            print(f"{target:<18}  not done in {PATIENCE:.0f} s, before: {ROWS[target]}", flush=True)
            continue
        found = json.loads(run.stdout.splitlines()[-1])
        print(
            f"{target:<18}{found['eps']:>8}{found['seconds']:>8.2f}{found['kernel']:>10.3f}"
            f"{found['kB']:>8.0f}  {found['outcome']:<10}  {ROWS[target]}",
            flush=True,
        )


if __name__ == "__main__":
    main()
