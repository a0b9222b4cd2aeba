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
# Rows of the summary: a name, and what the title of a subject matches; the first that fits.
GROUPS: Final = {
    "a finite channel": "finite channel",
    "a program that is run on every path": "enumerated whole",
    "released values with noise": r"^(\w+ ){1,2}noise,",
    "a comparison with Laplace noise, as in sparse vector": "comparison with Laplace",
    "a comparison with other noise": "comparison with",
    "a noisy quotient": "quotient|divided by",
    "every ε of a range at once": "range of ε",
    "a scenario of partial knowledge": "scenario",
}
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


def summary(coverage: str) -> str:
    """How many definitions are decided of each group of subjects, as a table for the README.

    Args: coverage the page as Markdown. Of a group with several subjects the fewest and the most.
    """
    counts: dict[str, dict[bool, list[tuple[int, int]]]] = {}
    for title, (decided, meaningful) in _counts(coverage).items():
        name = next(name for name, part in GROUPS.items() if re.search(part, title))
        places = counts.setdefault(name, {False: [], True: []})
        places[", all " in title].append((decided, meaningful))
    lines = ["| subject | on listed inputs | on all inputs |", "|---|---|---|"]
    lines += [
        f"| {name} | {_span(counts[name][False])} | {_span(counts[name][True])} |"
        for name in GROUPS
        if name in counts
    ]
    return "\n".join(lines)


def _counts(coverage: str) -> dict[str, tuple[int, int]]:
    """Of each subject: definitions that are decided, and those that say something about it."""
    counts: dict[str, tuple[int, int]] = {}
    title = ""
    for line in coverage.splitlines():
        if line.startswith("## "):
            title = line[3:]
        cells = line.split(" | ")
        if title and len(cells) > 2 and cells[1] in ("exact", "enclosed", "claims", "unsupported"):
            number = len(cells[0].split(", "))
            decided, meaningful = counts.get(title, (0, 0))
            more = 0 if cells[1] == "unsupported" else number
            counts[title] = (decided + more, meaningful + number)
    return counts


def _span(counts: list[tuple[int, int]]) -> str:
    if not counts:
        return ""
    fewest, most = min(counts)[0], max(counts)[0]
    shown = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return f"{shown} of {counts[0][1]}"


def with_summary(page: str, coverage: str) -> str:
    """The README with that table between its two marks, whatever stood there before."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{summary(coverage)}\n\n{END}{after}"


def with_limits(page: str, coverage: str) -> str:
    """A page with table and list between its two marks, whatever stood there before."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    text = (
        f"{limits(coverage)}\n\nOf programs with noise, whatever the definition, these are refused"
        f" where the question needs the law of the output:\n\n{shapes()}"
    )
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{after}"
