"""Docstrings as reStructuredText, which is what autodoc reads.

They are written as plain text with code in single backquotes, now and then a table in Markdown,
and with stars, bars and underscores that mean themselves: μ* and P(S | x) are mathematics. Short
ones give arguments and results in a sentence each, "Args: x a number; y another.", indented where
it goes on.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LABELLED = re.compile(r"(?P<label>[A-Z][a-z]+): +(?P<text>\S.*)")
LABELS = {"Args", "Returns", "Raises", "Source"}
LITERAL = re.compile(r"(``[^`]+``)")
# *Risk* is emphasis; e^(-1)*2 and x* are not.
EMPHASIS = re.compile(r"(?<![\w*)])\*(\w[^*\n]*[\w:]|\w)\*(?![\w*])")
SECTIONS = {"Args:", "Returns:", "Raises:", "Yields:", "Attributes:", "Example:", "Examples:"}


def restructured(lines: list[str]) -> list[str]:
    """Return the lines of a docstring for docutils."""
    made: list[str] = []
    rows: list[str] = []
    before = ""
    for line, kind in _with_kind(_separated(lines)):
        if kind == "prose" and line.lstrip().startswith("|") and line.rstrip().endswith("|"):
            rows.append(line)
            continue
        made += _table(rows)
        rows = []
        if kind == "example" != before:
            made += ["::", ""]
        made.append(_escaped(line) if kind == "prose" else line)
        before = kind
    return made + _table(rows)


def _separated(lines: list[str]) -> list[str]:
    """The lines with each labelled sentence and each list as a paragraph of its own."""
    made: list[str] = []
    sentence = item = False
    for line in lines:
        text = line.strip()
        found = LABELLED.fullmatch(line)
        begins = found is not None and found["label"] in LABELS
        ends = bool(text) and not line.startswith(" ")
        if begins or (ends and (sentence or (item and not line.startswith("- ")))):
            made.append("")
        if begins and found is not None:
            text = f"*{found['label']}:* {found['text']}"
        if ends:
            sentence, item = begins, line.startswith("- ")
        elif not text:
            sentence = item = False
        made.append(text if sentence else line)
    return made


def _with_kind(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Each line with its kind: "prose", "session" up to an empty line, or "example".

    An example stands indented below an empty line, and outside a section such as "Args:".
    """
    kind, section, after_empty = "prose", False, True
    for line in lines:
        text, indented = line.strip(), line.startswith("    ")
        if text and not indented:
            section = text in SECTIONS
        if text.startswith(">>>"):
            kind = "session"
        elif text and kind != "session":
            goes_on = kind == "example" or after_empty
            kind = "example" if indented and not section and goes_on else "prose"
        yield line, kind
        after_empty = not text
        if after_empty and kind == "session":
            kind = "prose"


def _escaped(line: str) -> str:
    """Code as a literal, parted from a letter right after it ("`Value`s"); all else as prose."""
    parts = LITERAL.split(CODE.sub(r"``\1``", line))
    made = ""
    for at, part in enumerate(parts):
        literal = at % 2
        glued = not literal and at and part[:1].isalnum()
        made += part if literal else ("\\ " if glued else "") + _plain(part)
    return made


def _plain(text: str) -> str:
    kept = EMPHASIS.split(text)
    # Every second part is what stood between two stars.
    return "".join(
        f"*{part}*" if at % 2 else re.sub(r"([*|\\]|_(?!\w))", r"\\\1", part)
        for at, part in enumerate(kept)
    )


def _table(rows: list[str]) -> list[str]:
    if not rows:
        return []
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    cells = [row for row in cells if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    made = [".. list-table::", "   :header-rows: 1", ""]
    for row in cells:
        for at, cell in enumerate(row):
            made.append(f"   {'* -' if at == 0 else '  -'} {_escaped(cell)}".rstrip())
    return [*made, ""]


def _process(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Change the lines in place, as autodoc asks; before napoleon reads the sections.

    Of a property napoleon takes what stands before a colon for a type; an empty comment hides it.
    """
    del app, name, thing, options
    hidden = ["..", ""] if what in {"attribute", "data", "property"} else []
    lines[:] = hidden + restructured(list(lines))


def setup(app: Sphinx) -> dict[str, bool]:
    """Listen before napoleon does, whose priority is 500."""
    app.connect("autodoc-process-docstring", _process, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
