"""What a tight value rests on where no place attains it: a trade-off function, a limit, a bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.escape import shortened
from dpverify.reports.figures import exact_text, figure_decimal, figure_spans
from dpverify.reports.model import Display, Table, code, paragraph, plain
from dpverify.reports.views.claimed import figure_row, pair_spans, set_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.documents import Answer, Corner
    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import PairValue
    from dpverify.reports.model import Block

CORNERS = 40


def trade_off_blocks(corners: Sequence[Corner]) -> Iterator[Block]:
    """Yield the corners of a channel's trade-off function with the tests that attain them."""
    if not corners:
        return
    yield paragraph(
        "the largest convex f for which the channel is f-DP; straight between these corners, at"
        " which a test that rejects x on S has the errors α and β",
        label="Trade-off",
    )
    yield Table(
        ("α", "β", "decimal", "x, x'", "S"),
        tuple(
            (
                code(exact_text(corner.alpha) or ""),
                code(exact_text(corner.beta) or ""),
                f"{figure_decimal(corner.alpha)}, {figure_decimal(corner.beta)}",
                ", ".join(corner.inputs),
                plain(set_spans("", corner.event)),
            )
            for corner in corners[:CORNERS]
        ),
    )
    if len(corners) > CORNERS:
        yield paragraph(f"… {len(corners) - CORNERS} more corners")


def direction_blocks(directions: Sequence[PairValue[Figure]]) -> Iterator[Block]:
    """Yield the value of each ordered pair of neighbours."""
    if not directions:
        return
    yield paragraph("x against x', each order of two neighbours by itself", label="Directions")
    rows = [
        (", ".join(place.inputs), *figure_row("", place.value)[1:])
        for place in directions[:CORNERS]
    ]
    yield Table(("x, x'", "value, exact", "decimal"), tuple(rows))
    if len(directions) > CORNERS:
        yield paragraph(f"… {len(directions) - CORNERS} more")


def approached_blocks(answer: Answer) -> Iterator[Block]:
    """Yield where a supremum is approached, if it is one."""
    place = answer.approached_by
    if not answer.supremum or place is None:
        return
    yield paragraph(*pair_spans(place.inputs), " as the gaps grow", label="Approached")
    yield paragraph(code(place.word), label="Word")
    if place.limit is not None:
        yield Display(
            (
                "P(word | x) / P(word | x')  →",
                f"  ({shortened(place.limit.numerator, 200)})",
                f"  / ({shortened(place.limit.denominator, 200)})",
            )
        )


def _after(exponent: str) -> str:
    return "" if exponent == "0" else f", after the power {exponent} of the sum of the symbols"


def bound_blocks(answer: Answer) -> Iterator[Block]:
    """Yield the bound that alignments show, or what shows a claim in symbols."""
    if answer.at:
        yield paragraph(", ".join(f"{name} = {x}" for name, x in answer.at.items()), label="At")
    if answer.exponent is not None:
        yield paragraph(
            "what is claimed minus what is needed is a quotient of polynomials whose coefficients"
            f" are positive{_after(answer.exponent)}",
            label="Shown by",
        )
    if answer.bound is None:
        return
    shifts = "the noise of one input, shifted, gives every output of its neighbour (an alignment)"
    yield paragraph("ε ≤ ", *figure_spans(answer.bound.eps), f": {shifts}", label="Bound")
