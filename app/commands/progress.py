"""A progress bar on a terminal, nothing on a pipe."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dpverify.app.commands.options import Common


@contextmanager
def progress(what: str, total: int, common: Common) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each finished piece of work."""
    if common.quiet or total < 2 or not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TimeRemainingColumn())  # so far, and the expected end
    console = Console(stderr=True)
    with Progress(*columns, *times, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def _nothing() -> None:
    """Advance a bar that is not shown."""
