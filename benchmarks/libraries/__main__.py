"""Mechanisms of public libraries, run as they are: `make libraries` writes `docs/libraries.md`.

Each row is a process of its own in the environment `build/libraries`; its result, with the channel
that was enumerated and the versions of what ran, is saved beside it for `dpverify replay`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.libraries.ports import PORTS, Port
from benchmarks.libraries.rows import ROWS, Row
from dpverify.app.journal import digest_of_code, digest_of_files, kept
from dpverify.checkers import seam

TABLE = "| version | mechanism | claim | what holds | evidence | witness | seconds |"
ROOT = Path(__file__).parents[2]
HOME = ROOT / "build" / "libraries"
PAGE = ROOT / "docs" / "libraries.md"
HEAD = """# Public libraries, run as they are

Written by `make libraries`. Each mechanism is the library's own code,
[called as it is](code-as-it-is.md); an exception is an output, and values are compared without
their types. *What holds* is the smallest ε for which pure differential privacy holds on the inputs
of the row, all of them neighbours of each other, or the smallest δ at the ε of the claim. Where the
evidence is `conditional`, that is of the code as it runs, floats included; where it is `idealised`,
floats are taken for real numbers, and [what they may still break](code-as-it-is.md) is not looked
at. Wishart noise, which older versions of diffprivlib had, is in no row: 0.6.6 has none. Digits
that end in … are those of a number that is known exactly. *At least* means that paths were left
out when the time was over, and that nothing is known above. The witness is the pair of inputs and
the event that need that ε; where it is infinite, the event never happens on the second input.
Where no finite ε is known, δ at the ε of the claim stands beside it. An exception that the code
raises stands after the witness, with its probability. Where ε or δ exceeds a claim in the last
digits of a float, that is the rounding of floats in the code. Noise made of one double has a
largest value, which is why geometric noise without bounds has no finite ε. *At most* means that a
part of the mechanism was decided, and that the rest sees what that part releases and nothing else.
"""
PORTED = """
## By ports

What is compiled, or has no end, is decided by [a port](code-as-it-is.md#is-the-port-right), which
is compared with the code by samples. *No difference above x* means that a larger difference of the
event that was tested would have been seen with probability 0.99 on each input; it does not mean
that there is none.

| library | mechanism | claim | what holds of the port | witness | port and code | seconds |
|---|---|---|---|---|---|---|
"""
SHORT, FEW = 24, 2
"""Characters up to which an exact ε is written out; outputs of an event that are listed."""


@dataclass(frozen=True)
class Asked:
    """A row by its number or a port by its name; not `again` where the last run is taken."""

    which: str
    library: str
    again: bool = True


def ask(one: Asked) -> dict[str, Any]:
    """Run one row or port in the environment of the libraries, as a process of its own.

    Of one that is not asked for again, and had its last run elsewhere, nothing: the page has it.
    """
    which, library = one.which, one.library
    place = HOME / "results" / f"{which.zfill(2)}.json"
    if not one.again:
        last = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
        return dict(last)
    folders = [str(HOME / "older")] if "older" in library else []
    done = subprocess.run(  # noqa: S603  (our own command, no shell)
        [HOME / "bin" / "python", "-m", "benchmarks.libraries.rows", which, *folders],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    if done.returncode:
        return {"why": done.stderr.strip().splitlines()[-1], "seconds": 0.0}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    place.write_text(json.dumps(found), encoding="utf-8")
    for kind in ("result", "at_claim", "conformance"):
        if kind in found:
            saved = HOME / "results" / f"{which.zfill(2)}-{kind}.json"
            saved.write_text(json.dumps(found[kind]), encoding="utf-8")
    return found


def line(row: Row, found: dict[str, Any]) -> str:
    """A row of the page."""
    seconds = f"{found['seconds']:.1f}"
    claim = f"{row.claim}, δ = {row.delta}" if row.delta else row.claim
    begin = f"| {found.get('version', '')} | {row.name} | {claim} |"
    if "why" in found:
        why = f"{row.note}: {found['why']}" if row.note else found["why"]
        why = re.sub(r"<lambda>,? | \(line \d+\)", "", why).replace("|", "/")
        return f"{begin} not decided | | {why[:300]} | {seconds} |"
    result = found["result"]
    tight, grade = result["tight"], result["evidence"]
    holds = f"δ = {_number(tight['delta'])}" if row.delta else _number(tight["eps"])
    if row.upper:
        holds = f"at most {holds}: {row.upper}"
    if "at_claim" in found:
        holds += f"; at ε = {row.claim}, δ = {_number(found['at_claim']['tight']['delta'])}"
    return f"{begin} {holds} | {grade} | {_witness(result)}{_crashes(result)} | {seconds} |"


def port_line(port: Port, found: dict[str, Any]) -> str:
    """A row of the second table."""
    claim = f"{port.claim}, δ = {port.delta}" if port.delta else port.claim
    begin = f"| {port.library} {found.get('version', '')} | {port.name} | {claim} |"
    end = f"| {found['seconds']:.1f} |"
    if "why" in found:
        return f"{begin} not decided | | {found['why'][:300].replace('|', '/')} {end}"
    result, seen = found["result"], found["conformance"]
    tight = result["tight"]
    holds = f"δ = {_number(tight['delta'])}" if port.delta else _number(tight["eps"])
    return f"{begin} {holds} | {_witness(result)} | {_seen(seen)} {end}"


def _seen(conformance: dict[str, Any]) -> str:
    """What samples said: that both differ, or the largest of the differences they would see."""
    if conformance["verdict"] == "different":
        return "**they differ**"
    least: dict[str, float] = {}
    for one in conformance["samples"]["audits"]:
        seen = float(one.get("visible", "inf"))
        least[one["input"]] = min(seen, least.get(one["input"], seen))
    known = [number for number in least.values() if number < 1]
    text = f"no difference above {max(known):.3f}" if known else "no difference seen"
    blind = [label for label, number in least.items() if number >= 1]
    more = f"; on {', '.join(blind)} none that can be stated" if known and blind else ""
    return f"{text}{more}"


def _crashes(result: dict[str, Any]) -> str:
    """The exceptions that the code raises, each with its largest probability."""
    about = result["subject"].get("channel") or result["subject"].get("masses") or {}
    rows = [[Fraction(p) for p in row] for row in about.get("matrix") or about.get("rows") or []]
    # Of a large channel a result holds weights: a probability is one over the sum of its row.
    for text in about.get("weights", []):
        weights = [int(weight) for weight in text.split(" ")]
        rows.append([Fraction(weight, sum(weights)) for weight in weights])
    found = []
    for place, output in enumerate(about.get("outputs", [])):
        if output.startswith("raises "):
            p = float(max(row[place] for row in rows))
            found.append(f"; {output} with probability {p:.3g}")
    return "".join(found)


def _number(known: dict[str, Any]) -> str:
    """The smallest ε or δ, as far as it is known: its value, two bounds, or one from below."""
    exact, lower, upper = known["exact"], known["lower"], known["upper"]
    if lower == "inf":
        return "∞"
    if exact is not None:
        if len(exact) > SHORT:
            return _cut(lower, len(lower))
        return f"{exact} = {_cut(lower, 10)}" if "(" in exact else str(exact)
    if upper == "inf":
        return f"at least {lower}"
    return _cut(lower, len(lower)) if lower == upper else f"between {lower} and {upper}"


def _cut(number: str, characters: int) -> str:
    """The first characters of a decimal number, rounded down; a power of ten stays."""
    digits, e, power = number.partition("e")
    return f"{digits[:characters]}…{e}{power}"


def _witness(result: dict[str, Any]) -> str:
    """The inputs and the event that need this ε."""
    place = result.get("attained_by")
    if place is None:
        return "none"
    event = place.get("event", place.get("word", ""))
    if isinstance(event, str):
        at = f" at {', '.join(place['released'])}" if place.get("released") else ""
        shown = f"; {event}{at}" if event else ""
        return f"inputs {' and '.join(place['inputs'])}{shown}"
    more = f", … ({len(event)} outputs)" if len(event) > FEW else ""
    return f"inputs {' and '.join(place['inputs'])}; {{{', '.join(event[:FEW])}{more}}}"


def last_line(page: str, heading: str, name: str) -> str:
    """The line of a row on the page as it is."""
    part = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return next(one for one in part.splitlines() if f"| {name} | " in one)


def made(options: argparse.Namespace) -> list[dict[str, Any]]:
    """What came of all rows and ports, in their order; a journal has those that are finished."""
    libraries = [(str(number), row.library) for number, row in enumerate(ROWS)]
    libraries += [(name, port.library) for name, port in PORTS.items()]
    asked = [Asked(which, library, not options.rows or which in options.rows)
             for which, library in libraries]  # fmt: skip
    # Each row is a process of its own: threads are enough to wait for it.
    local = seam.Seam(lambda: ThreadPoolExecutor(options.jobs), options.jobs)
    workers = seam.scheduler(options.scheduler) if options.scheduler else local
    with kept(
        "libraries", lambda: question_of(asked), len(asked), place=options.journal, remark=print,
    ) as journal:  # fmt: skip
        found = {which: journal.finished[which] for which, _ in libraries
                 if which in journal.finished}  # fmt: skip
        journal.resumed(len(found), len(asked))
        left = [one for one in asked if one.which not in found]
        for number, future in workers.as_finished(ask, left):
            found[left[number].which] = future.result()
            journal.note(left[number].which, future.result())
    return [found[which] for which, _ in libraries]


def question_of(asked: list[Asked]) -> dict[str, Any]:
    """All that the rows depend on: what a journal is of."""
    files = [*sorted(Path(__file__).parent.glob("*")), HOME / "requirements.txt"]
    return {"asked": [asdict(one) for one in asked], "files": digest_of_files(files),
            "code": digest_of_code()}  # fmt: skip


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make libraries", description=__doc__)
    parser.add_argument("rows", nargs="*", help="only these; others are those of the last run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scheduler", help="of dask, whose workers run the rows instead")
    parser.add_argument("--journal", help="where finished rows are noted, or off")
    return parser.parse_args()


def main() -> None:
    """Write the page, and the results beside the environment."""
    (HOME / "results").mkdir(parents=True, exist_ok=True)
    options = _options()
    lines, library = [HEAD], ""
    before = PAGE.read_text(encoding="utf-8")
    every = made(options)
    answers, ports = every[: len(ROWS)], every[len(ROWS) :]
    for row, found in zip(ROWS, answers, strict=True):
        if row.library != library:
            library = row.library
            lines += ["", f"## {library}", "", TABLE, "|---|---|---|---|---|---|---|"]
        lines.append(line(row, found) if found else last_line(before, library, row.name))
        print(lines[-1], flush=True)
    lines.append(PORTED.rstrip("\n"))
    for port, found in zip(PORTS.values(), ports, strict=True):
        lines.append(port_line(port, found) if found else last_line(before, "By ports", port.name))
        print(lines[-1], flush=True)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
