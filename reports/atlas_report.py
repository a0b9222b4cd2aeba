"""The atlas as a report: the table of cells, the arrows, and what is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dpverify.reports.model import (
    Block,
    Inline,
    Report,
    Section,
    Span,
    Style,
    Table,
    code,
    paragraph,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.checkers.answers.lists import (
        AtlasArrow,
        AtlasCell,
        AtlasListing,
        AtlasPrinted,
    )

STYLES: Final[Mapping[str, Style]] = {"yes": "good", "no": "bad", "open": "open"}
HOW: Final[Mapping[str, Style]] = {
    "agrees": "good",
    "sharper": "good",
    "settled": "good",
    "settled at an instance": "good",
    "other parameters": "bad",
    "disagrees": "bad",
    "open": "open",
    "not compared": "open",
}
SHORT: Final[Mapping[str, str]] = {
    "post-processing": "post-proc.",
    "convexity": "convex",
    "hidden mixture": "hidden mix",
    "visible mixture": "shown mix",
    "sequential composition": "sequential",
    "adaptive composition": "adaptive",
    "group": "group",
}
"""Heads of the columns."""
WEAK: Final = ("tested", "computed", "bounded")


def atlas_report(
    atlas: AtlasListing, *, details: bool, arrows: bool, printed: bool = False
) -> Report:
    """Return the atlas as a table.

    Args: details a line for each cell; arrows all of them too; printed the literature's table
        instead, with what was computed beside it.
    """
    blocks: list[Block] = [paragraph(counted(atlas.counts))]
    if atlas.printed:
        blocks.append(paragraph(compared(atlas.counts)))
    if printed:
        blocks.append(_printed(atlas.printed))
        return Report(("The atlas beside the printed table",), tuple(blocks), 150)
    if details:
        blocks.append(_cells(atlas.cells))
    elif atlas.cells:
        blocks.append(_table(atlas))
    if arrows or details:
        blocks.append(Section("Arrows", (_arrows(atlas.arrows),)))
    if atlas.undecided:
        rows = tuple((name, reason) for name, reason in atlas.undecided.items())
        told = Table(("definition", "why no finite harness decides it"), rows)
        blocks.append(Section("Not decided here", (told,)))
    return Report(("The atlas of privacy definitions",), tuple(blocks), 150)


def counted(counts: Mapping[str, int]) -> str:
    """Return the counts in one sentence or two."""
    return (
        f"{counts['definitions']} definitions, of which {counts['definitions_that_combine']}"
        f" combine two dimensions; {counts['cells']} cells: {counts['cells_yes']} yes,"
        f" {counts['cells_no']} no, {counts['cells_open']} open, which is"
        f" {_share(counts['cells_open'], counts['cells'])} ({counts['cells_derived']} derived,"
        f" {counts['cells_proved_or_refuted']} with a proof or a witness);"
        f" {counts['arrows']} arrows: {counts['arrows_stated']} stated,"
        f" {counts['arrows_by_steps']} by steps, {counts['arrows_chained']} chained;"
        f" {counts['arrows_refuted']} of them refuted, {counts['arrows_attained']} with a constant"
        f" that is attained. A word in brackets is a grade below proved."
    )


def _share(part: int, whole: int) -> str:
    """Per cent, rounded up: a bound that is met as printed is met."""
    return f"{-(-1000 * part // whole) / 10 if whole else 0} %"


def compared(counts: Mapping[str, int]) -> str:
    """Return how the literature's table and the atlas go together, in two sentences."""
    return (
        f"Of {counts['printed_cells']} cells of the printed table {counts['printed_agrees']} agree,"
        f" {counts['printed_sharper']} are sharper here, {counts['printed_other_parameters']} hold"
        f" with other parameters than those printed, {counts['printed_disagrees']} disagree;"
        f" {counts['printed_open']} are open here and"
        f" {counts['printed_not_compared']} are not compared, because the forms differ. Of its"
        f" {counts['printed_question_marks']} question marks {counts['printed_settled']} are"
        f" settled, and {counts['printed_settled_at_an_instance']} more for a member of a family."
    )


def _printed(cells: Sequence[AtlasPrinted]) -> Table:
    """A row of the printed table, of each column what is printed and what is computed."""
    rows: dict[str, list[Inline]] = {}
    for cell in cells:
        row = rows.setdefault(cell.name, [cell.name, code(cell.definition), cell.carries])
        computed = cell.computed if cell.agreement != "not compared" else "–"
        row.append(Span(f"{cell.printed} / {computed}: {cell.agreement}", HOW[cell.agreement]))
    heads = ("post-processing", "convexity", "composition")
    return Table(
        ("printed row", "row here", "which is", *(f"{head}, printed / here" for head in heads)),
        tuple(map(tuple, rows.values())),
    )


def verdict(cell: AtlasCell) -> Span:
    """Return the answer of a cell; a grade below a proof or a witness is said."""
    grade = f" ({cell.grade})" if cell.grade in WEAK else ""
    mark = "?" if cell.answer == "open" else cell.answer
    return Span(f"{mark}{grade}", STYLES[cell.answer])


def _table(atlas: AtlasListing) -> Table:
    columns = [name for name in SHORT if any(cell.property == name for cell in atlas.cells)]
    known = {(cell.definition, cell.property): cell for cell in atlas.cells}
    rows: list[tuple[Inline, ...]] = []
    for definition in atlas.definitions:
        cells = [known.get((definition.name, name)) for name in columns]
        if any(cells):
            marks = [verdict(cell) if cell is not None else "" for cell in cells]
            rows.append((code(definition.name), *marks))
    return Table(("definition", *(SHORT[name] for name in columns)), tuple(rows))


def _cells(cells: Sequence[AtlasCell]) -> Table:
    rows = tuple(
        (
            code(cell.definition),
            cell.property,
            verdict(cell),
            cell.parameters,
            code(", ".join(cell.claims)) if cell.claims else "",
            cell.derived,
            cell.printed,
        )
        for cell in cells
    )
    names = ("definition", "property", "answer", "parameters", "by", "derived", "printed")
    return Table(names, rows)


def _arrows(arrows: Sequence[AtlasArrow]) -> Table:
    rows = tuple(
        (
            code(arrow.source),
            Span("implies", "good") if arrow.holds else Span("does not imply", "bad"),
            code(arrow.target),
            arrow.given,
            arrow.concluded + (" (attained)" if arrow.tight else ""),
            arrow.grade,
            code(", ".join(arrow.claims)) if arrow.claims else arrow.scope,
        )
        for arrow in arrows
    )
    names = ("from", "", "to", "given", "concluded", "grade", "by")
    return Table(names, rows)
