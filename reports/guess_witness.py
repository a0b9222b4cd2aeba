"""An event that helps an attacker to guess, as a report shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.figures import exact_text, figure_decimal, figure_spans
from dpverify.reports.model import Inline, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.reports.model import Block

SHOWN_OUTPUTS = 12


def guess_blocks(witness: Mapping[str, Any], label: str) -> Iterator[Block]:
    """Yield the goal, the event, and how likely a right guess is before and after it."""
    setting = witness["setting"]
    lead = "Guess" if label == "Inputs" else label
    yield paragraph(*set_spans("g", setting["goal"]), label=lead)
    yield paragraph(*set_spans("", setting["known"]), label="Considered")
    yield paragraph(*set_spans("Y", witness["event"]), label="Event")
    names = ("P[X ∈ g], the prior", "P[X ∈ g | Y], the posterior")
    yield Table(
        ("a right guess", "exact", "decimal"),
        tuple(
            (name, code(exact_text(figure) or ""), figure_decimal(figure))
            for name, figure in zip(names, witness["probabilities"], strict=True)
        ),
    )
    if "excess" in witness:
        yield paragraph(*figure_spans(witness["excess"]), label="Excess")


def set_spans(name: str, members: Sequence[str]) -> tuple[Inline, ...]:
    """Return "S = {a, b}", shortened beyond a dozen members."""
    spans: list[Inline] = [f"{name} = {{" if name else "{"]
    for number, member in enumerate(members[:SHOWN_OUTPUTS]):
        spans.extend([", " if number else "", code(member)])
    more = len(members) - SHOWN_OUTPUTS
    return (*spans, f", … {more} more" if more > 0 else "", "}")
