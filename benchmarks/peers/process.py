"""Questions to another system: JSON into a process of its own environment, and back."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PYTHON = HERE.parents[1] / "build" / "peers" / "bin" / "python"
SECONDS = 600
OWN = "benchmarks.peers.own"
VERSIONS = (
    "import importlib.metadata as m, json, sys;"
    "print(json.dumps({name: m.version(name) for name in sys.argv[1:]}))"
)


def asked(
    system: str, questions: Sequence[dict[str, Any]], *, runs: int = 1
) -> list[dict[str, Any]]:
    """The answers of `with_<system>.py`, one for each question; see `_fastest`.

    `-P` keeps the modules of this folder from standing in for theirs.
    """
    command = [str(PYTHON), "-P", str(HERE / f"with_{system}.py")]
    return _fastest(command, json.dumps(list(questions)), runs)


def asked_here(*, runs: int) -> list[dict[str, Any]]:
    """The answers of dpverify about all compositions, in processes of their own too."""
    return [exactly(answer) for answer in _fastest([sys.executable, "-m", OWN], "", runs)]


def exactly(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer of dpverify with its decimals as the fractions that they are."""
    read = {
        kind: [{side: Fraction(text) for side, text in each.items()} for each in answer[kind]]
        for kind in ("delta", "eps")
    }
    return answer | read


def _fastest(command: list[str], text: str, runs: int) -> list[dict[str, Any]]:
    """The answers of the first of some runs, with the least time of all for each.

    Each run is a new process: nothing is kept from one to the next. Other work on the machine only
    adds to the time.
    """
    found: list[list[dict[str, Any]]] = [json.loads(_run(command, text)) for _ in range(runs)]
    for same in zip(*found, strict=True):
        if "seconds" in same[0]:
            same[0]["seconds"] = min(answer["seconds"] for answer in same)
    return found[0]


def versions(names: Sequence[str]) -> dict[str, str]:
    """What is installed there."""
    found: dict[str, str] = json.loads(_run([str(PYTHON), "-c", VERSIONS, *names], ""))
    return found | {"dpverify": metadata.version("dpverify")}


def _run(command: list[str], text: str) -> str:
    if not PYTHON.exists():
        sys.exit("the other systems are not installed; `make peers` does that")
    run = subprocess.run(  # noqa: S603  our own scripts, in an environment that make made
        command, input=text, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if run.returncode:
        sys.exit(f"{command[-1]} failed:\n{run.stderr}")
    return run.stdout
