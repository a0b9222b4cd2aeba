"""The page of the documentation that says which definition is decided of which subject."""

from __future__ import annotations

from typing import Final

from dpverify.checkers.coverage import KINDS, cells, grouped

INTRODUCTION: Final = """# Which definition is decided of what

Each definition was asked about one small subject of each kind. The table is what the library
answered: it is computed, not written. `dpverify list coverage` computes it again, and with
`--format json` it says what was measured. How to ask:
[continuous noise](continuous-noise.md), [other definitions](other-definitions.md),
[partial knowledge](partial-knowledge.md).

| answer | what it means |
|---|---|
| exact | the smallest value of the last parameter, or the verdict, in exact arithmetic |
| enclosed | the same between two rigorous bounds, or as a number of the normal law |
| claims | some claims are decided, but the smallest value is not measured |
| unsupported | `unknown`, for the reason that is given |
| undefined | the definition says nothing about such a subject |

*Re-checked* means that a kernel accepted the very document; otherwise the reason says why it could
not. "It" is the definition. `∞` counts as a value: with Gaussian noise no pure ε holds, and this is
the answer.
"""
GENERATED: Final = "This page is written by `make coverage`; a test compares it with the code."


def page() -> str:
    """The page as Markdown, computed now."""
    sections = [INTRODUCTION]
    for title, kind in KINDS.items():
        lines = [
            f"## {title[0].upper()}{title[1:]}",
            "",
            f"`{kind.example}`",
            "",
            "| definitions | answer | re-checked | reason |",
            "|---|---|---|---|",
        ]
        for row in grouped(cells([title])):
            reason = row["reason"].replace("|", "\\|")
            lines.append(
                f"| {row['definitions']} | {row['answer']} | {row['re-checked']} | {reason} |"
            )
        sections.append("\n".join([*lines, ""]))
    return "\n".join([*sections, GENERATED, ""])
