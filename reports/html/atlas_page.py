"""The page of the atlas: the orders drawn, the table, and what each arrow and cell rests on.

Without its few lines of script the page shows every line and no filters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from dpverify.reports.atlas_report import SHORT, compared, counted, verdict
from dpverify.reports.drawings.order import Line, order_svg
from dpverify.reports.html.blocks import inline_html
from dpverify.reports.html.filters import filters
from dpverify.reports.html.page import download, page, resource
from dpverify.reports.markup import NOTHING, Html, join, tag, text
from dpverify.reports.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.lists import (
        AtlasArrow,
        AtlasCell,
        AtlasDefinition,
        AtlasListing,
    )

TITLE: Final = "The atlas of privacy definitions"


def atlas_page(
    atlas: AtlasListing, universes: Mapping[str, str], carried: Mapping[str, Any]
) -> str:
    """Return the page.

    Args: atlas what is shown; universes of the relations, by their names; carried its document.
    """
    told = [counted(atlas.counts), *([compared(atlas.counts)] if atlas.printed else [])]
    under = tag("p", text(" ".join(told)), class_="under")
    content = (
        *_drawings(atlas, universes),
        _table(atlas),
        _claims(atlas),
        download(carried, "atlas.json"),
    )
    return page((TITLE,), *content, under=under, script=resource("filters.js"))


# ---------------------------------------------------------------- the orders


def _drawings(atlas: AtlasListing, universes: Mapping[str, str]) -> Iterator[Html]:
    """One order for the quantities, and one for the relations of each universe."""
    names = {d.name: universes.get(d.relation, "") for d in atlas.definitions}
    numbered = [*enumerate(atlas.arrows)]
    for universe in dict.fromkeys(names.values()):
        nodes = {name: f"#row-{_anchor(name)}" for name, of in names.items() if of == universe}
        lines = [
            Line(a.source, a.target, f"#arrow-{i}", _words(a), a.holds)
            for i, a in numbered
            if a.source in nodes and a.target in nodes and _is_drawn(a)
        ]
        same = "with the same parameters"
        title = f"Relations on {universe}, {same}" if universe else "Quantities"
        joined = {end for line in lines for end in (line.source, line.target)}
        drawn = {name: link for name, link in nodes.items() if name in joined}
        if drawn:
            order = order_svg(drawn, lines, title, same=bool(universe))
            box = tag("div", order, class_="scroll", tabindex="0", role="group", aria_label=title)
            yield tag("section", tag("h2", text(title)), box, class_="card")


def _is_drawn(arrow: AtlasArrow) -> bool:
    """Not what is chained; between relations, what costs nothing, or what fails."""
    if arrow.kind == "steps":
        return arrow.given == arrow.concluded or not arrow.holds
    return arrow.kind == "stated"


def _words(arrow: AtlasArrow) -> str:
    verb = "implies" if arrow.holds else "does not imply"
    return f"{arrow.source} ({arrow.given}) {verb} {arrow.target} ({arrow.concluded})"


def _anchor(name: str) -> str:
    return name.replace(":", "-").replace(".", "-")


# ---------------------------------------------------------------- the table


def _table(atlas: AtlasListing) -> Html:
    names = [name for name in SHORT if any(cell.property == name for cell in atlas.cells)]
    head = tag("tr", *(tag("th", text(n), scope="col") for n in ("definition", *names)))
    known = {(cell.definition, cell.property): cell for cell in atlas.cells}
    rows = (_row(d, [known.get((d.name, n)) for n in names]) for d in atlas.definitions)
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="index")
    box = tag("div", table, class_="scroll", tabindex="0", role="group", aria_label="all cells")
    choices = filters({"answer": ("yes", "no", "open")}, "definitions")
    return tag("section", tag("h2", text("Properties")), choices, box, class_="card")


def _row(definition: AtlasDefinition, cells: Sequence[AtlasCell | None]) -> Html:
    name = tag("strong", text(definition.title))
    first = tag("td", name, tag("span", text(definition.name), class_="id"))
    answers = "|".join(dict.fromkeys(cell.answer for cell in cells if cell is not None))
    return tag(
        "tr", first, *map(_cell, cells), id=f"row-{_anchor(definition.name)}",
        data_answer=answers,
    )  # fmt: skip


def _cell(cell: AtlasCell | None) -> Html:
    if cell is None:
        return tag("td", NOTHING)
    answer = inline_html((verdict(cell),))
    links = join((tag("a", text(_last(n)), href=f"#claim-{_anchor(n)}") for n in cell.claims), ", ")
    notes = [cell.parameters, "derived" if cell.derived else ""]
    notes.append(f"printed: {cell.printed}" if cell.printed else "")
    small = tag("span", text("; ".join(filter(None, notes))), class_="id")
    return tag("td", answer, NOTHING if not cell.claims else Html(" "), links, small,
               data_name=cell.property)  # fmt: skip


def _last(name: str) -> str:
    return "claim" if "." not in name else name.partition(".")[2]


# ---------------------------------------------------------------- what it rests on


def _claims(atlas: AtlasListing) -> Html:
    arrows = tag("ol", *(_arrow(i, arrow) for i, arrow in enumerate(atlas.arrows)))
    used = {name for cell in atlas.cells for name in (*cell.claims, *cell.sharper)}
    used |= {name for arrow in atlas.arrows for name in arrow.claims}
    claims = tag("ul", *(_claim(name) for name in sorted(used)))
    return join(
        (
            tag("section", tag("h2", text("Arrows")), arrows, class_="card"),
            tag("section", tag("h2", text("What they rest on")), claims, class_="card"),
        )
    )


def _arrow(number: int, arrow: AtlasArrow) -> Html:
    grade = Span(arrow.grade, "good" if arrow.holds else "bad")
    tight = "; attained" if arrow.tight else ""
    links = [tag("a", text(name), href=f"#claim-{_anchor(name)}") for name in arrow.claims]
    opened = join(links, ", ")
    if not arrow.claims:
        opened = tag("code", text(f"dpverify atlas --witness {arrow.source}/{arrow.target}"))
    scope = f" ({arrow.scope})" if arrow.kind == "steps" else ""
    words = text(f"{_words(arrow)}{tight}{scope}; {arrow.kind}; ")
    return tag("li", words, inline_html((grade,)), Html(": "), opened, id=f"arrow-{number}")


def _claim(name: str) -> Html:
    command = tag("code", text(f"dpverify atlas --witness {name}"))
    examined = tag("code", text(f"dpverify prove {name}"))
    return tag(
        "li", tag("strong", text(name)), Html(": "), command, Html(" · "), examined,
        id=f"claim-{_anchor(name)}",
    )  # fmt: skip
