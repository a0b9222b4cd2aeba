"""What is at a path that somebody gave: questions that no path makes fail.

Before Python 3.14 `Path.is_file()` raises for a name of more than 255 bytes, and whatever needs the
current folder raises once that is deleted. What must never change: the questions here answer False
then, and what has to have an answer raises FileError, one line.
"""

from __future__ import annotations

import os
from errno import ELOOP
from pathlib import Path
from typing import NoReturn


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether a regular file is there, or a link to one; False where the system cannot say.

    >>> is_file("x" * 300), is_file("no" + chr(0) + "name")
    (False, False)
    """
    return os.path.isfile(path)  # noqa: PTH113  Path.is_file raises for a name that is too long


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Whether a folder is there, or a link to one; False where the system cannot say."""
    return os.path.isdir(path)  # noqa: PTH112  as above


def is_there(path: str | os.PathLike[str]) -> bool:
    """Whether anything is there, a link that leads nowhere included."""
    return os.path.lexists(path)


def absolute(path: str | os.PathLike[str]) -> Path:
    """The path from the root, links followed.

    Raises: FileError where the current folder is deleted, or links lead in a circle.
    """
    try:
        place = Path(path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        _refuse(path, error)
    if place.is_symlink():  # of a circle, since Python 3.13; before, RuntimeError was raised
        _refuse(path, OSError(ELOOP, os.strerror(ELOOP)))
    return place


def current_folder() -> Path:
    """The folder that relative paths start from.

    Raises: FileError where it is deleted.
    """
    try:
        return Path.cwd()
    except OSError as error:
        _refuse(".", error)


def _refuse(path: str | os.PathLike[str], error: Exception) -> NoReturn:
    """Raise FileError; imported here, because it brings the arithmetic along."""
    from dpverify.defs.errors import FileError
    from dpverify.defs.validate import shown_path

    reason = getattr(error, "strerror", None) or "the path leads nowhere"
    raise FileError(
        f"cannot find {shown_path(path)}: {reason}; check the path and the current folder"
    ) from None
