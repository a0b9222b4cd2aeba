"""Files that a program opens: which of them it must not, and how messages show a path."""

from __future__ import annotations

import os
from typing import Any


def forbidden_file(path: Any, mode: Any) -> bool:
    """Whether a file is a device or a view of the machine, or is opened to be written."""
    if isinstance(mode, int):
        writes = bool(mode & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND))
    else:
        writes = isinstance(mode, str) and any(letter in mode for letter in "wax+")
    try:
        name = os.fsdecode(path)
    except TypeError:  # a descriptor that is open already
        return writes
    full = os.path.realpath(name)
    return writes or full.startswith(("/dev/", "/proc/", "/sys/"))


def shortened_path(path: Any) -> str:
    """A path as messages show it."""
    text = repr(path)
    return text if len(text) <= 60 else f"{text[:57]}…"
