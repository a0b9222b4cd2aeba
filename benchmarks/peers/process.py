"""Questions to another system: JSON into a process of its own environment, and back."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PYTHON = HERE.parents[1] / "build" / "peers" / "bin" / "python"
SECONDS = 600
VERSIONS = (
    "import importlib.metadata as m, json, sys;"
    "print(json.dumps({name: m.version(name) for name in sys.argv[1:]}))"
)


def asked(system: str, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers of `with_<system>.py`, one for each question.

    `-P` keeps the modules of this folder from standing in for theirs.
    """
    command = [str(PYTHON), "-P", str(HERE / f"with_{system}.py")]
    found: list[dict[str, Any]] = json.loads(_run(command, json.dumps(list(questions))))
    return found


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
