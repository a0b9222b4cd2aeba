"""`make second`: builds the second checker and lets it meet the first.

    python -m benchmarks.second_checker [--attacks 2000] [--seed 1]

Both read all documents of the arena, and as many fresh edits of them as are asked for. Whatever one
accepts and the other rejects is printed, and the status is then 1; the second checker may say of a
fresh edit that it does not read such a number. A table of counts, seconds and lines follows.
Without a Rust compiler there is nothing to build: status 0, with a line that says so.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

from tests.arena.make import documents, forged, patched, refusal, small_proofs

ROOT = Path(__file__).parents[1]
SOURCE, BUILD = ROOT / "proofs" / "second", ROOT / "build" / "second"


def built() -> Path | None:
    """The program, compiled where it is older than its source; None without a compiler."""
    compiler = shutil.which("rustc")
    if compiler is None:
        return None
    program = BUILD / "second"
    BUILD.mkdir(parents=True, exist_ok=True)
    command = [compiler, "--edition", "2021", "-O", "-D", "warnings", "-o", str(program)]
    subprocess.run([*command, str(SOURCE / "main.rs")], check=True)  # noqa: S603  # words of our own
    return program


def answers(program: Path, given: list[Any]) -> list[str]:
    """What the second checker says of some documents, in order: a word for each."""
    path = BUILD / "documents.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in given), "utf-8")
    command = [str(program), str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # ours
    said = [line.removeprefix(f"{path}:").split(": ")[1] for line in run.stdout.splitlines()]
    if len(said) != len(given):
        sys.exit(f"the second checker answered {len(said)} of {len(given)} documents: {run.stderr}")
    return said


def tell(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Run both over everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attacks", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = built()
    if program is None:
        tell("there is no Rust compiler (rustc), so that the second checker is not built")
        return
    arena = documents()
    known = {str(i): each for i, each in enumerate(arena["accepted.jsonl"])}
    short = small_proofs(known)
    results = {name: each for name, each in known.items() if "steps" not in each}
    draw = random.Random(options.seed)  # noqa: S311  # no secret
    fresh = [
        patched(known[row["of"]], row["edit"])
        for some, share in ((short, 2), (results, 1))
        for row in forged(draw, some, share * options.attacks // 3, refused=False)
    ]
    differ = 0
    tell(f"{'':20}{'documents':>10}{'accepted':>10}{'not read':>10}{'first':>10}{'second':>10}")
    for title, given, expected in (
        ("to be accepted", arena["accepted.jsonl"], True),
        ("to be refused", arena["refused.jsonl"], False),
        ("fresh edits", fresh, None),
    ):
        start = process_time()
        first = [refusal(document) is None for document in given]
        seconds = process_time() - start
        second = answers(program, given)
        for document, one, other in zip(given, first, second, strict=True):
            agree = other == "accepted" if one else other != "accepted"
            agree = agree or (one and expected is None and other == "not checked")
            if not agree or expected not in (None, one):
                differ += 1
                tell(f"they differ: first {one}, second {other}: {json.dumps(document)[:2000]}")
        counts = [len(given), second.count("accepted"), second.count("not checked")]
        tell(
            f"{title:20}" + "".join(f"{count:>10}" for count in counts)
            + f"{seconds:>9.2f}s{_seconds(program):>9.2f}s"
        )  # fmt: skip
    lines = sum(path.read_text("utf-8").count("\n") for path in SOURCE.glob("*.rs"))
    tell(f"the second checker has {lines} lines; {differ} documents on which they differ")
    sys.exit(differ > 0)


def _seconds(program: Path) -> float:
    """Processor time of the second checker over the documents that it was given last."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [str(program), str(BUILD / "documents.jsonl")]
    subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # words of our own
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


if __name__ == "__main__":
    main()
