"""`python -m benchmarks.release_bench`: functions of what is released, and equality decided.

One question a line, as a whole process of the command: its verdict, wall and processor seconds,
the least of a few runs. Each is to answer in less than 2 s on a machine that does nothing else.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.start_bench import least

PROGRAMS = str(Path(__file__).parents[1] / "examples" / "released.py")
GAUSSIAN = "Phi(-1/2)-exp(1)*Phi(-3/2)"
QUESTIONS = (
    ("sum_and_count", "pure-dp", ["--eps", "1", "--all-inputs"]),
    ("mean", "pure-dp", ["--eps", "1", "--all-inputs"]),
    ("mean", "pure-dp", ["--eps", "1/2", "--all-inputs"]),
    ("mean", "zcdp", ["--rho", "1/4"]),
    ("quotient_of_noise", "zcdp", ["--rho", "10"]),
    ("quotient_of_noise", "approx-dp", ["--eps", "1", "--delta", "1/10"]),
    ("thresholding", "approx-dp", ["--eps", "1", "--delta", "exp(-4)/2"]),
    ("thresholding", "approx-dp", ["--eps", "1", "--delta", "exp(-4)/2-1e-30"]),
    ("word_and_value", "renyi-dp", ["--alpha", "2", "--eps", "2/3"]),
    ("gaussian", "approx-dp", ["--eps", "1", "--delta", GAUSSIAN]),
    ("gaussian", "approx-dp", ["--eps", "1", "--delta", f"{GAUSSIAN}-1e-30"]),
    ("gaussian", "approx-dp", ["--eps", "1", "--delta", GAUSSIAN, "--all-inputs"]),
)


def main() -> None:
    """Print the table."""
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'program':<20}{'claim':<58}{'verdict':<9}{'wall s':>8}{'processor s':>13}")
    for name, definition, given in QUESTIONS:
        words = ["check", f"{PROGRAMS}:{name}", "--definition", definition, *given]
        command = [sys.executable, "-m", "dpverify", *words]
        answer = subprocess.run(  # noqa: S603  our own command
            command, capture_output=True, check=False, text=True
        )
        wall, used = least(command)
        verdict = answer.stdout.partition(":")[0] or answer.stderr[:9]
        claim = " ".join([definition, *given])
        print(f"{name:<20}{claim:<58}{verdict:<9}{wall:>8.2f}{used:>13.2f}")


if __name__ == "__main__":
    main()
