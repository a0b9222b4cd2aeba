"""Where a claim holds: cells over ranges of parameters, each decided with its evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dpverify.defs.errors import UsageError
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from dpverify.app.commands.options import Common
    from dpverify.app.subjects import Job

MOST_CELLS: Final = 400
_RANGE: Final = re.compile(
    r"\s*([A-Za-z]\w*)\s*=\s*(?:(\d{1,6})(?:\.\.(\d{1,6}))?|(all))\s*", re.ASCII
)


@dataclass(frozen=True)
class Cell:
    """One place of a region.

    Args: values of the parameters; verdict "holds", "fails" or "unknown"; why, in a word or two;
        document, which the kernel re-checks, or the number of one that stands before.
    """

    values: tuple[int, ...]
    verdict: str
    why: str
    document: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Over:
    """The ranges of parameters that are whole numbers; whether eps is all numbers above 0."""

    names: tuple[str, ...]
    ranges: tuple[range, ...]
    all_eps: bool


def over_of(text: str) -> Over:
    """The ranges of `--over`, such as n=1..20,d=2..6,eps=all.

    Raises: UsageError for what cannot be read, and for too many cells.
    """
    names, ranges, all_eps = [], [], False
    for part in text.split(","):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise UsageError(f"--over has {shown(part)}; write n=1..20,d=2..6,eps=all")
        name, low, high, every = match.groups()
        if every is not None:
            if name != "eps":
                raise UsageError(f"only eps can be 'all'; give {name} a range such as {name}=1..5")
            all_eps = True
            continue
        ends = int(low), int(high or low)
        if ends[0] > ends[1] or name in names:
            raise UsageError(f"--over has {shown(part)}; a range rises, each name stands once")
        names.append(name)
        ranges.append(range(ends[0], ends[1] + 1))
    size = 1
    for each in ranges:
        size *= len(each)
    if not names:
        raise UsageError(
            "--over names no parameter beside eps; give one a range, such as n=1..5,eps=all, or for"
            " eps alone ask dpverify check with --eps-range all"
        )
    if size > MOST_CELLS:
        raise UsageError(f"--over has {size} cells, must have 1 to {MOST_CELLS}")
    if len(names) > 2:
        raise UsageError("--over has more than two ranges, and a table has two sides; fix one")
    return Over(tuple(names), tuple(ranges), all_eps)


def of_statement(folder: str, name: str, over: Over) -> tuple[str, list[Cell]]:
    """The text of a pack's statement, and its cells over n and d: for every value of eps.

    Raises: UsageError for an id that is not there, for other names than n and d, and where one of
        these is left out on which the statement depends.
    """
    from dpverify.app.packs import answered, plain, read_pack

    if set(over.names) - {"n", "d"}:
        raise UsageError(
            "a statement has the parameters n and d; write --over n=2..6,d=1..4,eps=all"
        )
    _, lines = read_pack(folder)
    found = [line for line in lines if line.id == name and line.statement is not None]
    if not found:
        raise UsageError(f"{folder} has no statement {shown(name)} with a function; see its files")
    statement = found[0].statement
    if statement is None:
        raise TypeError("the line was chosen for its statement")
    document = answered(plain(statement))
    _refuse_unnamed(document, over)
    cells = [
        of_cells(document, dict(zip(over.names, values, strict=True)), values)
        for values in product(*over.ranges)
    ]
    return found[0].text, [Cell(c.values, c.verdict, c.why, document) for c in cells]


def _refuse_unnamed(document: Mapping[str, Any], over: Over) -> None:
    """Raise a UsageError where a cell of the region would be several cells of the statement.

    A statement is about every n, and some about every d: what is so at one of them, chosen for a
    user who names none, need not be so at the next.
    """
    several = any(cell["candidates"] != "any" for cell in document["cells"])
    for name, needed in (("n", True), ("d", several)):
        if needed and name not in over.names:
            raise UsageError(
                f"--over leaves out {name}, and what the statement says depends on it; give it a"
                f" range or a number, such as {name}=2..4 or {name}=2"
            )


def of_cells(document: Mapping[str, Any], at: Mapping[str, int], values: tuple[int, ...]) -> Cell:
    """What the cells of a statement's document say of one n and d."""
    # A statement that depends on d is asked with it (`_refuse_unnamed`); of the others any d does.
    n, d = at["n"], min(at.get("d", 1), 3)
    several = {"any": (1, 2, 3), "1": (1,), "2": (2,), "2 or more": (2, 3), "3 or more": (3,)}
    for cell in document["cells"]:
        span = cell["n"]
        parity = span.get("parity") in (None, "odd" if n % 2 else "even")
        inside = span["size"] == n if "size" in span else span["least"] <= n and parity
        if inside and d in several[cell["candidates"]] and at.get("d", 1) >= 1:
            return Cell(values, cell["verdict"], cell["because"])
    return Cell(values, "unknown", "no cell is about it")


def of_target(job: Job, over: Over, common: Common) -> list[Cell]:
    """The cells of a program or mechanism with parameters, each decided by itself."""
    from dataclasses import replace

    from dpverify.app.deciding import decide

    cells = []
    for values in product(*over.ranges):
        named = ",".join(f"{k}={v}" for k, v in zip(over.names, values, strict=True))
        glue = "," if job.target.rpartition(":")[2].find("=") > 0 else ":"
        one = replace(job, target=f"{job.target}{glue}{named}", time_limit=common.time_limit)
        document = decide(one)
        cells.append(Cell(values, document["verdict"], why_of(document), document))
    return cells


def why_of(document: Mapping[str, Any]) -> str:
    """What a result rests on; of a family that fails, where it holds."""
    if document["verdict"] == "unknown":
        return str(document["reason"]["code"])
    return str(document.get("evidence", ""))


def split(target: str) -> tuple[str, str] | None:
    """FOLDER:ID of a pack's statement, None for any other target."""
    folder, colon, name = target.partition(":")
    return (folder, name) if colon and Path(folder).is_dir() else None


def combined(cells: Sequence[Cell]) -> str:
    """holds, fails, unknown, or "in part"."""
    verdicts = {cell.verdict for cell in cells}
    return verdicts.pop() if len(verdicts) == 1 else "in part"
