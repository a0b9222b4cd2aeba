"""A pair of laws that is drawn, and drawings read back from their markup."""

from __future__ import annotations

import dpverify as dv
from dpverify.defs.numbers import Number
from dpverify.reports.drawings.figure import Coordinate, Figure, Panel
from dpverify.reports.drawings.pair import pair_of
from dpverify.reports.html.cards import cards
from tests.reports.html.parsed import Parsed

CHANNEL = dv.Channel(
    ["x", "x'"], ["a", "b", "c", "d"],
    [["1/2", "1/4", "1/4", "0"], ["1/4", "0", "3/4", "0"]],
)  # fmt: skip
PAIR = pair_of(CHANNEL, ("x", "x'"), ["a", "b"])


def panels_of(figure: Figure) -> list[Panel]:
    """The panels of a figure of axes."""
    panels = [panel for panel in figure.panels if isinstance(panel, Panel)]
    assert len(panels) == len(figure.panels)
    return panels


def near(number: Coordinate) -> float:
    """A number as a float."""
    return float(number if isinstance(number, float | int) else number.ball(128).mid())


def enclosed(number: Coordinate) -> Number:
    """A number of a series that is computed exactly or enclosed, which no float is."""
    assert not isinstance(number, float | int)
    return number


def panel_of(figure: Figure) -> Panel:
    """The one panel of a figure of axes."""
    (panel,) = panels_of(figure)
    return panel


def read(figure: Figure) -> Parsed:
    """The figure as a page shows it."""
    found = Parsed()
    found.feed(cards([figure]))
    found.close()
    assert found.faults == []
    return found


def of_class(found: Parsed, style: str) -> list[dict[str, str]]:
    """Attributes of each mark of a style, those of the key too."""
    return [
        {key: value or "" for key, value in attrs.items()}
        for _, attrs in found.tags
        if attrs.get("class") == style and ("cx" in attrs or "x" in attrs or "d" in attrs)
    ]


def in_plot(found: Parsed, style: str) -> list[dict[str, str]]:
    """Marks of a style without those of the key, whose drawings are 24 wide."""
    return [mark for mark in of_class(found, style) if mark.get("cx") != "12"]
