"""The text of the mechanism that a target names, for the page of its result; none of it is run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpverify.reports.deciding_lines import Source


def source_of_target(target: str) -> Source | None:
    """Return the function of `file.py:name`, or of a mechanism of the library, with those it calls.

    None for what is no program, names a module, or cannot be read again: a page goes without it.
    """
    from dpverify.defs.errors import InputError
    from dpverify.defs.target import parse_target
    from dpverify.reports.deciding_lines import source_of

    try:
        parsed = parse_target(target)
        if parsed is None or parsed.kind == "module":
            return None
        if parsed.kind == "file":
            text = Path(parsed.place).read_text(encoding="utf-8")
            return source_of(text, parsed.name, parsed.place)
        return _of_library(parsed.name)
    except (InputError, OSError, UnicodeDecodeError):
        return None


def _of_library(name: str) -> Source | None:
    from inspect import getsourcefile, unwrap

    from dpverify.defs.mechanisms import library_mechanism
    from dpverify.reports.deciding_lines import source_of

    function = unwrap(library_mechanism(name).function)
    file = getsourcefile(function)
    if file is None:
        return None
    text = Path(file).read_text(encoding="utf-8")
    # A path of this machine is nobody's business; the module is the same everywhere.
    return source_of(text, function.__name__, function.__module__, decorators=False)
