"""An event that helps an attacker to guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.checkers.answers.places import SituationWitness
from dpverify.reports.figures import exact_text, figure_decimal, figure_spans
from dpverify.reports.model import Table, code, paragraph
from dpverify.reports.views.claimed import line, number_text, set_spans, set_text

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
    yield Table(
        ("a right guess", "exact", "decimal"),
        tuple(
            (when, code(exact_text(figure) or ""), figure_decimal(figure))
            for when, figure in zip(names, place.probabilities, strict=True)
        ),
    )
    if isinstance(place, SituationWitness):
        yield paragraph(*figure_spans(place.excess), label="Excess")


def situation_lines(place: Situation[Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    for name, labels in place.setting.items():
        yield line(name, set_text(labels))
    yield line("event", set_text(place.event))
    for name, figure in zip(("prior", "posterior"), place.probabilities, strict=True):
        yield line(name, number_text(figure))
    if isinstance(place, SituationWitness):
        yield line("excess", number_text(place.excess))
