"""`python -m benchmarks.laws_bench`: the laws and the neighbours that people ask about, timed.

One question a line, as a whole process of the command: what it answers, wall and processor
seconds, the least of two runs. Each is to answer in less than 2 s on a machine that does nothing
else. With words, only the lines that hold one of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

from benchmarks.start_bench import once

PROGRAMS = str(Path(__file__).parents[1] / "examples" / "laws.py")
RUNS = 2
LIBRARY = {
    "subsampled-1/10": "continuous-poisson-subsampled-gaussian:q=1/10,sigma=1",
    "subsampled-1/256": "continuous-poisson-subsampled-gaussian:q=1/256,sigma=11/10",
    "subsampled-laplace": "continuous-poisson-subsampled-laplace",
    "staircase": "continuous-staircase:b=1/2,gamma=1/2,most=12",
    "tulap": "continuous-tulap:b=1/2,most=20",
}
QUESTIONS = """
measure gaussian --all-inputs: pure-dp; approx-dp --eps 1; total-variation; renyi-dp --alpha 2
measure gaussian --all-inputs: renyi-dp --alpha 3/2; chi-squared-dp; zcdp; gaussian-dp
measure gaussian --all-inputs: bounded-range; probabilistic-dp --eps 1; privacy-at-risk --eps 1
measure subsampled-1/10: approx-dp --eps 1/20; approx-dp --eps 2
measure subsampled-1/10: pure-dp; renyi-dp --alpha 2; zcdp
measure subsampled-1/10: renyi-dp --alpha 3/2; gaussian-dp
measure subsampled-1/256: approx-dp --eps 1/20; approx-dp --eps 2
measure subsampled-1/256: pure-dp; renyi-dp --alpha 2; zcdp
measure subsampled-1/256: renyi-dp --alpha 3/2; gaussian-dp
measure subsampled-laplace: pure-dp; approx-dp --eps 1/20; renyi-dp --alpha 2; zcdp
measure staircase: approx-dp --eps ln(2)
measure tulap: approx-dp --eps ln(2)
measure truncated: pure-dp; approx-dp --eps 1/4; zcdp
measure bounded_domain: pure-dp; approx-dp --eps 1; total-variation; zcdp
measure every_count --all-inputs: pure-dp; bounded-range
measure truncated_gaussian: pure-dp; approx-dp --eps 1; zcdp
measure clamped: pure-dp; approx-dp --eps 1/4; zcdp
measure rounded: pure-dp; approx-dp --eps 1/4; total-variation; renyi-dp --alpha 2; zcdp
measure rounded: gaussian-dp
measure rounded_gaussian: pure-dp; approx-dp --eps 1; renyi-dp --alpha 2; zcdp; gaussian-dp
measure modulo: pure-dp; approx-dp --eps 1/4; total-variation; renyi-dp --alpha 2; zcdp
measure modulo_gaussian: pure-dp; total-variation
measure discrete_gaussian: zcdp; zcdp --all-inputs
measure retried: pure-dp
measure retried_second: pure-dp
measure histogram --all-inputs: pure-dp
measure vector --all-inputs: gaussian-dp; zcdp
measure mean --all-inputs: pure-dp
measure pair --all-inputs: pure-dp
measure quotient --all-inputs: pure-dp
check bounded_domain: pure-dp --eps 1
check every_count --all-inputs: pure-dp --eps 1; pure-dp --eps 3/2
check truncated: pure-dp --eps 1/2
check rounded: pure-dp --eps 1/2
check rounded_gaussian: pure-dp --eps 3; approx-dp --eps 1 --delta 1/100
check retried: pure-dp --eps 1
check discrete_gaussian --all-inputs: zcdp --rho 1/4
check histogram --all-inputs: pure-dp --eps 1/2
check mean --all-inputs: pure-dp --eps 1; pure-dp --eps 100
check pair --all-inputs: pure-dp --eps 1
check quotient --all-inputs: pure-dp --eps 1
check clipped --all-inputs: gaussian-dp --mu Delta/sigma; zcdp --rho Delta**2/(2*sigma**2)
check clipped --all-inputs: gaussian-dp --mu Delta/(2*sigma)
"""
"""Verb, program of the library or of the file, options; and the definitions that are asked for."""


def main() -> None:
    """Print the table."""
    wanted = sys.argv[1:]
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'question':<64}{'answer':<46}{'wall s':>7}{'processor s':>13}")
    for shown, words in questions():
        if not wanted or any(word in shown for word in wanted):
            report(shown, [sys.executable, "-m", "dpverify", *words])


def questions() -> Iterator[tuple[str, list[str]]]:
    """Each question, as it is shown and as the words of a command."""
    for line in QUESTIONS.strip().splitlines():
        what, definitions = line.rsplit(": ", 1)
        verb, program, *options = what.split()
        target = LIBRARY.get(program, f"{PROGRAMS}:{program}")
        for definition in definitions.split("; "):
            words = ["--definition", *definition.split(), *options, "--quiet"]
            yield f"{verb} {program} {definition}", [verb, target, *words]


def report(shown: str, command: list[str]) -> None:
    """One line."""
    output = run(command, capture_output=True, check=False, text=True)  # noqa: S603  our own command
    times = [once(command) for _ in range(RUNS)]
    wall, used = min(wall for wall, _ in times), min(used for _, used in times)
    text = " ".join((output.stdout + output.stderr).split())
    verdict = text.partition(":")[0] if shown.startswith("check ") else ""
    _, _, tight = text.partition(" the smallest ")
    tight = tight.partition(" Attained ")[0].partition(" Evidence ")[0].partition(" Value ")[0]
    answer = f"{verdict} {tight.replace(' that holds', '')}".strip()
    print(f"{shown:<64}{answer[:44]:<46}{wall:>7.2f}{used:>13.2f}", flush=True)


if __name__ == "__main__":
    main()
