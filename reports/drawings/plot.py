"""A panel as SVG: axes with round ticks, and bands, bars, lines and marks between them.

Lines differ in their dashes as well as in their colours, marks in their shapes, for prints without
colour and for every kind of colour vision. Text stays text: it can be searched and read aloud.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from dpverify.reports.drawings.key import keys, label_text, mark_shape, style_of
from dpverify.reports.markup import Html, rounded, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dpverify.reports.drawings.figure import Axis, Bar, Panel, Points

    Place = tuple[float, float]

WIDTH, HEIGHT = 380.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 26.0, 42.0
TICKS = 5
"""About how many ticks an axis has."""
DIGIT_WIDTH = 7.0
LEAST_HEIGHT = 0.8
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Scale(NamedTuple):
    """Positions from `low` to `high`, laid from `start` to `stop` in the picture."""

    low: float
    high: float
    start: float
    stop: float

    def place(self, position: float) -> float:
        """Where a position of the axis lies in the picture."""
        return self.start + (position - self.low) / (self.high - self.low) * (
            self.stop - self.start
        )


class Tick(NamedTuple):
    """A round number on an axis: where, and how it is written."""

    position: float
    words: str


def plot_svg(panel: Panel, **attributes: float) -> Html:
    """Return a panel as an `svg` element.

    Args: attributes of the element, such as where it lies in another drawing.
    Raises: Undecided where a number is not known well enough to have a place.
    """
    plot, spoken = _Plot.of(panel), label_text(panel.spoken)
    inner = (tag("title", text(spoken)), tag("desc", text(plot.spoken())), *plot.marks())
    box = f"0 0 {rounded(WIDTH)} {rounded(HEIGHT)}"
    return tag("svg", *inner, viewbox=box, role="img", aria_label=spoken, **attributes)


@dataclass(frozen=True)
class _Plot:
    """A panel with the positions of all that it holds, and both scales."""

    panel: Panel
    curves: Sequence[Sequence[Place | None]]
    bands: Sequence[Sequence[Place | None]]
    dots: Sequence[Place | None]
    x: Scale
    y: Scale
    ticks: tuple[Sequence[Tick], Sequence[Tick]]

    @classmethod
    def of(cls, panel: Panel) -> _Plot:
        curves = [_positions(panel, curve.points) for curve in panel.curves]
        # Around a band: along its upper edge, and back along its lower one.
        bands = [_positions(panel, [*band.upper, *reversed(band.lower)]) for band in panel.bands]
        dots = _positions(panel, [(mark.x, mark.y) for mark in panel.marks])
        bars = [bar for group in panel.bars for bar in group.bars]
        placed = [place for place in chain(*curves, *bands, dots) if place is not None]
        placed += [(bar.left, bar.low) for bar in bars] + [(bar.right, bar.high) for bar in bars]
        x_ends = _ends(panel.x, [x for x, _ in placed], whole_ticks=False)
        y_ends = _ends(panel.y, [y for _, y in placed], whole_ticks=True)
        along = _ticks(panel.x, x_ends), _ticks(panel.y, y_ends)
        longest = max((len(tick.words) for tick in along[1]), default=0)
        left = max(LEFT, 10 + DIGIT_WIDTH * longest)
        x = Scale(*x_ends, left, WIDTH - RIGHT)
        y = Scale(*y_ends, HEIGHT - BOTTOM, TOP)
        return cls(panel, curves, bands, dots, x, y, along)

    def spoken(self) -> str:
        """What the axes and the key say."""
        sides = (("across", self.panel.x, self.ticks[0]), ("up", self.panel.y, self.ticks[1]))
        sentences = [
            f"{side}: {axis.title}, {ticks[0].words} to {ticks[-1].words}" if ticks
            else f"{side}: {axis.title}"
            for side, axis, ticks in sides
        ]  # fmt: skip
        return "; ".join([*sentences, *(key.words for key in keys(self.panel))])

    def marks(self) -> Iterator[Html]:
        """From the back to the front: the frame, bands, bars, curves, marks."""
        yield from self._frame()
        for number, (band, outline) in enumerate(zip(self.panel.bands, self.bands, strict=True)):
            path = "".join(f"{part}Z" for part in self._parts(outline))
            yield tag("path", d=path, class_=style_of(band, number))
        for number, group in enumerate(self.panel.bars):
            yield from (self._bar(bar, style_of(group, number)) for bar in group.bars)
        curves = [*enumerate(zip(self.panel.curves, self.curves, strict=True))]
        for number, (curve, places) in reversed(curves):
            path = "".join(self._parts(places))
            if path:
                yield tag("path", d=path, class_=style_of(curve, number))
        dots = [*enumerate(zip(self.panel.marks, self.dots, strict=True))]
        for number, (mark, place) in reversed(dots):
            if place is not None:
                at = self.x.place(place[0]), self.y.place(place[1])
                yield mark_shape(style_of(mark, number), *at, mark.detail or mark.label)

    def _bar(self, bar: Bar, style: str) -> Html:
        """At least so high that a probability above 0 is seen."""
        floor, left = self.y.place(bar.low), self.x.place(bar.left)
        tall = max(floor - self.y.place(bar.high), LEAST_HEIGHT) if bar.high > bar.low else 0.0
        return tag(
            "rect", tag("title", text(bar.detail)), x=left, y=floor - tall,
            width=self.x.place(bar.right) - left, height=tall, class_=style,
        )  # fmt: skip

    def _parts(self, places: Sequence[Place | None]) -> Iterator[str]:
        """A path for each run of places; a place alone is a dot as wide as the line."""
        run: list[str] = []
        for place in (*places, None):
            if place is not None:
                run.append(f"{rounded(self.x.place(place[0]))},{rounded(self.y.place(place[1]))}")
            elif run:
                yield f"M{'L'.join(run)}" + ("h0" if len(run) == 1 else "")
                run = []

    def _frame(self) -> Iterable[Html]:
        floor, left, right = self.y.start, self.x.start, self.x.stop
        for position, _ in self.ticks[0]:
            at = self.x.place(position)
            yield tag("line", x1=at, x2=at, y1=TOP, y2=floor, class_="grid")
        for position, words in (*self.ticks[0], *self.panel.x.names):
            at = self.x.place(position)
            yield tag("text", text(label_text(words)), x=at, y=floor + 16, class_="mid soft")
        for position, words in self.ticks[1]:
            at = self.y.place(position)
            yield tag("line", x1=left, x2=right, y1=at, y2=at, class_="grid")
            yield tag("text", text(words), x=left - 6, y=at + 4, class_="end soft")
        yield tag(
            "path", d=f"M{rounded(left)},{rounded(TOP)}V{rounded(floor)}H{rounded(right)}",
            class_="axis",
        )  # fmt: skip
        middle, names = (
            (left + right) / 2,
            (label_text(self.panel.x.title), label_text(self.panel.y.title)),
        )
        yield tag("text", text(names[0]), x=middle, y=HEIGHT - 6, class_="mid soft")
        yield tag("text", text(names[1]), x=6.0, y=TOP - 12, class_="soft")


def _positions(panel: Panel, points: Points) -> list[Place | None]:
    """Positions on the axes; None, which is drawn as a gap, where a number has no place."""
    return [
        None if across is None or up is None else (across, up)
        for across, up in ((panel.x.position(x), panel.y.position(y)) for x, y in points)
    ]


def _ends(axis: Axis, positions: Sequence[float], *, whole_ticks: bool) -> tuple[float, float]:
    """The ends of an axis: those that it asks for, or those of what is drawn.

    A logarithmic axis goes from one power of ten to another; `whole_ticks`: a linear one from tick
    to tick, so that no line ends above the last number.
    """
    if axis.ends is not None:
        return axis.ends
    low, high = min(positions, default=0.0), max(positions, default=1.0)
    if axis.scale == "log10":
        low, high = math.floor(low + 1e-9), math.ceil(high - 1e-9)
        return (low, high) if low < high else (low - 1, high + 1)
    if 0 < low <= high / 2:
        low = 0.0  # a quantity that comes near 0 is shown from 0 on
    if high - low <= 1e-12 * max(abs(low), abs(high), 1e-300):
        margin = abs(high) / 2 or 1.0
        low, high = low - margin, high + margin
    if not whole_ticks:
        return low, high
    step = _step(low, high)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step


def _ticks(axis: Axis, ends: tuple[float, float]) -> Sequence[Tick]:
    if not axis.ticked:
        return ()
    return powers(ends) if axis.scale == "log10" else ticks(ends)


def ticks(ends: tuple[float, float]) -> list[Tick]:
    """Return round numbers between two ends, with how they are written.

    >>> [tick.words for tick in ticks((0, 1))]
    ['0', '0.2', '0.4', '0.6', '0.8', '1']
    """
    low, high = ends
    step = _step(low, high)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [Tick(n * step, _written(n * step, step)) for n in range(first, last + 1)]


def powers(ends: tuple[float, float]) -> list[Tick]:
    """Return powers of ten at whole positions between two ends.

    >>> [tick.words for tick in powers((-560, 0))]
    ['10⁻⁴⁰⁰', '10⁻²⁰⁰', '10⁰']
    """
    low, high = ends
    step = max(1, round(_step(low, high)))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [
        Tick(n * step, f"10{str(n * step).translate(SUPERSCRIPTS)}") for n in range(first, last + 1)
    ]


def _step(low: float, high: float) -> float:
    """1, 2, 2.5 or 5 times a power of ten, so that about five of them fill the range."""
    raw = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(raw))
    return next(s * power for s in (1, 2, 2.5, 5, 10) if s * power >= raw * (1 - 1e-9))


def _written(value: float, step: float) -> str:
    """A tick with as many digits as tell it from its neighbours; far from 1, with an exponent."""
    if value == 0:
        return "0"
    if (step >= 1e-4 and abs(value) < 1e7) or abs(value) / step > 100:
        digits = max(0, 1 - math.floor(math.log10(step)))
        shown = f"{value:,.{digits}f}"
        shown = shown.rstrip("0").rstrip(".") if digits else shown
    else:
        shown = f"{value:.3g}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")
    return shown.replace("-", "−")
