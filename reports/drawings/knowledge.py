"""The witness of a scenario: for each value of the knowledge, how likely its event is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.drawings.figure import Axis, Bar, Bars, Figure, Panel
from dpverify.reports.drawings.pair import float_of
from dpverify.reports.escape import elided, visible
from dpverify.reports.figures import exact_of, figure_decimal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_TERMS = 12
MOST_WIDE = 0.08
"""Of the whole axis: so wide a bar is, where there are few."""


def knowledge_figure(witness: Mapping[str, Any]) -> Figure:
    """Return pairs of bars, one for each value of the knowledge: P(S | t) and P(S | t').

    Args: witness of a `dpverify.result` about a scenario, with its setting and terms.
    """
    terms, values = witness["terms"][:MOST_TERMS], witness["setting"]["values"]
    first, second = (elided(visible(value), 30) for value in values)
    known = [elided(visible(term["known"]), 8) for term in terms]
    bars = [
        Bars(f"the target is {value}", _bars(terms, known, side, value), inside=side == 0)
        for side, value in enumerate((first, second))
    ]
    names = [(place + 0.5, label) for place, label in enumerate(known)]
    x = Axis("what is known", ends=(0.0, float(len(terms))), names=names, ticked=False)
    y = Axis("probability of S", ends=(0.0, 1.0))
    spoken = f"probability of the event for a target of {first} and of {second}"
    more = len(witness["terms"]) - len(terms)
    left = f" {more} more values of the knowledge are not drawn." if more > 0 else ""
    caption = (
        "S may be another event for each value of what is known. The more the bars of a pair"
        f" differ, the more that value tells about the target.{left}"
    )
    panel = Panel("What the attacker sees", x, y, bars=bars, description=spoken)
    return panel.alone("knowledge", caption)


def _bars(
    terms: Sequence[Mapping[str, Any]], known: Sequence[str], side: int, value: str
) -> list[Bar]:
    """The bars of one value of the target, left or right of the middle of each place."""
    wide = min(MOST_WIDE * len(terms), 0.36)
    bars = []
    for place, term in enumerate(terms):
        given, left = term["probabilities"][side], place + 0.5 + (side - 1) * wide
        weight, chance = figure_decimal(term["weight"]), figure_decimal(given)
        detail = f"known {known[place]} (probability {weight}), target {value}: {chance}"
        high = float_of(exact_of(given) or given["lower"])
        bars.append(Bar(left, left + wide, 0.0, high, detail))
    return bars
