"""The table of waits, as lines for a terminal and as Markdown for the documentation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from benchmarks.waits.cell import Cell
from benchmarks.waits.row import ITEMS, Row
from benchmarks.waits.saved import Figures

HEAD = f"{'n':>12}{'now':>11}{'limit':>11}{'ratio':>9}{'MiB':>7}{'growth':>8}  0.1.0"


def text(row: Row, cells: Mapping[int, Cell]) -> list[str]:
    """The lines of one row: what n is, its limit, then a line for each size."""
    lines = [f"{row.name}  (n: {row.size}; limit: {row.limit})"]
    if row.note:
        lines.append(f"    0.1.0: {row.note}")
    for n, cell, growth in _sizes(cells):
        now, limit, ratio, mib = _shown(cell)
        end = f"  {row.then.get(n, '-')}"
        if (judged := goal(row, n, cell)) is not None:
            end += f"; {judged}"
        if cell.said and cell.seconds is not None:
            end += f"; now {cell.said}"
        lines.append(f"{n:>12,}{now:>11}{limit:>11}{ratio:>9}{mib:>7}{growth:>8}{end}")
    return lines


def markdown(rows: Iterable[Row], figures: Figures) -> Iterator[str]:
    """A table for each item, a line for each size."""
    for item, group in groupby(rows, key=lambda row: row.item):
        kept = [row for row in group if figures.get(row.name)]
        if not kept:
            continue
        yield from (f"### {ITEMS[item]}", "")
        yield "| question | n | 0.1.0 | now | limit | ratio | MiB | growth | asked |"
        yield "|---|--:|---|--:|--:|--:|--:|--:|---|"
        for row in kept:
            yield from _markdown_row(row, figures[row.name])
        yield ""
        yield from (f"- {_about(row)}" for row in kept)
        yield ""


def place(where: Mapping[str, Any]) -> str:
    """One sentence about where and when a run was made."""
    versions = ", ".join(f"{name} {number}" for name, number in where["versions"].items())
    return (
        f"{where['date']}, commit {where['commit']}: {where['cores']} cores of"
        f" {where['processor']}, load {where['load']} at the start; Python {where['python']},"
        f" {versions}."
    )


def goal(row: Row, n: int, cell: Cell) -> str | None:
    """Whether what was asked at this size is met; None where nothing was, or nothing is known."""
    if row.goal is None or row.goal.size != n or cell.seconds is None or cell.ratio is None:
        return None
    value = cell.seconds if row.goal.kind == "s" else cell.ratio
    met = value <= row.goal.most and not cell.said
    return f"at most {row.goal}: {'met' if met else 'missed'}"


def seconds(number: float | None) -> str:
    """Seconds with a unit that fits.

    >>> seconds(0.00044), seconds(0.0123), seconds(4.5), seconds(120), seconds(None)
    ('0.44 ms', '12 ms', '4.5 s', '120 s', '')
    """
    if number is None:
        return ""
    if number < 0.001:
        return f"{1000 * number:.2f} ms"
    return f"{_two(1000 * number)} ms" if number < 1 else f"{_two(number)} s"


def _two(number: float) -> str:
    """At least two digits.

    >>> _two(1.234), _two(12.3), _two(1234.5)
    ('1.2', '12', '1,234')
    """
    return f"{number:.1f}" if number < 9.95 else f"{number:,.0f}"


def _sizes(cells: Mapping[int, Cell]) -> Iterator[tuple[int, Cell, str]]:
    """Each size with the exponent of the growth since the last one that was measured."""
    last: tuple[int, float] | None = None
    for n, cell in sorted(cells.items()):
        growth = ""
        if cell.seconds is not None and cell.seconds > 0:
            if last is not None:
                growth = f"{math.log(cell.seconds / last[1]) / math.log(n / last[0]):.1f}"
            last = n, cell.seconds
        yield n, cell, growth


def _shown(cell: Cell) -> tuple[str, str, str, str]:
    if cell.seconds is None:
        return cell.said, "", "", ""
    ratio = "" if cell.ratio is None else _ratio(cell.ratio)
    return seconds(cell.seconds), seconds(cell.limit), ratio, f"{cell.mib:.0f}" if cell.mib else ""


def _ratio(number: float) -> str:
    if number >= 0.095:
        return _two(number)
    return f"1/{_two(1 / number)}" if number > 0 else "0"


def _markdown_row(row: Row, cells: Mapping[int, Cell]) -> Iterator[str]:
    name = row.name
    for n, cell, growth in _sizes(cells):
        now, limit, ratio, mib = _shown(cell)
        if cell.said and cell.seconds is not None:
            now = f"{cell.said}, {now}"
        fields = [name, f"{n:,}", row.then.get(n, ""), now, limit, ratio, mib, growth,
                  goal(row, n, cell) or ""]  # fmt: skip
        yield f"| {' | '.join(fields)} |"
        name = ""


def _about(row: Row) -> str:
    clock = "; seconds by the clock" if row.clock else ""
    note = f"; 0.1.0: {row.note}" if row.note else ""
    return f"{row.name}: n is {row.size}; the limit is {row.limit}{clock}{note}."
