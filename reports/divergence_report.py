"""What a report shows of a divergence between two neighbours, and of a trade-off function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.escape import shortened
from dpverify.reports.figures import exact_text, figure_decimal, figure_spans
from dpverify.reports.guess_witness import set_spans
from dpverify.reports.model import Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Block, Inline

CORNERS = 40
KEYS = ("outputs", "losses", "order", "divergence")


def is_divergence(place: Mapping[str, Any]) -> bool:
    """Return whether a place shows losses or a divergence in place of an event."""
    return "divergence" in place or "losses" in place


def divergence_blocks(place: Mapping[str, Any], label: str) -> Iterator[Block]:
    """Yield two inputs, what was found about their laws, and by how much it is too large."""
    first, second = place["inputs"]
    yield paragraph("x = ", code(first), " and x' = ", code(second), label=label)
    if "losses" in place:
        yield Table(
            ("output", "privacy loss, exact", "decimal"),
            tuple(
                (code(output), code(exact_text(figure) or ""), figure_decimal(figure))
                for output, figure in zip(place["outputs"], place["losses"], strict=True)
            ),
        )
    if "divergence" in place:
        yield paragraph(*_divergence(place), label="Divergence")
    if "excess" in place:
        yield paragraph(*figure_spans(place["excess"]), label="Excess")


def _divergence(place: Mapping[str, Any]) -> tuple[Inline, ...]:
    order = place["order"]
    limit = " (the limit at order 1)" if order == "1" else ""
    return (f"D(P‖Q) of order {order}: ", *figure_spans(place["divergence"]), limit)


def divergence_lines(place: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield names and texts for a message of a few lines."""
    for output, figure in zip(place.get("outputs", ()), place.get("losses", ()), strict=True):
        yield "loss", f"{figure_decimal(figure)}, of {shortened(output, 40)}"
    if "divergence" in place:
        yield "order", place["order"]
        yield "D(P‖Q)", figure_decimal(place["divergence"])
    yield "excess", figure_decimal(place["excess"])


def trade_off_blocks(document: Mapping[str, Any]) -> Iterator[Block]:
    """Yield the corners of a channel's trade-off function with the tests that attain them."""
    corners = document.get("trade_off", ())
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
                code(exact_text(each["alpha"]) or ""),
                code(exact_text(each["beta"]) or ""),
                f"{figure_decimal(each['alpha'])}, {figure_decimal(each['beta'])}",
                ", ".join(each["inputs"]),
                "".join(str(getattr(s, "text", s)) for s in set_spans("", each["event"])),
            )
            for each in corners[:CORNERS]
        ),
    )
    if len(corners) > CORNERS:
        yield paragraph(f"… {len(corners) - CORNERS} more corners")
