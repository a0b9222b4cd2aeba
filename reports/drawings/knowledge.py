"""The witness of a scenario: for each value of the knowledge, how likely its event is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.drawings.figure import Axis, Bar, Bars, Figure, Panel
from dpverify.reports.drawings.pair import float_of
from dpverify.reports.escape import elided, visible
from dpverify.reports.figures import figure_decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.checkers.answers.figures import Figure as Figured
    from dpverify.checkers.answers.places import Setting, Term

MOST_TERMS = 12
MOST_WIDE = 0.08
"""Of the whole axis: so wide a bar is, where there are few."""


def knowledge_figure(place: Setting[Figured]) -> Figure:
    """Return pairs of bars, one for each value of the knowledge: P(S | t) and P(S | t').

    Args: place of a `dpverify.result` about a scenario, with its values and terms.
    """
    terms = place.terms[:MOST_TERMS]
    first, second = (elided(visible(value), 30) for value in place.values)
    labels = [elided(visible(term.known), 8) for term in terms]
    bars = [
        Bars(f"the target is {value}", _bars(terms, labels, side, value), inside=side == 0)
        for side, value in enumerate((first, second))
    ]
    names = [(place + 0.5, label) for place, label in enumerate(labels)]
    x = Axis("what is known", ends=(0.0, float(len(terms))), names=names, ticked=False)
    y = Axis("probability of S", ends=(0.0, 1.0))
    spoken = f"probability of the event for a target of {first} and of {second}"
    more = len(place.terms) - len(terms)
    omitted = f" {more} more values of the knowledge are not drawn." if more > 0 else ""
    caption = (
        "S may be another event for each value of what is known. The more the bars of a pair"
        f" differ, the more that value tells about the target.{omitted}"
    )
    panel = Panel("What the attacker sees", x, y, bars=bars, description=spoken)
    return panel.alone("knowledge", caption)


def _bars(
    terms: Sequence[Term[Figured]], labels: Sequence[str], side: int, value: str
) -> list[Bar]:
    """The bars of one value of the target, left or right of the middle of each place."""
    wide = min(MOST_WIDE * len(terms), 0.36)
    bars = []
    for place, term in enumerate(terms):
        given, left = term.probabilities[side], place + 0.5 + (side - 1) * wide
        weight, chance = figure_decimal(term.weight), figure_decimal(given)
        detail = f"known {labels[place]} (probability {weight}), target {value}: {chance}"
        high = float_of(given.exact or given.lower or "0")
        bars.append(Bar(left, left + wide, 0.0, high, detail))
    return bars
