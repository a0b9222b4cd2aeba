"""What a view has to know of a claim, and the lines of a short message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpverify.reports.escape import elided, shortened, visible
from dpverify.reports.figures import figure_decimal, number_span
from dpverify.reports.model import Inline, Table, code

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpverify.checkers.answers.figures import Figure
    from dpverify.reports.model import Cells

LABEL = 11
SHOWN_LABEL = 24
SHOWN_NUMBER = 36
SHOWN_OUTPUTS = 12
LINE_OUTPUTS = 8


@dataclass(frozen=True)
class Claimed:
    """A definition with its parameters as texts; those that are not known are left out."""

    definition: str
    parameters: Mapping[str, str]


def set_spans(name: str, members: Sequence[str]) -> tuple[Inline, ...]:
    """Return "S = {a, b}", shortened beyond a dozen members."""
    spans: list[Inline] = [f"{name} = {{" if name else "{"]
    for number, member in enumerate(members[:SHOWN_OUTPUTS]):
        spans.extend([", " if number else "", code(member)])
    more = len(members) - SHOWN_OUTPUTS
    return (*spans, f", … {more} more" if more > 0 else "", "}")


def pair_spans(inputs: Sequence[str]) -> tuple[Inline, ...]:
    """Return "x = a and x' = b"."""
    first, second = inputs
    return ("x = ", code(first), " and x' = ", code(second))


def figure_row(name: Inline, figure: Figure) -> Cells:
    """Return a number as a row of a table: its name, exact, in decimals."""
    exact = figure.exact
    return (name, "" if exact is None else number_span(exact), figure_decimal(figure))


def figure_table(name: str, rows: Sequence[Cells]) -> Table:
    """Return rows of `figure_row` as a table, without a column that would be empty."""
    if all(row[1] == "" for row in rows):
        return Table((name, "decimal"), tuple((row[0], row[2]) for row in rows))
    return Table((name, "exact", "decimal"), tuple(rows))


def pair_line(inputs: Sequence[str]) -> str:
    """Return the two inputs as a line of a message."""
    first, second = map(label, inputs)
    return line("inputs", f"x = {first}, x' = {second}")


def set_text(members: Sequence[str]) -> str:
    """Return "{'a', 'b'}" for a message, shortened beyond eight members."""
    shown = ", ".join(label(member) for member in members[:LINE_OUTPUTS])
    more = len(members) - LINE_OUTPUTS
    return f"{{{shown}{f', … {more} more' if more > 0 else ''}}}"


def number_text(figure: Figure) -> str:
    """Return "= 1/2", "= ln(3) ≈ 1.1", or the decimal where that is all there is."""
    exact, decimal = figure.exact, figure_decimal(figure)
    if exact is None:
        return decimal
    near = decimal if decimal.startswith(("≈", "in")) else f"= {decimal}"
    return f"= {exact}" if decimal == exact else f"= {elided(exact, SHOWN_NUMBER)} {near}"


def label(text: str) -> str:
    """Return the label of an input or output in quotes, elided."""
    return f"'{elided(visible(text), SHOWN_LABEL)}'"


def brief(text: str, limit: int) -> str:
    """Return a text on one line, shortened."""
    return shortened(visible(text), limit)


def line(name: str, text: str) -> str:
    """Return a line of a message under its name."""
    return f"  {name:<{LABEL - 2}} {text}"
