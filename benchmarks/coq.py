"""`make coq`: Coq checks every theorem that `dpverify export coq` writes, each from nothing.

    python -m benchmarks.coq [--jobs 2] [ID …]

Prints a line for each: the seconds and the axioms that Coq names, or what is wrong, or why there is
no file. The status is 1 where one does not compile or rests on other axioms than Coq's real
numbers do; 2 where there is no Coq.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from dpverify.defs.errors import Undecided
from dpverify.proofs.coq.document import coq_file, coq_name, proved_ids

BUILD = Path(__file__).parents[1] / "build" / "coq"
SECONDS = 900.0
AXIOMS_OF_THE_REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
"""What `Print Assumptions exp_increasing` names: the standard library's own reals rest on it."""

ABSENT = """there is no Coq here (coqc), so that nothing was checked; on Debian and Ubuntu:
    apt install coq            or anywhere: https://rocq-prover.org/install"""


@dataclass(frozen=True)
class Outcome:
    """What Coq says of a file: its axioms, or the first lines of its complaint."""

    seconds: float
    axioms: frozenset[str]
    error: str


def compiled(folder: Path, name: str, text: str) -> Outcome:
    """What `coqc` says of a text, in a folder that it may write to."""
    compiler = shutil.which("coqc")
    if compiler is None:
        raise FileNotFoundError(ABSENT)
    place = folder / f"{name}.v"
    place.write_text(text, "utf-8")
    start = time.monotonic()
    try:
        done = subprocess.run(  # noqa: S603  # words of our own
            [compiler, "-q", place.name], cwd=folder, capture_output=True, text=True,
            check=False, timeout=SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Outcome(SECONDS, frozenset(), f"stopped after {SECONDS:.0f} s")
    axioms = frozenset(re.findall(r"^([\w.]+)\s*:", done.stdout, re.MULTILINE)) - {"Axioms"}
    said = done.stderr.strip()[:1000] or f"status {done.returncode}"
    return Outcome(time.monotonic() - start, axioms, said if done.returncode else "")


def results(ids: list[str], jobs: int) -> Iterator[tuple[str, Outcome | str]]:
    """Each id with its outcome, or with why there is no file."""

    def one(name: str) -> Outcome | str:
        try:
            text = coq_file(name)
        except Undecided as reason:
            return reason.text
        return compiled(BUILD, coq_name(name), text)

    with ThreadPoolExecutor(jobs) as pool:
        yield from zip(ids, pool.map(one, ids), strict=True)


def main() -> None:
    """Check all, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if shutil.which("coqc") is None:
        sys.stderr.write(f"{ABSENT}\n")
        sys.exit(2)
    BUILD.mkdir(parents=True, exist_ok=True)
    start, good, bad, left_out = time.monotonic(), 0, 0, 0
    for name, outcome in results(options.ids or list(proved_ids()), options.jobs):
        if isinstance(outcome, str):
            left_out += 1
            tell(f"{name}: left out: {outcome}")
        elif outcome.error or not outcome.axioms or not outcome.axioms <= AXIOMS_OF_THE_REALS:
            bad += 1
            tell(f"{name}: NOT ACCEPTED: {outcome.error or sorted(outcome.axioms)}")
        else:
            good += 1
            tell(f"{name}: accepted, {outcome.seconds:.1f} s, {len(outcome.axioms)} axioms")
    seconds = time.monotonic() - start
    tell(f"{good} accepted, {bad} not, {left_out} left out with the reason; {seconds:.0f} s")
    sys.exit(bad > 0)


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
