"""`make second`: builds the second checker and lets it meet the first.

    python -m benchmarks.second_checker [--attacks 2000] [--channels 6] [--seed 1] [--checks]

Both read all documents of the arena, and as many fresh edits of them as are asked for. Whatever one
accepts and the other rejects is printed, and the status is then 1; the second checker may say of a
fresh edit that it does not read such a number. Then both translate statements, genuine ones and
edited ones, and what the second makes of them is evaluated at concrete channels. A table of counts,
seconds and lines follows. With --checks each check of the second checker's rules is taken out in
turn (half a minute more); a forgery of the arena has to notice.
Without a Rust compiler there is nothing to build: status 0, with a line that says so.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.second_checks import numbered_program, sentences, unnoticed
from benchmarks.second_program import answers, built, lines_of_each_part
from benchmarks.second_translation import (
    Meeting,
    at_channels,
    meeting,
    meeting_on_edits,
    proved,
    readable,
)
from tests.arena.make import documents, forged, patched, refusal, small_proofs


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Run both over everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attacks", type=int, default=2_000)
    parser.add_argument("--channels", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checks", action="store_true")
    options = parser.parse_args()
    program = built()
    if program is None:
        tell("there is no Rust compiler (rustc), so that the second checker is not built")
        return
    arena = documents()
    faults = on_documents(program, arena, options.attacks, options.seed)
    on_results(program, arena)
    faults += on_statements(program, options.attacks, options.channels, options.seed)
    if options.checks:
        with tempfile.TemporaryDirectory() as folder:
            missed = unnoticed(numbered_program(Path(folder)), arena["refused.jsonl"])
        tell(f"checks that were taken out: {len(sentences())}, not noticed: {len(missed)}")
        faults += missed
    tell("")
    for part, lines in lines_of_each_part().items():
        tell(f"{lines:>6} lines  {part}")
    tell(f"{sum(lines_of_each_part().values()):>6} lines in all; {len(faults)} faults")
    for fault in faults:
        tell(fault[:2_000])
    sys.exit(bool(faults))


def on_documents(program: Path, arena: dict[str, list[Any]], attacks: int, seed: int) -> list[str]:
    """Both on all documents of the arena and on fresh edits; returns where they differ."""
    known = {str(i): each for i, each in enumerate(arena["accepted.jsonl"])}
    short = small_proofs(known)
    results = {name: each for name, each in known.items() if "steps" not in each}
    draw = random.Random(seed)  # noqa: S311  # no secret
    fresh = [
        patched(known[row["of"]], row["edit"])
        for some, share in ((short, 2), (results, 1))
        for row in forged(draw, some, share * attacks // 3, refused=False)
    ]
    faults = []
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
                faults.append(f"they differ, first {one}, second {other}: {json.dumps(document)}")
        counts = [len(given), second.count("accepted"), second.count("not checked")]
        tell(
            f"{title:20}" + "".join(f"{count:>10}" for count in counts)
            + f"{seconds:>9.2f}s{_seconds(program):>9.2f}s"
        )  # fmt: skip
    return faults


def on_results(program: Path, arena: dict[str, list[Any]]) -> None:
    """How many results about channels it accepts, by what they say, and how many forged ones."""
    tell("")
    results = [each for each in arena["accepted.jsonl"] if "steps" not in each]
    kinds = Counter(
        f"{each['definition']} {each.get('verdict', 'measured')}"
        + " with a power of e" * ("exp" in json.dumps(each.get("witness", "")))
        for each, word in zip(results, answers(program, results), strict=True)
        if word == "accepted"
    )
    for kind, count in sorted(kinds.items()):
        tell(f"results accepted     {count:>9}  {kind}")
    forgeries = [each for each in arena["refused.jsonl"] if "steps" not in each]
    words = Counter(answers(program, forgeries))
    told = ", ".join(f"{words[word]} {word}" for word in ("rejected", "not checked", "accepted"))
    tell(f"forged results       {len(forgeries):>9}  {told}")


def on_statements(program: Path, attacks: int, channels: int, seed: int) -> list[str]:
    """Both translations, compared as data and at concrete channels; returns where they part."""
    tell(f"\n{'':36}{'alike':>8}{'refused':>9}{'by second':>11}{'differ':>8}")

    def row(title: str, met: Meeting) -> list[str]:
        counts = f"{met.alike:>8}{met.refused:>9}{met.by_second:>11}{len(met.faults):>8}"
        tell(f"{title:36}{counts}")
        return list(met.faults)

    faults = row("statements with a stored proof", meeting(program, proved()))
    faults += row("those, false ones and test ones", meeting(program, readable()))
    faults += row("edited statements", meeting_on_edits(program, attacks, seed))
    seen, parted = at_channels(program, channels, seed)
    counts = ", ".join(
        f"{what} {truth}: {seen[what, truth]}"
        for what in ("hypothesis", "goal")
        for truth in (True, False)
    )
    tell(f"the second translation at channels: {len(parted)} faults ({counts})")
    return faults + parted


def _seconds(program: Path) -> float:
    """Processor time of the second checker over the documents that it was given last."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [str(program), str(program.parent / "documents.jsonl")]
    subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # words of our own
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


if __name__ == "__main__":
    main()
