"""Reports about regions: a drawing of the cells, and why each is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.json_report import bundle
from dpverify.reports.model import Paragraph, Report, Span, Table, paragraph
from dpverify.reports.scope import OTHER_INPUTS, scope_of

WORDS = {
    "holds": Span("holds", "good"),
    "fails": Span("fails", "bad"),
    "unknown": Span("?", "open"),
}
REASONS = {
    "sensitivity": "the noise covers the sensitivity",
    "alone": "with one candidate nothing is chosen",
    "range": "two candidates, whose difference moves no more than the noise covers",
    "attained": "neighbours attain more than the noise covers",
    "two": "two candidates, and neighbours that attain more than the noise covers",
    "three": "three candidates, and neighbours that attain more than the noise covers",
    "apart": "two neighbours are further apart than allowed",
}
"""What the words of a statement's cells stand for."""
LISTED = "the listed inputs"
MARKS = {"holds": "●", "fails": "○", "unknown": "?"}


class Place(Protocol):
    """One cell, as `app.regions` has it."""

    @property
    def values(self) -> tuple[int, ...]:
        """Of the parameters."""

    @property
    def verdict(self) -> str:
        """holds, fails or unknown."""

    @property
    def why(self) -> str:
        """In a word or two."""

    @property
    def document(self) -> Mapping[str, Any] | None:
        """What the kernel re-checks."""


class Ranges(Protocol):
    """What the cells range over."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the parameters."""

    @property
    def ranges(self) -> tuple[range, ...]:
        """One for each."""

    @property
    def all_eps(self) -> bool:
        """Whether eps is every number above 0."""


def region_report(text: str, over: Ranges, cells: Sequence[Place]) -> Report:
    """A drawing with one row for each value of the second parameter, then the reasons."""
    at = {cell.values: cell for cell in cells}
    columns = over.ranges[0]
    rows = over.ranges[1] if len(over.ranges) > 1 else None
    names = over.names
    drawing = Table(
        ("" if rows is None else f"{names[1]} \\ {names[0]}", *map(str, columns)),
        tuple(
            (str(row) if rows is not None else names[0],
             *(MARKS[at[(x, row) if rows is not None else (x,)].verdict] for x in columns))
            for row in (reversed(rows) if rows is not None else [0])
        ),
    )  # fmt: skip
    counts = ", ".join(
        f"{sum(cell.verdict == verdict for cell in cells)} {word}"
        for verdict, word in (("holds", "hold"), ("fails", "fail"), ("unknown", "unknown"))
    )
    eps = "for every eps above 0; " if over.all_eps else ""
    legend = f"{eps}● holds, ○ fails, ? unknown: {counts}"
    short = paragraph(plain_region(over, cells), label="In short")
    blocks = (
        short,
        region_scope(over, cells),
        drawing,
        paragraph(legend),
        cells_table(over, cells),
    )
    return Report((text,), blocks)


def cells_table(over: Ranges, cells: Sequence[Place]) -> Table:
    """Return a row for each cell: the values of the parameters, the verdict, the reason."""
    return Table(
        (*over.names, "verdict", "because"),
        tuple(
            (*map(str, cell.values), WORDS[cell.verdict], REASONS.get(cell.why, cell.why))
            for cell in cells
        ),
    )


def plain_region(over: Ranges, cells: Sequence[Place]) -> str:
    """Return in one sentence where the claim holds."""
    counts = {verdict: sum(c.verdict == verdict for c in cells) for verdict in MARKS}
    size = len(cells)
    cases = f"all {size} cases that were asked about" if size > 1 else "the case asked about"
    if counts["holds"] == size:
        return f"The claim holds in {cases}."
    if counts["fails"] == size:
        return f"The claim fails in {cases}."
    said = f"Of {size} cases, the claim holds in {counts['holds']} and fails in {counts['fails']}"
    if counts["unknown"]:
        said += f"; {counts['unknown']} were not decided"
    return f"{said}.{_cut(over, cells)}"


def _cut(over: Ranges, cells: Sequence[Place]) -> str:
    """Where the claim holds, if one parameter alone says it; nothing where a cell is unknown."""
    if any(cell.verdict == "unknown" for cell in cells):
        return ""
    for place, name in enumerate(over.names):
        good = {cell.values[place] for cell in cells if cell.verdict == "holds"}
        bad = {cell.values[place] for cell in cells if cell.verdict != "holds"}
        if good and bad and max(good) < min(bad):
            return f" It holds where {name} is at most {max(good)}, and in no other of these."
        if good and bad and max(bad) < min(good):
            return f" It holds where {name} is at least {min(good)}, and in no other of these."
    return ""


def region_scope(over: Ranges, cells: Sequence[Place]) -> Paragraph:
    """Return what was asked about, of which inputs, and what was not."""
    spans = [f"{name} from {span[0]} to {span[-1]}" if len(span) > 1 else f"{name} = {span[0]}"
             for name, span in zip(over.names, over.ranges, strict=True)]  # fmt: skip
    eps = ["every ε > 0"] if over.all_eps else []
    covers = ", and ".join([" and ".join(spans), *eps])
    inputs = _inputs(cells)
    of = f"; in each cell {' or '.join(inputs)}" if inputs else ""
    others = f"; {OTHER_INPUTS}" if LISTED in inputs else ""
    words = f"{covers}{of}; not covered: other values of the parameters{others}"
    return paragraph(words, label="Scope")


def _inputs(cells: Sequence[Place]) -> list[str]:
    """Of which inputs the cells are, in words: with every ε at once those alone that are listed.

    Nothing is said of a pack's statement, whose text says it, nor of what was not decided.
    """
    results = [
        cell.document
        for cell in cells
        if cell.verdict != "unknown"
        and cell.document is not None
        and str(cell.document.get("schema", "")).startswith("dpverify.result/")
    ]
    # Of "all real, every ε > 0" the part about inputs. How many are listed differs between cells.
    kinds = {scope_of(read_answer(document)).brief.partition(",")[0] for document in results}
    return sorted({LISTED if "listed" in kind else f"{kind} inputs" for kind in kinds})


def region_document(cells: Sequence[Place]) -> Mapping[str, Any]:
    """The documents of the cells, each once, in the envelope that `replay` opens."""
    documents: list[Mapping[str, Any]] = []
    for cell in cells:
        if cell.document is not None and cell.document not in documents:
            documents.append(cell.document)
    return bundle(documents)
