"""A progress bar on a terminal, nothing on a pipe."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from dpverify.app import governing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dpverify.app.commands.options import Common


@contextmanager
def progress(what: str, total: int, common: Common) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each finished piece of work."""
    if common.quiet or not total or not sys.stderr.isatty():
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
    # So far, and the expected end; of one piece no end is known but its limit.
    seconds = governing.SECONDS if common.time_limit is None else common.time_limit
    limit = TextColumn(f"at most {timedelta(seconds=round(seconds))}")
    times = (TimeElapsedColumn(), TimeRemainingColumn() if total > 1 else limit)
    console = Console(stderr=True)
    with Progress(*columns, *times, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def _nothing() -> None:
    """Advance a bar that is not shown."""
