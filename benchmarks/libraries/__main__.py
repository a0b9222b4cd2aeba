"""Mechanisms of public libraries, run as they are: `make libraries` writes `docs/libraries.md`.

Each row is a process of its own in the environment `build/libraries`; its result, with the channel
that was enumerated and the versions of what ran, is saved beside it for `dpverify replay`.
"""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.libraries.rows import ROWS, Row

TABLE = "| mechanism | claim | ε that holds | witness | seconds |"
ROOT = Path(__file__).parents[2]
HOME = ROOT / "build" / "libraries"
PAGE = ROOT / "docs" / "libraries.md"
HEAD = """# Public libraries, run as they are

Written by `make libraries`. Each mechanism is the library's own code,
[called as it is](code-as-it-is.md); an exception is an output, and values are compared without
their types. *ε* is the smallest one for which pure differential privacy holds of the code as it
runs, floats included, on the inputs that are listed, all of them neighbours of each other. Where it
exceeds a claim in the last digits of a float, that is the rounding of probabilities in the code.
"""


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
    if "why" in found:
        why = found["why"].replace("|", "/").replace("<lambda> ", "").replace("<lambda>, ", "")
        return f"| {row.name} | {row.claim} | not decided | {why[:200]} | {seconds} |"
    result = found["result"]
    eps = result["tight"]["eps"]
    place = result.get("attained_by") or {}
    inputs = " and ".join(place.get("inputs", ()))
    events = ", ".join(place.get("event", ())[:2])
    exact = eps if isinstance(eps, str) else str(eps["lower"])  # enclosed to many digits
    held = _short(exact)
    return f"| {row.name} | {row.claim} | {held} | inputs {inputs}; {{{events}}} | {seconds} |"


def _short(text: str) -> str:
    from dpverify import parse
    from dpverify.defs.numbers import as_eps

    if text == "inf":
        return "∞"
    value = as_eps(text) if "(" in text else parse(text)
    return f"{float(value.ball(128).mid()):.6f}"


def main() -> None:
    """Write the page, and the results beside the environment."""
    (HOME / "results").mkdir(parents=True, exist_ok=True)
    lines, library = [HEAD], ""
    with ThreadPoolExecutor(2) as pool:  # each row is a process of its own
        answers = list(pool.map(ask, range(len(ROWS)), ROWS))
    for row, found in zip(ROWS, answers, strict=True):
        if row.library != library:
            library = row.library
            lines += ["", f"## {library}", "", TABLE, "|---|---|---|---|---|"]
        lines.append(line(row, found))
        print(lines[-1], flush=True)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
