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

TABLE = "| version | mechanism | claim | smallest ε | witness | seconds |"
ROOT = Path(__file__).parents[2]
HOME = ROOT / "build" / "libraries"
PAGE = ROOT / "docs" / "libraries.md"
HEAD = """# Public libraries, run as they are

Written by `make libraries`. Each mechanism is the library's own code,
[called as it is](code-as-it-is.md); an exception is an output, and values are compared without
their types. The *smallest ε* is that for which pure differential privacy holds of the code as it
runs, floats included, on the inputs of the row, all of them neighbours of each other. Digits that
end in … are those of a number that is known exactly. *At least* means that paths were left out when
the time was over, and that nothing is known above. The witness is the pair of inputs and the event
that need that ε; where it is infinite, the event never happens on the second input. Where ε exceeds
a claim in the last digits of a float, that is the rounding of probabilities in the code. Noise made
of one double has a largest value, which is why geometric noise without bounds has no finite ε.
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
    begin = f"| {found.get('version', '')} | {row.name} | {row.claim} |"
    if "why" in found:
        why = re.sub(r"<lambda>,? | \(line \d+\)", "", found["why"]).replace("|", "/")
        return f"{begin} not decided | {why[:200]} | {seconds} |"
    result = found["result"]
    return f"{begin} {_epsilon(result['tight']['eps'])} | {_witness(result)} | {seconds} |"


def _epsilon(eps: dict[str, Any]) -> str:
    """The smallest ε, as far as it is known: its value, two bounds, or one from below."""
    exact, lower, upper = eps["exact"], eps["lower"], eps["upper"]
    if lower == "inf":
        return "∞"
    if exact is not None:
        return str(exact) if len(exact) <= SHORT else f"{lower}…"  # rounded down
    return f"at least {lower}" if upper == "inf" else f"between {lower} and {upper}"


def _witness(result: dict[str, Any]) -> str:
    """The inputs and the event that need this ε."""
    place = result.get("attained_by")
    if place is None:
        return "none"
    event = place["event"]
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
            lines += ["", f"## {library}", "", TABLE, "|---|---|---|---|---|---|"]
        lines.append(line(row, found))
        print(lines[-1], flush=True)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
