"""A setting of a scenario: who is asked about, and a term for each value of the knowledge."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dpverify.reports.escape import elided, shortened, visible
from dpverify.reports.figures import figure_decimal
from dpverify.reports.model import Table, code, paragraph
from dpverify.reports.views.claimed import line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import Setting, Term
    from dpverify.reports.model import Block, Cells, Inline

SHOWN_TERMS = 12
SHOWN_OUTPUTS = 6
LINES = 6
REDUCIBLE = "theta-reducible"
"""Its terms hold outputs of which each has the probabilities; no event has them, such as {}."""


def setting_blocks(place: Setting[Figure], definition: str) -> Iterator[Block]:
    """Yield the setting, the table of terms."""
    values = ", ".join(f"t = {t}" if not i else f"t' = {t}" for i, t in enumerate(place.values))
    yield paragraph(f"record {place.target} {_law(place)}: ", values, label="Target")
    shown = ("event S", "S")
    if definition == REDUCIBLE:
        shown = ("outputs o", "o")
        yield paragraph(
            "the first value known has more outputs with these probabilities than the second",
            label="Obstruction",
        )
    heads = ("known", "its probability", shown[0], *(f"P({shown[1]} | {t})" for t in place.values))
    rows = tuple(_row(term) for term in place.terms[:SHOWN_TERMS])
    yield Table(tuple(visible(head) for head in heads), rows)
    more = len(place.terms) - SHOWN_TERMS
    if more > 0:
        yield paragraph(f"… and {more} more values of the knowledge")


def known_spans(known: str, longest: int) -> tuple[Inline, ...]:
    """Return what is known in a sentence: "152..4847=0" is 0 at one of these places.

    Places at which a known record tells the same, nearly, share a term, which is about their mean.
    """
    told = re.fullmatch(r"([0-9]+)\.\.([0-9]+)=(.+)", known, re.DOTALL)
    if told is None:
        return (code(shortened(known, longest)),)
    first, last, value = told.groups()
    return (f"one record from {first} to {last} (it is ", code(shortened(value, longest)), ")")


def _law(place: Setting[Figure]) -> str:
    """Return which law of Θ is meant."""
    if place.at is None:
        return f"under law {place.theta} of the family"
    return " and ".join(
        f"at {visible(elided(f'{name} = {p}', 60))}" for name, p in place.at.items()
    )


def _row(term: Term[Figure]) -> Cells:
    numbers = (_figure(figure) for figure in term.probabilities)
    known, weight = code(shortened(term.known, 40)), _figure(term.weight)
    return (known, weight, code(event_text(term)), *numbers)


def _figure(figure: Figure) -> str:
    exact = figure.exact
    return exact if exact is not None and len(exact) <= 16 else figure_decimal(figure)


def event_text(term: Term[Figure]) -> str:
    """Return "{⊥, 5, 6}", shortened beyond six outputs; an interval of counts as "101…900"."""
    shown = [shortened(output, 30) for output in term.event[:SHOWN_OUTPUTS]]
    more = len(term.event) - SHOWN_OUTPUTS
    interval = [] if term.interval is None else ["…".join(map(str, term.interval))]
    return f"{{{', '.join([*shown, *([f'… {more} more'] if more > 0 else []), *interval])}}}"


def setting_lines(place: Setting[Figure], definition: str) -> Iterator[str]:
    """Yield the setting for a message."""
    values = ", ".join(visible(elided(t, 24)) for t in place.values)
    yield line("target", f"record {place.target}, values {values} ({_law(place)})")
    for term in place.terms[:LINES]:
        known = visible(elided(term.known, 24))
        event = visible(elided(event_text(term), 40))
        masses = " and ".join(figure_decimal(figure) for figure in term.probabilities)
        told = f"S = {event} has probability {masses}"
        if definition == REDUCIBLE:
            told = f"{event} are the outputs with probability {masses}"
        yield line("known", f"{known}: {told}")
    more = len(place.terms) - LINES
    if more > 0:
        yield line("known", f"… {more} more values")
