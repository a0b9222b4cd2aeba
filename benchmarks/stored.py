"""What a benchmark measured: data in a JSON file, and the table of it in a page of the docs.

A table stands in a page between two comments, `<!-- NAME -->` and `<!-- end of NAME -->`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def store(path: Path, data: Any) -> None:
    """Write what was measured."""
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def load(path: Path) -> Any:
    """What was measured last."""
    return json.loads(path.read_text(encoding="utf-8"))


def with_table(page: str, name: str, lines: Sequence[str]) -> str:
    r"""A page with these lines in the place of its table.

    >>> with_table("<!-- t -->\nold\n<!-- end of t -->\n", "t", ["| new |"]).split("\n")[1:4]
    ['', '| new |', '']
    """
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    head, found, rest = page.partition(start)
    _, closed, tail = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"the page has no table {name}")
    return "".join((head, start, "\n", *(f"{line}\n" for line in lines), "\n", end, tail))


def put_table(page: Path, name: str, lines: Sequence[str]) -> None:
    """Put a table into a page of the docs."""
    page.write_text(with_table(page.read_text(encoding="utf-8"), name, lines), encoding="utf-8")
