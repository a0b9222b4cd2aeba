"""An event on two inputs, with its probability on each: exact, or enclosed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from dpverify.reports.escape import elided
from dpverify.reports.figures import figure_decimal, figure_rounded
from dpverify.reports.inequality import inequality
from dpverify.reports.model import Formula, paragraph
from dpverify.reports.views.claimed import (
    SHOWN_NUMBER,
    figure_row,
    figure_table,
    label,
    line,
    pair_line,
    pair_spans,
    set_spans,
    set_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import EnclosedEvent, Place
    from dpverify.reports.model import Block
    from dpverify.reports.views.claimed import Claimed

    Event: TypeAlias = Place[Figure] | EnclosedEvent[Figure, Figure]


def event_labels(place: Event) -> Sequence[str]:
    """Return the members of an event: outputs, or words with where what they release lies."""
    regions = getattr(place, "regions", ())
    if len(regions) != len(place.event):
        return place.event
    from dpverify.reports.views.regions import region_text

    pairs = zip(regions, place.event, strict=True)
    return [label if part.factors is None else region_text(part) for part, label in pairs]


def event_blocks(place: Event, claim: Claimed, name: str) -> Iterator[Block]:
    """Yield two inputs, the event, both probabilities and the inequality between them."""
    yield paragraph(*pair_spans(place.inputs), label=name)
    yield paragraph(*set_spans("S", event_labels(place)), label="Event")
    rows = zip(("P(S)", "Q(S)"), place.inputs, place.probabilities, strict=True)
    table = (figure_row(f"{side}, on input {x}", figure) for side, x, figure in rows)
    yield figure_table("probability", tuple(table))
    yield from _inequality(place, claim)


def _inequality(place: Event, claim: Claimed) -> Iterator[Block]:
    """Yield the inequality with numbers, where all of them are known."""
    p, q = (figure.exact for figure in place.probabilities)
    needed = {"pure-dp": 1, "local-dp": 1}.get(claim.definition, 2)
    if len(claim.parameters) < needed:
        return
    if p is None or q is None:
        yield from _enclosed(place, claim.definition)
        return
    shown = inequality(claim.definition, claim.parameters, (p, q))
    if shown is not None:
        yield Formula(shown.lines())


def _enclosed(place: Event, definition: str) -> Iterator[Block]:
    """Yield the inequality in decimals: the right side is P(S) without the excess."""
    sides = {"pure-dp": "e^ε · Q(S)", "approx-dp": "e^ε · Q(S) + δ"}
    excess = getattr(place, "excess", None)
    if definition not in sides or excess is None:
        return
    p, more = (figure_rounded(figure) for figure in (place.probabilities[0], excess))
    if p is None or more is None or more <= 0:
        return
    left, right = (f"{number:.10f}" for number in (p, p - more))
    if left == right:
        return
    width = max(len(left), len("P(S)"))
    lines = f"{'P(S)':>{width}}  >  {sides[definition]}", f"{left:>{width}}  >  {right}"
    yield Formula((*lines, "(rounded)"))


def event_lines(place: Event, excess: Figure | None) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    yield line("event", f"S = {set_text(event_labels(place))}")
    yield from number_lines(("P(S)", "Q(S)"), place.inputs, place.probabilities, excess)


def number_lines(
    names: tuple[str, str], inputs: Sequence[str], numbers: Sequence[Figure], excess: Figure | None
) -> Iterator[str]:
    """Yield a small table for a message: two numbers and the excess, exact and in decimals."""
    named = [f"{name}, on input {label(x)}" for name, x in zip(names, inputs, strict=True)]
    figures = list(zip(named, numbers, strict=True))
    if excess is not None:
        figures.append(("excess", excess))
    rows = [
        ("", "exact", "decimal"),
        *(
            (name, elided(figure.exact or "–", SHOWN_NUMBER), figure_decimal(figure))
            for name, figure in figures
        ),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    yield ""
    for row in rows:
        yield f"  {row[0]:<{widths[0]}}   {row[1]:<{widths[1]}}   {row[2]}"
    yield ""
