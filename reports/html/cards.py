"""Figures on a page: each in a card, with its heading, its key and how to read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.drawings.figure import Panel
from dpverify.reports.drawings.files import embedded
from dpverify.reports.drawings.key import keys, sample
from dpverify.reports.markup import NOTHING, Html, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dpverify.reports.drawings.figure import Drawing, Figure
    from dpverify.reports.drawings.key import Key


def cards(figures: Sequence[Figure], level: int = 2) -> Html:
    """Return figures side by side, as many as fit, with headings of a level; nothing without."""
    shown = (_card(figure, level) for figure in figures)
    return tag("div", *shown, class_="plots") if figures else NOTHING


def _card(figure: Figure, level: int) -> Html:
    panels = tag("div", *(_panel(panel, figure) for panel in figure.panels), class_="panels")
    caption = tag("figcaption", text(figure.caption)) if figure.caption else NOTHING
    heading = tag(f"h{level}", text(figure.title))
    style = "card wide" if figure.wide else "card"
    return tag("section", heading, tag("figure", panels, caption, class_="plot"), class_=style)


def _panel(panel: Panel | Drawing, figure: Figure) -> Html:
    """A panel with its key; its title where there are several."""
    if not isinstance(panel, Panel):
        return _scrolling(panel)
    several = len(figure.panels) > 1
    title = tag("p", text(panel.title), class_="label") if several else NOTHING
    return tag("div", title, embedded(panel), key_list(keys(panel)), class_="panel")


def _scrolling(drawing: Drawing) -> Html:
    """A drawing that keeps its size, in a box of its own that scrolls."""
    inner = embedded(drawing)
    return tag("div", inner, class_="scroll", tabindex="0", role="group", aria_label=drawing.name)


def key_list(entries: Iterable[Key]) -> Html:
    """Return what marks stand for, a sample beside each; nothing where nothing is listed."""
    listed = [_entry(key) for key in entries]
    return tag("ul", *listed, class_="key") if listed else NOTHING


def _entry(key: Key) -> Html:
    drawn = tag("svg", sample(key), viewbox="0 0 24 12", aria_hidden="true")
    return tag("li", drawn, text(key.words))
