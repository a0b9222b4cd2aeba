"""`make bench`: what users waited for in 0.1.0, what it takes now, and beside what limit.

Each cell is a process of its own with a time limit. *now* is processor time, the least of up to
five runs; *limit* what is named beside the question takes in the same process; *ratio* one over the
other; *MiB* the peak of memory; *growth* the exponent since the size before: 2 is four times the
time for twice the size. The last column says what version 0.1.0 took, where that was noted.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

from benchmarks import stored
from benchmarks.waits import saved, table
from benchmarks.waits.cell import apart, measured, printed
from benchmarks.waits.row import ITEMS, Row
from benchmarks.waits.rows import BY_NAME, LONG, ROWS

PAGE, MARK = stored.ROOT / "docs" / "speed.md", "make bench"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """End with one line, as the product does."""
        self.exit(2, f"make bench: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure or show, save, compare; 1 where something became slower, 2 for bad arguments."""
    parser = _options()
    options = parser.parse_args(arguments)
    if options.cell:
        name, n = options.cell
        print(printed(measured(BY_NAME[name], int(n))))
        return 0
    rows = _chosen(parser, options)
    before, start, shown = _read(parser, options)
    begin = perf_counter()
    place, figures = shown or (saved.where(), start)
    print((__doc__ or "").strip(), table.place(place), sep="\n\n")
    _table(rows, options, place, figures, measure=shown is None)
    if shown is None:
        children = os.times()
        print(
            f"\nmeasured in {perf_counter() - begin:.0f} s by the clock,"
            f" {children.children_user + children.children_system:.0f} s of the processor"
        )
    if options.write:
        lines = [table.place(place), "", *table.markdown(ROWS, figures)]
        stored.put_table(PAGE, MARK, lines[:-1])
    return _comparison(before, figures) if options.against is not None else 0


def _read(
    parser: _Parser, options: Any
) -> tuple[saved.Figures, saved.Figures, tuple[dict[str, Any], saved.Figures] | None]:
    """The saved runs that were named: to compare with, to go on with, to show.

    All that can be wrong with them is said before anything is measured.
    """
    before: saved.Figures = {}
    start: saved.Figures = {}
    part = options.only or options.quick or options.item is not None
    if options.write and part and options.show is None:
        parser.error("--write writes the whole table: leave out --only, --item and --quick")
    if options.resume and options.out is None:
        parser.error("--resume goes on with the file of --out: give both")
    try:
        if options.out is not None:
            saved.refuse_place(options.out)
        if options.against is not None:
            _, before = saved.read(options.against)
        if options.resume and options.out.exists():
            _, start = saved.read(options.out)
        return before, start, None if options.show is None else saved.read(options.show)
    except saved.SavedError as error:
        parser.error(str(error))


def _options() -> _Parser:
    parser = _Parser(
        prog="make bench", description=(__doc__ or "").partition("\n")[0],
        epilog='Given to make as ARGS="…". Exit status: 0, 1 something became slower, 2 bad input.',
    )  # fmt: skip
    add = parser.add_argument
    add("--only", default="", metavar="TEXT", help="rows whose name or group holds it")
    add("--item", type=int, metavar="N", help="rows of this group, 0 to 10")
    add("--sizes", type=_sizes, metavar="N,N,…", help="in place of those of each row")
    add("--quick", action="store_true", help="the two smallest sizes of each row")
    add("--suite", action="store_true", help="also make prove, make test and .ci/run, whole")
    add("--out", type=Path, metavar="FILE", help="save the figures, as JSON")
    add("--resume", action="store_true", help="measure what the file of --out does not hold yet")
    add("--against", type=Path, metavar="FILE", help="name what became slower since this run")
    add("--show", type=Path, metavar="FILE", help="measure nothing, print this saved run")
    add("--write", action="store_true", help=f"put the table into docs/{PAGE.name}")
    add("--cell", nargs=2, help=argparse.SUPPRESS)
    return parser


def _chosen(parser: _Parser, options: Any) -> list[Row]:
    """The rows that were asked for."""
    rows = [
        row
        for row in ROWS
        if options.only.casefold() in f"{ITEMS[row.item]}: {row.name}".casefold()
        and options.item in (None, row.item)
        and (options.suite or options.show or row.name not in LONG)
    ]
    if not rows:
        where = "" if options.item is None else f" in --item {options.item}"
        parser.error(f"no row holds --only {options.only!r}{where}; without them, all are printed")
    return rows


def _sizes(text: str) -> tuple[int, ...]:
    """Sizes that were given."""
    try:
        sizes = tuple(sorted({int(size) for size in text.split(",")}))
    except ValueError:
        sizes = (0,)
    if sizes[0] < 1:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no list of sizes: give whole numbers above 0 with commas, as 100,1000"
        )
    return sizes


def _table(
    rows: Sequence[Row], options: Any, place: dict[str, Any], figures: saved.Figures,
    *, measure: bool,
) -> None:  # fmt: skip
    """Print row by row, and measure them first unless they are saved ones."""
    item = None
    for row in rows:
        if measure:
            sizes = options.sizes or (row.sizes[:2] if options.quick else row.sizes)
            cells = figures.setdefault(row.name, {})
            cells |= {n: apart(row, n) for n in sizes if n not in cells or cells[n].missing}
            if options.out is not None:  # after each row, so that a run that is stopped is kept
                saved.write(options.out, place, figures)
        if not figures.get(row.name):
            continue
        if row.item != item:
            item = row.item
            print(f"\n== {item}. {ITEMS[item]}\n{table.HEAD}")
        print("\n".join(table.text(row, figures[row.name])), flush=True)


def _comparison(before: saved.Figures, figures: saved.Figures) -> int:
    """Print what became slower or larger; the exit status."""
    lines = saved.slower(before, figures)
    count = saved.compared(before, figures)
    print(f"\n{count} figures compared, by their ratios to the limits", *lines, sep="\n")
    if not lines and count:
        print(f"nothing became slower or larger by a factor of {saved.SLOWER}")
    return 1 if lines else 0


if __name__ == "__main__":
    # Cells have sessions of their own, and end with this process only if it ends in order.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
