"""All rows of the table, in the order of their items."""

from __future__ import annotations

from benchmarks.waits import (
    channels,
    files,
    many,
    programs,
    queries,
    scenarios,
    solvers,
    start,
    suite,
)

ROWS = tuple(
    sorted(
        (
            *channels.ROWS,
            *files.ROWS,
            *programs.ROWS,
            *scenarios.ROWS,
            *queries.ROWS,
            *solvers.ROWS,
            *suite.ROWS,
            *suite.WHOLE,
            *many.ROWS,
            *start.ROWS,
        ),
        key=lambda row: row.item,
    )
)
LONG = frozenset(row.name for row in suite.WHOLE)
"""Rows that run commands of minutes."""
BY_NAME = {row.name: row for row in ROWS}
