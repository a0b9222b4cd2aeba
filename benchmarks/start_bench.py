"""`python -m benchmarks.start_bench`: how long the command takes to start, as a whole process.

Wall and processor seconds, the least of several runs (what a busy machine inflates least), beside
those of a Python that does nothing: the ratio is what our own imports cost. The first run of each
is left out: it compiles, and the others find bytecode, as where the product was installed. `--help`
is to answer in less than 0.3 s, the check of a 2 × 2 file in 0.15 s on an idle machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from benchmarks.waits.cell import compiled

ROOT = Path(__file__).parents[1]
EXAMPLE = str(ROOT / "examples" / "randomized_response.json")
BARE = [sys.executable, "-c", "pass"]
COMMANDS = (
    ["--help"],
    ["--version"],
    ["check", "--help"],
    ["list", "definitions"],
    ["explain", "pure-dp"],
    ["check", EXAMPLE, "--definition", "pure-dp", "--eps", "1"],
    ["measure", EXAMPLE, "--definition", "approx-dp", "--eps", "1"],
)
RUNS = 7


def main() -> None:
    """Print the table."""
    print((__doc__ or "").strip(), end="\n\n")
    bare = least(BARE)
    print(f"{'command':<58}{'wall s':>8}{'processor s':>13}{'ratio':>8}")
    print(f"{'python -c pass':<58}{bare[0]:>8.3f}{bare[1]:>13.3f}{1:>8.1f}")
    for words in COMMANDS:
        wall, used = least([sys.executable, "-m", "dpverify", *words])
        shown = " ".join(["dpverify", *(Path(word).name for word in words)])
        print(f"{shown:<58}{wall:>8.3f}{used:>13.3f}{used / bare[1]:>8.1f}")


def least(command: list[str]) -> tuple[float, float]:
    """The least wall and processor seconds of several runs, the first not counted."""
    runs = [once(command) for _ in range(RUNS + 1)][1:]
    return min(wall for wall, _ in runs), min(used for _, used in runs)


def once(command: list[str]) -> tuple[float, float]:
    """Wall and processor seconds of one run."""
    before, start = os.times(), perf_counter()
    subprocess.run(command, capture_output=True, check=False, env=compiled())  # noqa: S603  our own command
    wall, after = perf_counter() - start, os.times()
    return wall, (after.children_user - before.children_user) + (
        after.children_system - before.children_system
    )


if __name__ == "__main__":
    main()
