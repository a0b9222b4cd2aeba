"""What is not decided, for the page about *unknown*: from the page of coverage and the refusals.

The page of coverage is computed, and holds one table for each kind of subject. Here its refusals
stand by their reason, so that a limit that falls there falls here too.
"""

from __future__ import annotations

import re
from typing import Final

from dpverify.checkers.unsupported import Shape

BEGIN: Final = "<!-- from the page of coverage, by make coverage -->"
END: Final = "<!-- end of what is taken from there -->"
_ROW: Final = re.compile(
    r"\| (?P<definitions>[^|]+) \| (?P<answer>unsupported|claims) \| [^|]*\|(?P<reason>.*)\|"
)


def limits(coverage: str) -> str:
    """The refusals of the page of coverage as one table, a row for each reason and its subjects.

    Args: coverage the page as Markdown.
    """
    titles: dict[tuple[str, str], list[str]] = {}
    title = ""
    for line in coverage.splitlines():
        if line.startswith("## "):
            title = line[3:]
        row = _ROW.fullmatch(line)
        if row is not None:
            for definition in row["definitions"].split(", "):
                titles.setdefault((row["reason"].strip(), definition), []).append(title)
    rows: dict[tuple[str, str], list[str]] = {}
    for (reason, definition), subjects in titles.items():
        rows.setdefault((reason, "; ".join(subjects)), []).append(definition)
    lines = ["| not decided, or not measured | of | because |", "|---|---|---|"]
    lines += [
        f"| {', '.join(definitions)} | {subjects} | {reason} |"
        for (reason, subjects), definitions in rows.items()
    ]
    return "\n".join(lines)


def shapes() -> str:
    """What a program with noise may do that keeps its laws from being known, as a list."""
    return "\n".join(f"- {shape.value.replace('{}', '…')}" for shape in Shape)


def with_limits(page: str, coverage: str) -> str:
    """A page with table and list between its two marks, whatever stood there before."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    text = (
        f"{limits(coverage)}\n\nOf programs with noise, whatever the definition, these are refused"
        f" where the question needs the law of the output:\n\n{shapes()}"
    )
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{after}"
