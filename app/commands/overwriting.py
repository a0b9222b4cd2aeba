"""No result is written over what it was made of, or where the journal of the same run is.

`measure rr.json --out rr.json` would leave a report where a channel was, and nothing that could be
asked again; a journal is deleted when its run ends, and a result at its path with it. What must
never change: nothing is read or decided before this is refused.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from dpverify.defs.places import is_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OUT, JOURNAL, PLOTS = "out", "journal", "plots"


def refuse_overwriting(ctx: click.Context) -> None:
    """Raise a usage error where --out names a file that is read, or the journal."""
    out = ctx.params.get(OUT)
    if not isinstance(out, str):
        return
    for param in ctx.command.params:
        given = ctx.params.get(param.name or "")
        if param.name == JOURNAL and isinstance(given, str) and _same(out, given):
            raise click.UsageError(
                f"--out and --journal are both {given!r}: a journal is deleted when all is decided,"
                " and the result would be, too; name another file",
                ctx,
            )
        if param.name == PLOTS and isinstance(given, str) and _is_drawing(out, given):
            raise click.UsageError(
                f"--out is {out!r}, a drawing in the folder of --plots, where one of these may be"
                " written; name another file",
                ctx,
            )
        if param.name in (OUT, JOURNAL) or not is_file(out):
            continue
        for place in _places(given):
            if is_file(place) and _same(out, place):
                name = param.human_readable_name if isinstance(param, click.Argument) else None
                raise click.UsageError(
                    f"--out is {out!r}, which {name or param.opts[0]} names, too: what is read"
                    " would be written over; name another file",
                    ctx,
                )


def refuse_over_targets(out: str | None, targets: Iterable[str]) -> None:
    """The same of what a file of claims names.

    Raises: UsageError where --out is the file of a target.
    """
    if out is None or not is_file(out):
        return
    for target in targets:
        if any(is_file(place) and _same(out, place) for place in _places(target)):
            from dpverify.defs.errors import UsageError

            raise UsageError(
                f"--out is {out!r}, which a claim of the file names, too: what is read would be"
                " written over; name another file"
            )


def _is_drawing(out: str, folder: str) -> bool:
    """Whether a path is that of an SVG file in a folder."""
    parent = os.path.dirname(out) or "."  # noqa: PTH120  as below
    return out.lower().endswith(".svg") and _same(parent, folder)


def _places(given: Any) -> Iterator[str]:
    """What may be a path in a value: all of it, or what stands before a colon (FILE.py:NAME)."""
    for text in given if isinstance(given, tuple) else (given,):
        if isinstance(text, str) and text:
            parts = text.split(":")
            yield from (":".join(parts[:count]) for count in range(1, len(parts) + 1))


def _same(one: str, other: str) -> bool:
    """Whether two paths lead to one file, links followed, also where nothing is there yet."""
    try:
        if os.path.samefile(one, other):  # noqa: PTH121  of paths that may be no names of files
            return True
    except (OSError, ValueError):
        pass
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):
        return False
