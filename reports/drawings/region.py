"""The region of a claim: for which values of its parameters it holds, and for which it fails.

Of whole numbers it is a grid of cells, of ε a strip of ranges. Its colours are those of verdicts,
and each cell says its verdict in letters too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from dpverify.reports.drawings.figure import Drawing, Figure
from dpverify.reports.drawings.pair import float_of
from dpverify.reports.figures import figure_decimal
from dpverify.reports.markup import Html, rounded, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.checkers.answers.documents import Range, RangePart
    from dpverify.checkers.answers.figures import Figure as Figured

STYLES: Final = {"holds": "proved", "fails": "refuted", "unknown": "unknown"}
SHORT: Final = {"holds": "✓", "fails": "✗", "unknown": "?"}
WRITTEN: Final = 12
"""Columns up to which verdicts are written as words."""
STRIP, STRIP_HIGH = 640.0, 40.0
CAPTION = "A cell is decided by itself, and nothing is inferred from those beside it."


@dataclass(frozen=True)
class Grid(Drawing):
    """A cell for each value of the first parameter (across) and of the second (up)."""

    name: str
    names: tuple[str, ...]
    across: Sequence[int]
    up: Sequence[int]
    verdicts: Mapping[tuple[int, ...], str]

    @property
    def _cell(self) -> tuple[float, float]:
        return (72.0, 36.0) if len(self.across) <= WRITTEN else (26.0, 26.0)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        wide, high = self._cell
        return 60 + wide * len(self.across), 56 + high * max(len(self.up), 1)

    def svg(self, **attributes: float) -> Html:
        """Return the drawing as an `svg` element of its size, with further attributes."""
        width, height = self.size
        return tag(
            "svg", tag("title", text(self.name)), *self._cells(), *self._axes(),
            viewbox=f"0 0 {rounded(width)} {rounded(height)}", width=width, height=height,
            role="img", aria_label=self.name, **attributes,
        )  # fmt: skip

    def _cells(self) -> Iterator[Html]:
        wide, high = self._cell
        for column, x in enumerate(self.across):
            for row, y in enumerate(reversed(self.up) if self.up else (None,)):
                verdict = self.verdicts[(x,) if y is None else (x, y)]
                left, top = 46 + wide * column, 20 + high * row
                at = f"{self.names[0]} = {x}" + ("" if y is None else f", {self.names[1]} = {y}")
                words = verdict if len(self.across) <= WRITTEN else SHORT[verdict]
                yield tag(
                    "rect", tag("title", text(f"{at}: {verdict}")), x=left + 1, y=top + 1,
                    width=wide - 2, height=high - 2, class_=STYLES[verdict],
                )  # fmt: skip
                yield tag(
                    "text", text(words), x=left + wide / 2, y=top + high / 2 + 4, class_="mid on"
                )

    def _axes(self) -> Iterator[Html]:
        wide, high = self._cell
        floor = 20 + high * max(len(self.up), 1)
        for column, x in enumerate(self.across):
            yield tag(
                "text", text(str(x)), x=46 + wide * (column + 0.5), y=floor + 16, class_="mid"
            )
        middle = 46 + wide * len(self.across) / 2
        yield tag("text", text(self.names[0]), x=middle, y=floor + 32, class_="mid bold")
        for row, y in enumerate(reversed(self.up)):
            yield tag("text", text(str(y)), x=38, y=20 + high * (row + 0.5) + 4, class_="end")
        if self.up:
            yield tag("text", text(self.names[1]), x=38, y=14, class_="end bold")


def region_figure(
    names: tuple[str, ...], ranges: Sequence[Sequence[int]], verdicts: Mapping[tuple[int, ...], str]
) -> Figure:
    """Return the grid of a region.

    Args: names of one or two parameters; ranges of each; verdicts by their values.
    """
    up = ranges[1] if len(ranges) > 1 else ()
    spoken = f"verdict for each {' and '.join(names)}"
    grid = Grid(spoken, names, ranges[0], up, verdicts)
    return Figure("region", "Where the claim holds", (grid,), CAPTION, True)


@dataclass(frozen=True)
class Strip(Drawing):
    """Ranges of ε one after the other, as long as they are; one without an end is cut."""

    name: str
    parts: Sequence[RangePart]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        return STRIP + 40, STRIP_HIGH + 52

    def svg(self, **attributes: float) -> Html:
        """Return the drawing as an `svg` element of its size, with further attributes."""
        width, height = self.size
        return tag(
            "svg", tag("title", text(self.name)), *self._parts(),
            viewbox=f"0 0 {rounded(width)} {rounded(height)}", width=width, height=height,
            role="img", aria_label=self.name, **attributes,
        )  # fmt: skip

    def _parts(self) -> Iterator[Html]:
        ends = [_place(part.start) for part in self.parts]
        ends.append(_place(self.parts[-1].stop))
        low = ends[0]
        finite = [end for end in ends if math.isfinite(end)]
        top = finite[-1] if math.isfinite(ends[-1]) else max(1.5 * finite[-1], low + 1.0)
        places = [20 + STRIP * (min(end, top) - low) / ((top - low) or 1.0) for end in ends]
        for part, left, right in zip(self.parts, places, places[1:], strict=False):
            words = f"ε from {figure_decimal(part.start)} to {figure_decimal(part.stop)}"
            yield tag(
                "rect", tag("title", text(f"{words}: {part.verdict}")), x=left, y=6,
                width=max(right - left - 1, 2.0), height=STRIP_HIGH, class_=STYLES[part.verdict],
            )  # fmt: skip
            if right - left > 60:
                middle = (left + right) / 2
                yield tag(
                    "text", text(part.verdict), x=middle, y=10 + STRIP_HIGH / 2, class_="mid on"
                )
        yield from self._ends(places)
        yield tag("text", text("ε (nats)"), x=20 + STRIP / 2, y=STRIP_HIGH + 46, class_="mid soft")

    def _ends(self, places: Sequence[float]) -> Iterator[Html]:
        figures = [*(part.start for part in self.parts), self.parts[-1].stop]
        last = -math.inf
        for place, figure in zip(places, figures, strict=True):
            if place - last < 70:
                continue  # its number would lie on the one before; the table has it
            last = place
            number = _place(figure)
            words = "∞" if math.isinf(number) else f"{number:.5g}"
            yield tag("text", text(words), x=place, y=STRIP_HIGH + 24, class_="mid soft")


def range_figure(span: Range) -> Figure | None:
    """Return the strip of a result for a range of ε; None where it has no parts."""
    if not span.parts:
        return None
    strip = Strip("verdict along ε", span.parts)
    caption = "Ends are rounded; the table has them exactly, and whether they belong to a range."
    return Figure("range", "Where the claim holds", (strip,), caption, True)


def _place(figure: Figured) -> float:
    return float_of(figure.exact) if figure.exact else float(figure.lower or "nan")
