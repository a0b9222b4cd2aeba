"""An event that helps an attacker to guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.model import Table, paragraph
from dpverify.reports.views.claimed import figure_row, line, number_text, set_spans, set_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import Situation
    from dpverify.reports.model import Block


def situation_blocks(place: Situation[Figure], name: str) -> Iterator[Block]:
    """Yield the goal, the event, and how likely a right guess is before and after it."""
    lead = "Guess" if name == "Inputs" else name
    yield paragraph(*set_spans("g", place.setting["goal"]), label=lead)
    yield paragraph(*set_spans("", place.setting["known"]), label="Considered")
    yield paragraph(*set_spans("Y", place.event), label="Event")
    names = ("P[X ∈ g], the prior", "P[X ∈ g | Y], the posterior")
    rows = map(figure_row, names, place.probabilities)
    yield Table(("a right guess", "exact", "decimal"), tuple(rows))


def situation_lines(place: Situation[Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    for name, labels in place.setting.items():
        yield line(name, set_text(labels))
    yield line("event", set_text(place.event))
    for name, figure in zip(("prior", "posterior"), place.probabilities, strict=True):
        yield line(name, number_text(figure))
