"""Mechanisms of public libraries, run as they are: `make libraries` writes `docs/libraries.md`.

Each row is a process of its own in the environment `build/libraries`; its result, with the channel
that was enumerated and the versions of what ran, is saved beside it for `dpverify replay`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.libraries.rows import ROWS, Row

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
the event that need that ε; where it is infinite, the event never happens on the second input. Where
ε exceeds a claim in the last digits of a float, that is the rounding of probabilities in the code.
Noise made of one double has a largest value, which is why geometric noise without bounds has no
finite ε.
"""
SHORT, FEW = 24, 2
"""Characters up to which an exact ε is written out; outputs of an event that are listed."""


def ask(number: int, row: Row) -> dict[str, Any]:
    """Run one row in the environment of the libraries."""
    folders = [str(HOME / "older")] if "older" in row.library else []
    done = subprocess.run(  # noqa: S603  (our own command, no shell)
        [HOME / "bin" / "python", "-m", "benchmarks.libraries.rows", str(number), *folders],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    if done.returncode:
        return {"why": done.stderr.strip().splitlines()[-1], "seconds": 0.0}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if "result" in found:
        saved = HOME / "results" / f"{number:02}.json"
        saved.write_text(json.dumps(found["result"]), encoding="utf-8")
    return found


def line(row: Row, found: dict[str, Any]) -> str:
    """A row of the page."""
    seconds = f"{found['seconds']:.1f}"
    claim = f"{row.claim}, δ = {row.delta}" if row.delta else row.claim
    begin = f"| {found.get('version', '')} | {row.name} | {claim} |"
    if "why" in found:
        slow = row.note and "time limit" in found["why"]
        why = f"{found['why']}: {row.note}" if slow else found["why"]
        why = re.sub(r"<lambda>,? | \(line \d+\)", "", why).replace("|", "/")
        return f"{begin} not decided | | {why[:300]} | {seconds} |"
    result = found["result"]
    tight, grade = result["tight"], result["evidence"]
    holds = f"δ = {_number(tight['delta'])}" if row.delta else _number(tight["eps"])
    return f"{begin} {holds} | {grade} | {_witness(result)} | {seconds} |"


def _number(known: dict[str, Any]) -> str:
    """The smallest ε or δ, as far as it is known: its value, two bounds, or one from below."""
    exact, lower, upper = known["exact"], known["lower"], known["upper"]
    if lower == "inf":
        return "∞"
    if exact is not None:
        return str(exact) if len(exact) <= SHORT else f"{lower}…"  # rounded down
    if upper == "inf":
        return f"at least {lower}"
    return f"{lower}…" if lower == upper else f"between {lower} and {upper}"


def _witness(result: dict[str, Any]) -> str:
    """The inputs and the event that need this ε."""
    place = result.get("attained_by")
    if place is None:
        return "none"
    event = place.get("event", place.get("word", ""))
    if isinstance(event, str):
        at = f" at {', '.join(place['released'])}" if place.get("released") else ""
        return f"inputs {' and '.join(place['inputs'])}; {event}{at}"
    more = f", … ({len(event)} outputs)" if len(event) > FEW else ""
    return f"inputs {' and '.join(place['inputs'])}; {{{', '.join(event[:FEW])}{more}}}"


def main() -> None:
    """Write the page, and the results beside the environment."""
    (HOME / "results").mkdir(parents=True, exist_ok=True)
    lines, library = [HEAD], ""
    with ThreadPoolExecutor(2) as pool:  # each row is a process of its own
        answers = list(pool.map(ask, range(len(ROWS)), ROWS))
    for row, found in zip(ROWS, answers, strict=True):
        if row.library != library:
            library = row.library
            lines += ["", f"## {library}", "", TABLE, "|---|---|---|---|---|---|---|"]
        lines.append(line(row, found))
        print(lines[-1], flush=True)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
