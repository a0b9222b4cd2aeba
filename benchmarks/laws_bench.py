"""`python -m benchmarks.laws_bench`: the laws and the neighbours that people ask about, timed.

One question a line, as a whole process of the command: what it answers, wall and processor
seconds, the least of a few runs. Each is to answer in less than 2 s on a machine that does nothing
else. With words, only the lines that hold one of them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import run

from benchmarks.start_bench import once

PROGRAMS = str(Path(__file__).parents[1] / "examples" / "laws.py")
RUNS = 2
GAUSSIAN = "continuous-poisson-subsampled-gaussian"
LAPLACE = "continuous-poisson-subsampled-laplace"
TENTH, SMALL = "q=1/10,sigma=1", "q=1/256,sigma=11/10"
TRUNCATED = "ln(exp(1/2)*(2-exp(-2)-exp(-3/2))/(2-exp(-3/2)-exp(-2)))"


def local(*names: str) -> tuple[str, ...]:
    """Programs of the file."""
    return tuple(f"{PROGRAMS}:{name}" for name in names)


MEASURED: tuple[tuple[str, str, str], ...] = (
    # program, definition with its options, more options
    *((*local("gaussian"), words, "--all-inputs") for words in (
        "pure-dp", "approx-dp --eps 1", "total-variation", "renyi-dp --alpha 2", "renyi-dp --alpha 3/2",
        "chi-squared-dp", "zcdp", "gaussian-dp", "bounded-range", "probabilistic-dp --eps 1",
        "privacy-at-risk --eps 1",
    )),
    *((f"{GAUSSIAN}:{setting}", words, "") for setting in (TENTH, SMALL) for words in (
        "approx-dp --eps 1/20", "approx-dp --eps 2", "pure-dp", "renyi-dp --alpha 2",
        "renyi-dp --alpha 3/2", "zcdp", "gaussian-dp",
    )),
    *((LAPLACE, words, "") for words in (
        "pure-dp", "approx-dp --eps 1/20", "renyi-dp --alpha 2", "renyi-dp --alpha 3/2", "zcdp",
    )),
    ("continuous-staircase:b=1/2,gamma=1/2,most=12", "approx-dp --eps ln(2)", ""),
    ("continuous-tulap:b=1/2,most=20", "approx-dp --eps ln(2)", ""),
    *((*local("truncated"), words, "") for words in ("pure-dp", "approx-dp --eps 1/4", "zcdp")),
    *((*local("bounded_domain"), words, "") for words in (
        "pure-dp", "approx-dp --eps 1", "total-variation", "zcdp",
    )),
    *((*local("truncated_gaussian"), words, "") for words in ("pure-dp", "approx-dp --eps 1", "zcdp")),
    *((*local("clamped"), words, "") for words in ("pure-dp", "approx-dp --eps 1/4", "zcdp")),
    *((*local("rounded"), words, "") for words in (
        "pure-dp", "approx-dp --eps 1/4", "total-variation", "renyi-dp --alpha 2", "zcdp", "gaussian-dp",
    )),
    *((*local("rounded_gaussian"), words, "") for words in ("pure-dp", "approx-dp --eps 1", "total-variation")),
    *((*local("modulo"), words, "") for words in (
        "pure-dp", "approx-dp --eps 1/4", "total-variation", "renyi-dp --alpha 2", "zcdp",
    )),
    *((*local("modulo_gaussian"), words, "") for words in ("pure-dp", "total-variation")),
    (*local("discrete_gaussian"), "zcdp", ""),
    (*local("discrete_gaussian"), "zcdp", "--all-inputs"),
    (*local("retried"), "pure-dp", ""),
    (*local("histogram"), "pure-dp", "--all-inputs"),
    (*local("vector"), "gaussian-dp", "--all-inputs"),
    (*local("vector"), "zcdp", "--all-inputs"),
    (*local("mean"), "pure-dp", "--all-inputs"),
    (*local("pair"), "pure-dp", "--all-inputs"),
    (*local("quotient"), "pure-dp", "--all-inputs"),
)  # fmt: skip
CHECKED: tuple[tuple[str, str, str], ...] = (
    (*local("bounded_domain"), "pure-dp --eps 1", ""),
    (*local("truncated"), "pure-dp --eps 1/2", ""),
    (*local("rounded"), "pure-dp --eps 1/2", ""),
    (*local("rounded_gaussian"), "pure-dp --eps 3", ""),
    (*local("rounded_gaussian"), "approx-dp --eps 1 --delta 1/100", ""),
    (*local("retried"), "pure-dp --eps 1", ""),
    (*local("discrete_gaussian"), "zcdp --rho 1/8", "--all-inputs"),
    (*local("histogram"), "pure-dp --eps 1/2", "--all-inputs"),
    (*local("mean"), "pure-dp --eps 1", "--all-inputs"),
    (*local("mean"), "pure-dp --eps 100", "--all-inputs"),
    (*local("pair"), "pure-dp --eps 1", "--all-inputs"),
    (*local("quotient"), "pure-dp --eps 1", "--all-inputs"),
    (*local("clipped"), "gaussian-dp --mu Delta/sigma", "--all-inputs"),
    (*local("clipped"), "zcdp --rho Delta**2/(2*sigma**2)", "--all-inputs"),
    (*local("clipped"), "gaussian-dp --mu Delta/(2*sigma)", "--all-inputs"),
)


def main() -> None:
    """Print the table."""
    wanted = sys.argv[1:]
    print((__doc__ or "").strip(), end="\n\n")
    print(f"{'question':<74}{'answer':<46}{'wall s':>7}{'processor s':>13}")
    for verb, questions in (("measure", MEASURED), ("check", CHECKED)):
        for subject, definition, options in questions:
            words = [
                verb,
                subject,
                "--definition",
                *definition.split(),
                *options.split(),
                "--quiet",
            ]
            shown = f"{verb} {Path(subject).name} {definition} {options}"
            if not wanted or any(word in shown for word in wanted):
                report(shown, [sys.executable, "-m", "dpverify", *words])


def report(shown: str, command: list[str]) -> None:
    """One line."""
    output = run(command, capture_output=True, check=False, text=True)  # noqa: S603  our own command
    times = [once(command) for _ in range(RUNS)]
    wall, used = min(wall for wall, _ in times), min(used for _, used in times)
    lines = [line.strip() for line in (output.stdout + output.stderr).splitlines()]
    bounds = [line for line in lines if line.startswith(("Tight", "Bounds", "At least"))]
    verdict = lines[0].partition(":")[0] if " check " in f" {shown}" else ""
    said = " ".join([verdict, *(line.split(None, 1)[-1] for line in bounds[:1])]).strip()
    said = said or lines[0]
    said = said.removeprefix("the smallest ").replace(" that holds", "")
    print(f"{shown:<74}{said[:44]:<46}{wall:>7.2f}{used:>13.2f}", flush=True)


if __name__ == "__main__":
    main()
