"""The key of a panel: a sample of each curve, band, bar and mark, and what it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never

from dpverify.reports.drawings.figure import Band, Bars, Curve, Mark
from dpverify.reports.escape import shortened, visible
from dpverify.reports.markup import Html, rounded, tag, text

if TYPE_CHECKING:
    from dpverify.reports.drawings.figure import Panel

Part: TypeAlias = Bars | Curve | Band | Mark
SERIES = 7
"""So many series look different; the next one looks like the first."""
SAMPLE_WIDTH, SAMPLE_HEIGHT = 24.0, 12.0
RADIUS = 4.5


class Key(NamedTuple):
    """A style of the drawing's style sheet, and what it stands for."""

    style: str
    words: str


def keys(panel: Panel) -> list[Key]:
    """Return the key of a panel in the order of its parts; what has no label is left out."""
    parts: list[tuple[int, Part]] = [
        *enumerate(panel.bars), *enumerate(panel.curves),
        *enumerate(panel.bands), *enumerate(panel.marks),
    ]  # fmt: skip
    return [
        Key(style_of(part, number), label_text(part.label)) for number, part in parts if part.label
    ]


def label_text(words: str) -> str:
    """Return words for a drawing: nothing hidden, and not without end."""
    return shortened(visible(words))


def style_of(part: Part, number: int) -> str:
    """Return the classes of a part of a panel, the so-and-so-many-th of its kind."""
    series = f"s{number % SERIES}"
    match part:
        case Curve():
            return f"line {series}" if part.role == "series" else part.role
        case Band():
            return f"band {series}" if part.role == "series" else "area"
        case Bars():
            return "bar in" if part.inside else "bar"
        case Mark():
            return {"series": f"dot {series}", "claim": "dot claimed", "truth": "dot"}[part.role]
        case _:
            assert_never(part)


def sample(key: Key) -> Html:
    """Return what a key shows, in a box of 24 × 12."""
    if key.style.startswith("dot"):
        return mark_shape(key.style, SAMPLE_WIDTH / 2, SAMPLE_HEIGHT / 2)
    if key.style.startswith(("line", "truth", "other", "claim", "axis")):
        return tag("path", d="M0,6H24", class_=key.style)
    return tag("rect", x=4, y=1, width=16, height=10, class_=key.style)


def mark_shape(style: str, x: float, y: float, detail: str = "") -> Html:
    """Return a mark, its shape by its colour; `detail` is read out and shown on a touch."""
    inner = (tag("title", text(detail)),) if detail else ()
    series = style[-1] if style.startswith("dot s") else ""
    if series not in OUTLINES:
        return tag("circle", *inner, cx=x, cy=y, r=RADIUS, class_=style)
    outline = f"M{rounded(x)},{rounded(y)}{OUTLINES[series]}z"
    return tag("path", *inner, d=outline, class_=style)


OUTLINES = {
    "1": "m-4,-4h8v8h-8",
    "2": "m0,-5.5l5,9h-10",
    "3": "m0,-5.5l5.5,5.5l-5.5,5.5l-5.5,-5.5",
    "4": "m0,5.5l5,-9h-10",
}
"""From its middle: a square, triangles up and down, a diamond; the other series have circles."""
