"""A figure as data: series of exact numbers or enclosures, and where each lies on an axis.

What must never change: numbers stay exact until `position`, and a logarithmic axis takes the
logarithm of the enclosure. So 10^(−560), which no float holds, has its place.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from flint import arb

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Number
from dpverify.defs.numbers.balls import working_precision

if TYPE_CHECKING:
    from dpverify.reports.markup import Html

Coordinate: TypeAlias = Number | float
Point: TypeAlias = tuple[Coordinate, Coordinate]
Points: TypeAlias = Sequence[Point]
BITS = (64, 256, 1024, 4096)
GOOD_BITS = 30
"""Correct bits of a position: far finer than any line is wide."""


@dataclass(frozen=True)
class Axis:
    """A label with its unit, and whether equal steps are equal differences or equal ratios.

    Args:
        label: what is measured.
        unit: shown after the label.
        scale: of a logarithmic axis, positions are log10 of the numbers.
        ends: the least and the greatest position; without them, those of what is drawn.
        names: positions that carry a word of their own.
        ticked: whether round numbers are written along the axis.
    """

    label: str
    unit: str = ""
    scale: Literal["linear", "log10"] = "linear"
    ends: tuple[float, float] | None = None
    names: Sequence[tuple[float, str]] = ()
    ticked: bool = True

    @property
    def title(self) -> str:
        """The label as it is shown."""
        return f"{self.label} ({self.unit})" if self.unit else self.label

    def position(self, number: Coordinate) -> float | None:
        """Where a number lies, about nine digits; on a logarithmic axis its log10.

        Returns: None where it has no place: infinity, and 0 on a logarithmic axis.
        Raises: Undecided("precision") where no ball up to 4096 bits is fine enough.
        """
        if isinstance(number, float | int):
            return self._rounded(float(number))
        if isinstance(number, Loss) and number.is_infinite:
            return None
        for bits in BITS:
            ball = number.ball(bits)
            if ball == 0:
                return None if self.scale == "log10" else 0.0
            placed = self._placed(ball, bits)
            if placed is not None:
                return placed
        raise Undecided("precision", f"no place on the axis {self.label!r} for a number")

    def _rounded(self, number: float) -> float | None:
        if not math.isfinite(number):
            return None
        if self.scale == "linear":
            return number
        return math.log10(number) if number > 0 else None

    def _placed(self, ball: arb, bits: int) -> float | None:
        if self.scale == "log10":
            if not ball > 0:
                return None
            with working_precision(bits):
                ball = ball.log() / arb(10).log()
        near_zero = bool(abs(ball) < arb(2) ** -GOOD_BITS)  # an absolute error is enough there
        fine = near_zero or ball.rel_accuracy_bits() >= GOOD_BITS
        return float(ball.mid()) if ball.is_finite() and fine else None


Role: TypeAlias = Literal["truth", "other", "claim", "axis", "series"]
"""What a curve is: the truth, something to compare it with, a claim, a thin line of reference; or
one of several series, which get a colour and dashes of their own by their order."""


@dataclass(frozen=True)
class Curve:
    """A line through points (x, y); a point that has no place on an axis leaves a gap."""

    label: str
    points: Points
    role: Role = "series"


@dataclass(frozen=True)
class Band:
    """What lies between two curves over the same places: (x, lower), (x, upper)."""

    label: str
    lower: Points
    upper: Points
    role: Literal["claim", "series"] = "series"


@dataclass(frozen=True)
class Mark:
    """One point that stands out; `detail` is shown where a reader points at it."""

    label: str
    x: Coordinate
    y: Coordinate
    role: Literal["truth", "claim", "series"] = "series"
    detail: str = ""


@dataclass(frozen=True)
class Bar:
    """A rectangle between positions on the axes, with what is shown where a reader points at it."""

    left: float
    right: float
    low: float
    high: float
    detail: str


@dataclass(frozen=True)
class Bars:
    """Bars that stand for the same thing: what the event holds or the first value (`inside`)."""

    label: str
    bars: Sequence[Bar]
    inside: bool = False


@dataclass(frozen=True)
class Panel:
    """Two axes with what is drawn between them; what is listed first lies on top.

    Args:
        title: shown above the panel where a figure has several.
        description: read out to those who do not see it.

    What has an empty label is drawn and left out of the key.
    """

    title: str
    x: Axis
    y: Axis
    curves: Sequence[Curve] = ()
    bands: Sequence[Band] = ()
    marks: Sequence[Mark] = ()
    bars: Sequence[Bars] = ()
    description: str = ""

    @property
    def spoken(self) -> str:
        """The description, or what the axes and the title say."""
        return self.description or f"{self.y.title} against {self.x.title}; {self.title}"

    def alone(self, name: str, caption: str = "") -> Figure:
        """Return the figure of this panel, under its title."""
        return Figure(name, self.title, (self,), caption)


class Drawing(ABC):
    """What draws itself in a size of its own, such as a heat map."""

    name: str

    @property
    @abstractmethod
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""

    @abstractmethod
    def svg(self, **attributes: float) -> Html:
        """The drawing as an `svg` element of its size, with further attributes."""


@dataclass(frozen=True)
class Figure:
    """Drawings side by side, saved as NAME.svg.

    Args:
        name: lower-case letters, digits and hyphens.
        title: what is drawn, in one line.
        panels: plots, or one heat map.
        caption: how to read it, under the drawing on a page.
        wide: whether it has a row of a page to itself.
    """

    name: str
    title: str
    panels: Sequence[Panel | Drawing]
    caption: str = ""
    wide: bool = False
