"""The gallery: all findings, their index, and whether the stored pages are what would be written.

What must never change: nothing but the pages and the index is written or removed; a page that
another command writes (`EXTRA`) is left alone and linked if it is there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dpverify.reports.drawings.figure import Panel
from dpverify.reports.drawings.files import svg_file
from dpverify.reports.drawings.key import keys
from dpverify.reports.escape import markdown_text
from dpverify.reports.findings.catalogue import findings
from dpverify.reports.findings.entry_findings import COUNTEREXAMPLE
from dpverify.reports.markdown import to_markdown
from dpverify.reports.model import Picture, Section, paragraph

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.findings.finding import Finding
    from dpverify.reports.model import Report

INDEX = "README.md"
MARKS = {"truth": "line", "other": "dashes", "dot": "dot", "dot claimed": "ring"}
EXTRA = {"benchmark.md": "What dpverify says of the benchmark set of mechanisms"}
INTRODUCTION = """# Findings

Claims of the literature and of public libraries, and readings of them, that dpverify refutes. Each
page says the claim in words and as a formula, where it comes from, the smallest counterexample that
was found, what is true instead, and the commands that compute it again. A source says where the
claim is a reading of what was printed.

`dpverify counterexample NAME` computes one, in any form, NAME as its file is called. `make gallery`
writes all of them anew: the library searches, decides and computes each.
"""


def files(finding: Finding) -> dict[str, str]:
    """Return the page and its drawing, if it has one, by the names of their files, computed now."""
    built = finding.build()
    if built.drawing is None:
        return {f"{finding.name}.md": to_markdown(built.report)}
    name = f"{finding.name}.svg"
    report = _with_drawing(built.report, built.drawing, name)
    return {f"{finding.name}.md": to_markdown(report), name: svg_file(built.drawing)}


def _with_drawing(report: Report, drawing: Figure, name: str) -> Report:
    """The report with its drawing after the counterexample, and in words what the marks are."""
    entries = (key for panel in drawing.panels if isinstance(panel, Panel) for key in keys(panel))
    marks = "; ".join(f"{MARKS[key.style]}: {key.words}" for key in entries)
    shown = (
        Picture(name, "the claim and the truth, against ε"),
        paragraph(f"{marks}.", label="Drawn"),
    )
    return replace(report, blocks=tuple(
        replace(block, blocks=(*block.blocks, *shown))
        if isinstance(block, Section) and block.title == COUNTEREXAMPLE else block
        for block in report.blocks
    ))  # fmt: skip


def index(folder: Path) -> str:
    """Return the Markdown of the index; a page of `EXTRA` is linked if the folder holds it."""
    lines = [INTRODUCTION, "| claim | source |", "|---|---|"]
    lines += [
        f"| [{markdown_text(finding.title)}]({finding.name}.md) | {markdown_text(finding.source)} |"
        for finding in findings()
    ]
    linked = [f"[{title}]({name})." for name, title in EXTRA.items() if (folder / name).is_file()]
    return "\n".join(lines) + "\n" + "".join(f"\n{line}\n" for line in linked)


def write(folder: Path) -> None:
    """Write every page and the index, and remove pages of findings that are no more."""
    folder.mkdir(exist_ok=True)
    for name in superfluous(folder):
        (folder / name).unlink()
    for finding in findings():
        for name, text in files(finding).items():
            (folder / name).write_text(text, "utf-8")
    (folder / INDEX).write_text(index(folder), "utf-8")


def faults(folder: Path, names: Collection[str] | None = None) -> list[str]:
    """Return what is wrong with the stored pages, a line each.

    Args:
        folder: where they are.
        names: the findings whose pages are computed anew; all of them without. The index and the
            names of the files are always compared.
    """
    wrong = [f"{name}: there is no such finding" for name in superfluous(folder)]
    for finding in findings():
        if not (folder / f"{finding.name}.md").is_file():
            wrong.append(f"{finding.name}.md: missing")
        elif names is None or finding.name in names:
            wrong += _stale(folder, finding)
    if not (folder / INDEX).is_file() or _differs(folder / INDEX, index(folder)):
        wrong.append(f"{INDEX}: not the index of these pages")
    return [f"{line}; write it with make gallery" for line in wrong]


def _stale(folder: Path, finding: Finding) -> list[str]:
    """What differs of a page and its drawing; a drawing of a page that has none now."""
    fresh = files(finding)
    stored = {path.name for path in (folder / f"{finding.name}.md", folder / f"{finding.name}.svg")
              if path.is_file()}  # fmt: skip
    return [
        f"{name}: not what the library computes now"
        for name in sorted(stored | fresh.keys())
        if name not in fresh or name not in stored or _differs(folder / name, fresh[name])
    ]


def superfluous(folder: Path) -> list[str]:
    """Return the pages and drawings of the folder that belong to no finding."""
    names = {finding.name for finding in findings()}
    stored = [path for path in folder.iterdir() if path.suffix in (".md", ".svg")]
    return sorted(
        path.name for path in stored if path.name not in {INDEX, *EXTRA} and path.stem not in names
    )


def _differs(path: Path, text: str) -> bool:
    return path.read_bytes() != text.encode()
