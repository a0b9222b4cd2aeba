"""A scenario's witness as readers see it: the setting, a term for each value of the knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.escape import elided, shortened, visible
from dpverify.reports.figures import exact_of, figure_decimal, figure_spans
from dpverify.reports.model import Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Block

    Document = Mapping[str, Any]

SHOWN_TERMS = 12
SHOWN_OUTPUTS = 6
LINES = 6


def setting_blocks(definition: str, witness: Document) -> Iterator[Block]:
    """Yield the setting, the table of terms and the excess."""
    where = witness["setting"]
    values = ", ".join(f"t = {t}" if not i else f"t' = {t}" for i, t in enumerate(where["values"]))
    yield paragraph(
        f"record {where['target']} under law {where['theta']} of the family: ", values,
        label="Target",
    )  # fmt: skip
    if definition == "theta-reducible":
        yield paragraph(
            "the first value known has more outputs with these probabilities than the second",
            label="Obstruction",
        )
    heads = ("known", "its probability", "event S", *(f"P(S | {t})" for t in where["values"]))
    rows = tuple(_row(term) for term in witness["terms"][:SHOWN_TERMS])
    yield Table(tuple(visible(head) for head in heads), rows)
    more = len(witness["terms"]) - SHOWN_TERMS
    if more > 0:
        yield paragraph(f"… and {more} more values of the knowledge")
    if "excess" in witness:
        yield paragraph(*figure_spans(witness["excess"]), label="Excess")


def _row(term: Document) -> tuple[Any, ...]:
    return (
        code(shortened(term["known"], 40)),
        _figure(term["weight"]),
        code(event_text(term)),
        *(_figure(figure) for figure in term["probabilities"]),
    )


def _figure(figure: Document | str) -> str:
    exact = exact_of(figure)
    return exact if exact is not None and len(exact) <= 16 else figure_decimal(figure)


def event_text(term: Document) -> str:
    """Return "{⊥, 5, 6}", shortened beyond six outputs; an interval of counts as "101…900"."""
    shown = [shortened(output, 30) for output in term["event"][:SHOWN_OUTPUTS]]
    more = len(term["event"]) - SHOWN_OUTPUTS
    interval = ["…".join(term["interval"])] if "interval" in term else []
    return f"{{{', '.join([*shown, *([f'… {more} more'] if more > 0 else []), *interval])}}}"


def setting_lines(witness: Document) -> Iterator[str]:
    """Yield the setting in a few lines of plain text."""
    where = witness["setting"]
    values = ", ".join(visible(elided(t, 24)) for t in where["values"])
    law = f"law {where['theta']} of the family"
    yield f"target    record {where['target']}, values {values} ({law})"
    for term in witness["terms"][:LINES]:
        known = visible(elided(term["known"], 24))
        event = visible(elided(event_text(term), 40))
        masses = " and ".join(figure_decimal(figure) for figure in term["probabilities"])
        yield f"known     {known}: S = {event} has probability {masses}"
    more = len(witness["terms"]) - LINES
    if more > 0:
        yield f"known     … {more} more values"
    if "excess" in witness:
        yield f"excess    {figure_decimal(witness['excess'])}"
