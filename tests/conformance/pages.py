"""The pages of the documentation as this suite reads them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from tests.repository.source import ROOT

CODE = re.compile(r"`([^`]+)`")


@cache
def page(path: str) -> str:
    """The text of a file, by its path from the root."""
    return (ROOT / path).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Row:
    """A row of the glossary.

    Args: heads of the columns; cells of the row.
    """

    heads: tuple[str, ...]
    cells: tuple[str, ...]

    @property
    def terms(self) -> list[str]:
        """What it defines: what its first cell lists, without what stands there in brackets."""
        plain = re.sub(r"\([^()]*\)$", "", self.cells[0]).replace("`", "")
        return [term.strip() for term in plain.split(", ") if term.strip()]

    @property
    def names(self) -> set[str]:
        """The names in code that it explains, in its first cell and in the one of names."""
        told = [self.cells[0], *(self.cells[1:2] if "name" in self.heads[1] else ())]
        return {name for cell in told for name in CODE.findall(cell)}


def glossary_rows() -> list[Row]:
    """Each row of each table of the glossary, without the heads."""
    found: list[Row] = []
    heads: tuple[str, ...] = ()
    lines = page("docs/glossary.md").splitlines()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        cells = tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
        if below.startswith("|---"):
            heads = cells
        elif line.startswith("| "):
            found.append(Row(heads, cells))
    return found
