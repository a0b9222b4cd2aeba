"""A plot: axes with round ticks, lines and dots, as SVG."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dpverify.reports.html.markup import Html, join, rounded, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Point = tuple[float, float]

WIDTH, HEIGHT = 380.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 24.0, 40.0
TICKS = 5
"""About how many ticks an axis has."""


@dataclass
class Axes:
    """A frame with linear axes; `x_range` and `y_range` are the least and the greatest value.

    `ticked`: whether the axis to the right has ticks; without them its marks are labelled.
    """

    x_range: tuple[float, float]
    y_range: tuple[float, float]
    x_name: str
    y_name: str
    width: float = WIDTH
    height: float = HEIGHT
    marks: list[Html] = field(default_factory=list)
    ticked: bool = True

    def x(self, value: float) -> float:
        """The place of a value from the left."""
        low, high = self.x_range
        return LEFT + (value - low) / (high - low) * (self.width - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """The place of a value from the top."""
        low, high = self.y_range
        return TOP + (high - value) / (high - low) * (self.height - TOP - BOTTOM)

    def add(self, *marks: Html) -> None:
        """Put markup on top of what is there."""
        self.marks.extend(marks)

    def line(self, points: Iterable[Point], style: str) -> None:
        """Join points, in order."""
        self.add(tag("path", d=self._path(points), class_=style))

    def area(self, points: Iterable[Point]) -> None:
        """Shade what the points enclose."""
        self.add(tag("path", d=f"{self._path(points)}Z", class_="area"))

    def dot(self, x: float, y: float, style: str, says: str) -> None:
        """Mark one point; `says` is read out and shown on a touch."""
        said = tag("title", text(says))
        self.add(
            tag("circle", said, cx=self.x(x), cy=self.y(y), r=4.5, class_=f"dot {style}".strip())
        )

    def label(self, x: float, y: float, words: str) -> None:
        """Write words at a place of the plot, moved inside where they would leave it."""
        at = min(max(self.x(x), LEFT + 4), self.width - RIGHT)
        self.add(tag("text", text(words), x=at, y=max(self.y(y), TOP + 8)))

    def _path(self, points: Iterable[Point]) -> str:
        placed = [f"{rounded(self.x(x))},{rounded(self.y(y))}" for x, y in points]
        return f"M{'L'.join(placed)}"

    def svg(self, says: str) -> Html:
        """The whole drawing; `says` describes it to those who do not see it."""
        inner = join((tag("title", text(says)), *self._frame(), *self.marks))
        box = f"0 0 {rounded(self.width)} {rounded(self.height)}"
        return tag("svg", inner, viewbox=box, role="img", aria_label=says)

    def _frame(self) -> Iterable[Html]:
        floor, right = self.height - BOTTOM, self.width - RIGHT
        for value, words in ticks(self.x_range) if self.ticked else ():
            at = self.x(value)
            yield tag("line", x1=at, x2=at, y1=TOP, y2=floor, class_="grid")
            yield tag("text", text(words), x=at, y=floor + 15, class_="mid soft")
        for value, words in ticks(self.y_range):
            at = self.y(value)
            yield tag("line", x1=LEFT, x2=right, y1=at, y2=at, class_="grid")
            yield tag("text", text(words), x=LEFT - 6, y=at + 4, class_="end soft")
        yield tag("path", d=f"M{LEFT},{TOP}V{floor}H{right}", class_="axis")
        middle = (LEFT + right) / 2
        yield tag("text", text(self.x_name), x=middle, y=self.height - 6, class_="mid soft")
        yield tag("text", text(self.y_name), x=LEFT, y=TOP - 11, class_="soft")


def ticks(span: tuple[float, float]) -> Sequence[tuple[float, str]]:
    """Return round values in a range, with how they are written.

    >>> [words for _, words in ticks((0, 1))]
    ['0', '0.2', '0.4', '0.6', '0.8', '1']
    """
    low, high = span
    raw = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(s * power for s in (1, 2, 2.5, 5, 10) if s * power >= raw * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [(n * step, _written(n * step)) for n in range(first, last + 1)]


def _written(value: float) -> str:
    if value == 0:
        return "0"
    shown = f"{value:.3g}"
    return shown.replace("e-0", "e−").replace("e+0", "e").replace("-", "−")


@dataclass(frozen=True)
class Key:
    """What a style of line, dot or bar stands for."""

    style: str
    says: str


def figure(heading: str, drawing: Html, caption: str, keys: Sequence[Key] = ()) -> Html:
    """Return a drawing with its heading, its key and what it shows."""
    listed = tag("ul", *map(_entry, keys), class_="key") if keys else Html("")
    said = tag("figcaption", text(caption))
    inner = tag("figure", drawing, listed, said, class_="plot")
    return tag("section", tag("h2", text(heading)), inner, class_="card")


def _entry(key: Key) -> Html:
    if key.style.startswith("dot"):
        mark = tag("circle", cx=12, cy=6, r=4.5, class_=key.style)
    elif key.style.startswith(("bar", "area")):
        mark = tag("rect", x=4, y=1, width=16, height=10, class_=key.style)
    else:
        mark = tag("path", d="M0,6H24", class_=key.style)
    sample = tag("svg", mark, viewbox="0 0 24 12", aria_hidden="true")
    return tag("li", sample, text(key.says))
