"""Counterexamples of failed assertions: a folder of results that `dpverify replay` re-checks.

One file for each test and definition, written whole or not at all, so that processes may share the
folder. What must never change: a file of the folder is a `dpverify.result` and nothing else; it is
only ever read as data, and what it says counts for nothing until it was checked again. The pytest
plugin imports this module: nothing of the arithmetic is loaded with it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpverify.defs.places import is_file

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_FOLDER = ".dpverify/counterexamples"
OFF = "off"
NAME_LENGTH = 60


class Folder:
    """Where counterexamples are kept; None keeps none."""

    path: Path | None = Path(DEFAULT_FOLDER)


def use_folder(path: Path | str | None) -> None:
    """Keep counterexamples in this folder from now on; None for nowhere."""
    Folder.path = None if path is None else Path(path)


def place_of(definition: str, labels: tuple[str, ...]) -> Path | None:
    """The file for a claim of the test that is running; None where none are kept.

    Outside of pytest the labels of the channel stand in for the name of the test.
    """
    if Folder.path is None:
        return None
    from hashlib import sha256

    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    key = "\0".join((test, definition) if test else (*labels, definition))
    name = test.rpartition("::")[2] or "check"
    readable = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in name)
    digest = sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return Folder.path / f"{readable[:NAME_LENGTH]}.{definition}.{digest}.json"


def saved_pair(path: Path | None) -> tuple[str, str] | None:
    """The two inputs of a saved witness; None where there is no file or it is none of ours."""
    if path is None or not is_file(path):
        return None
    from dpverify.defs.errors import InputError
    from dpverify.defs.io import read_regular_file, strict_loads

    try:
        document = strict_loads(read_regular_file(path))
    except InputError:
        return None
    witness = document.get("witness") if isinstance(document, dict) else None
    inputs = witness.get("inputs") if isinstance(witness, dict) else None
    if not isinstance(inputs, list) or len(inputs) != 2:
        return None
    first, second = inputs
    return (first, second) if isinstance(first, str) and isinstance(second, str) else None


def keep(path: Path | None, document: Mapping[str, Any]) -> str:
    """Save a counterexample; return its path as a reader types it, empty where none are kept.

    Raises: NotSavedError where the folder cannot be written to.
    """
    if path is None:
        return ""
    from dpverify.defs.errors import FileError
    from dpverify.defs.io import write_atomic
    from dpverify.reports.json_report import to_json

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, to_json(document))
    except (OSError, FileError) as error:  # the failure itself matters more
        raise NotSavedError(" ".join(str(error).split())) from error
    return _short(path)


def forget(path: Path | None) -> None:
    """Remove a counterexample that is none any more."""
    if path is not None:
        with suppress(OSError):  # a folder that cannot be written to is no reason to fail
            path.unlink()


class NotSavedError(Exception):
    """The folder cannot be written to; never leaves `asserting`."""


def _short(path: Path) -> str:
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (OSError, ValueError):  # the current folder is gone, or lies elsewhere
        return str(path)
