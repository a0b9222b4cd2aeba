"""Figures on a page: each in a card, with its heading, its key and how to read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.drawings.figure import Panel
from dpverify.reports.drawings.files import embedded
from dpverify.reports.drawings.key import keys, sample
from dpverify.reports.markup import NOTHING, Html, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.drawings.heat_map import HeatMap
    from dpverify.reports.drawings.key import Key


def cards(figures: Sequence[Figure]) -> Html:
    """Return figures side by side, as many as fit; nothing without figures."""
    return tag("div", *map(_card, figures), class_="plots") if figures else NOTHING


def _card(figure: Figure) -> Html:
    caption = (tag("figcaption", text(figure.caption)),) if figure.caption else ()
    inner = tag("figure", *_panels(figure), *caption, class_="plot")
    style = "card wide" if figure.wide else "card"
    return tag("section", tag("h2", text(figure.title)), inner, class_=style)


def _panels(figure: Figure) -> Iterator[Html]:
    """Each panel with its key; its title where there are several."""
    for panel in figure.panels:
        if not isinstance(panel, Panel):
            yield _scrolling(panel)
            continue
        if len(figure.panels) > 1:
            yield tag("p", text(panel.title), class_="label")
        yield embedded(panel)
        yield key_list(keys(panel))


def _scrolling(drawing: HeatMap) -> Html:
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
