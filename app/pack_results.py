"""Statements of packs that a saved result decides: the kernel re-checks it, nothing is run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dpverify.app.journal import digest_of_files
from dpverify.defs.errors import SchemaError
from dpverify.defs.io import read_regular_file
from dpverify.defs.validate import shown_path
from dpverify.replaying import replay

MAX_BYTES = 50_000_000
VERDICTS = ("holds", "fails")
KIND = "dpverify.result/"
"""What `check` saves; an audit says `fails` of samples, and a conformance of two programs."""


def read_result(value: Any, folder: Path) -> str:
    """The path of the saved result that a statement names."""
    if not isinstance(value, str) or not value:
        raise SchemaError('result must be the name of a file; write result = "one.json"')
    return str(folder / value)


def key_of_result(path: str) -> str:
    """What is saved, as a digest."""
    return digest_of_files([Path(path)])


def rechecked(asked: Mapping[int, str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """For each statement with a saved result this, which the kernel has just accepted.

    Raises: SchemaError for what is no result of a claim, or what the kernel does not accept.
    """
    for number, path in asked.items():
        text = read_regular_file(path, MAX_BYTES).decode("utf-8", "replace")
        outcome = replay(text)
        if outcome.status != "accepted":
            raise SchemaError(f"{shown_path(path)} is {outcome.status}: {outcome.text}")
        document: dict[str, Any] = json.loads(text)
        decided = document.get("verdict") in VERDICTS
        if not decided or not str(document.get("schema")).startswith(KIND):
            raise SchemaError(f"{shown_path(path)} is no result of a claim; save that of a check")
        yield number, document
