"""The second checker as a program: built from its source, and asked about documents."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SOURCE, BUILD = ROOT / "proofs" / "second", ROOT / "build" / "second"
PARTS = {
    "whole and rational numbers": ("integer", "rational"),
    "sums of powers of e": ("numbers",),
    "JSON and SHA-256": ("json", "sha256"),
    "expressions with finite sums": ("sums", "forms"),
    "the rules of proofs": ("kernel",),
    "statements, as data": ("statement", "expression"),
    "statements, what they give to a proof": (
        "translation", "induction", "rows", "terms", "definitions", "losses", "divergences",
        "records", "columns", "noise",
    ),
    "results about channels": ("results",),
    "documents and command": ("proofs", "main"),
}  # fmt: skip
"""The files of the source by what they are for."""


class StoppedError(Exception):
    """The program did not answer for every document.

    Args: words its answers before it stopped.
    """

    def __init__(self, words: list[str], complaint: str) -> None:
        super().__init__(f"it answered {len(words)} documents and stopped: {complaint}")
        self.words = words


def built() -> Path | None:
    """The program, compiled from the source as it is; None without a compiler.

    It is compiled once for each source and compiler, which takes 20 s.
    """
    compiler = shutil.which("rustc")
    if compiler is None:
        return None
    program, stamp = BUILD / "second", BUILD / "second.sha256"
    version = subprocess.run([compiler, "-V"], capture_output=True, check=True).stdout  # noqa: S603  rustc
    digest = hashlib.sha256(version)
    for path in sorted(SOURCE.glob("*.rs")):
        text = path.read_bytes()
        digest.update(f"{path.name} {len(text)}\n".encode() + text)
    is_this = stamp.exists() and stamp.read_text("ascii") == digest.hexdigest()
    if not (is_this and program.exists()):
        compiled(SOURCE / "main.rs", program, "-O", "-D", "warnings")
        stamp.write_text(digest.hexdigest(), "ascii")
    return program


def compiled(source: Path, program: Path, *options: str) -> None:
    """Compile a source; CalledProcessError where the compiler objects."""
    program.parent.mkdir(parents=True, exist_ok=True)
    compiler = shutil.which("rustc") or "rustc"
    command = [compiler, "--edition", "2021", *options, "-o", str(program), str(source)]
    subprocess.run(command, check=True)  # noqa: S603  # words of our own


def answers(program: Path, given: list[Any], **variables: str) -> list[str]:
    """What it says of some documents, in order: accepted, rejected or not checked.

    Args: variables of its environment, beside those that there are.
    """
    return [word for word, _ in _lines(program, given, **variables)]


def settings_by(program: Path, statements: list[Any]) -> list[Any]:
    """What it makes of some statements as data: settings as data, or None where it refuses."""
    lines = _lines(program, [{"statement": each} for each in statements], "--settings")
    return [json.loads(text) if word == "accepted" else None for word, text in lines]


def _lines(
    program: Path, given: list[Any], *options: str, **variables: str
) -> list[tuple[str, str]]:
    path = program.parent / "documents.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in given), "utf-8")
    command = [str(program), *options, str(path)]
    run = subprocess.run(  # noqa: S603  # words of our own
        command, capture_output=True, text=True, check=False, env={**os.environ, **variables}
    )
    lines = [line.removeprefix(f"{path}:").split(": ", 2)[1:] for line in run.stdout.splitlines()]
    if len(lines) != len(given):
        raise StoppedError([line[0] for line in lines], run.stderr)
    return [(line[0], line[1]) for line in lines]


def lines_of_each_part() -> dict[str, int]:
    """How many lines of the source are for what."""
    known = {f"{name}.rs" for names in PARTS.values() for name in names}
    if known != {path.name for path in SOURCE.iterdir()}:
        raise LookupError("PARTS does not name the files of the second checker")
    return {
        part: sum((SOURCE / f"{name}.rs").read_text("utf-8").count("\n") for name in names)
        for part, names in PARTS.items()
    }
