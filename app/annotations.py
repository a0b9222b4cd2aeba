"""Annotations for the CI service that we run in, on standard error."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpverify.defs.places import is_there

if TYPE_CHECKING:
    from collections.abc import Iterable


def annotate(commands: Iterable[str | None]) -> None:
    """Write workflow commands; standard output stays data."""
    for command in commands:
        if command is not None:
            click.echo(command, err=True)


def repository_path(path: str) -> str:
    """Return a path as GitHub knows it: from the root of the checkout, if it lies in there."""
    root = os.environ.get("GITHUB_WORKSPACE")
    try:
        return Path(path).resolve().relative_to(Path(root).resolve()).as_posix() if root else path
    except (OSError, RuntimeError, ValueError):  # elsewhere, or the system cannot say
        return path


def file_of(target: str) -> str | None:
    """Return the file behind a target as a repository knows it; None for a module or a mechanism.

    A program is `file.py:name`; what stands after its file is left out.
    """
    path = target if is_there(target) else target.partition(".py:")[0] + ".py"
    return repository_path(path) if is_there(path) else None
