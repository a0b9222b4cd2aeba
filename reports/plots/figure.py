"""A figure as data: series of exact numbers or enclosures, and where each lies on an axis.

What must never change: numbers stay exact until `position`, and a logarithmic axis takes the
logarithm of the enclosure. So 10^(−560), which no float holds, has its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from flint import arb

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Number
from dpverify.defs.numbers.balls import working_precision

Points = Sequence[tuple[Number, Number]]
BITS = (64, 256, 1024, 4096)
GOOD_BITS = 30
"""Correct bits of a position: far finer than any line is wide."""


@dataclass(frozen=True)
class Axis:
    """A label with its unit, and whether equal steps are equal differences or equal ratios."""

    label: str
    unit: str = ""
    scale: Literal["linear", "log10"] = "linear"

    @property
    def title(self) -> str:
        """The label as it is shown."""
        return f"{self.label} ({self.unit})" if self.unit else self.label

    def position(self, number: Number) -> float | None:
        """Where a number lies, about nine digits; on a logarithmic axis its log10.

        Returns: None where it has no place: infinity, and 0 on a logarithmic axis.
        Raises: Undecided("precision") where no ball up to 4096 bits is fine enough.
        """
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

    def _placed(self, ball: arb, bits: int) -> float | None:
        if self.scale == "log10":
            if not ball > 0:
                return None
            with working_precision(bits):
                ball = ball.log() / arb(10).log()
        near_zero = bool(abs(ball) < arb(2) ** -GOOD_BITS)  # an absolute error is enough there
        fine = near_zero or ball.rel_accuracy_bits() >= GOOD_BITS
        return float(ball.mid()) if ball.is_finite() and fine else None


@dataclass(frozen=True)
class Curve:
    """A line through points (x, y); a point that has no place on an axis leaves a gap."""

    label: str
    points: Points


@dataclass(frozen=True)
class Band:
    """What lies between two curves over the same places: (x, lower), (x, upper)."""

    label: str
    lower: Points
    upper: Points


@dataclass(frozen=True)
class Mark:
    """One point that stands out."""

    label: str
    x: Number
    y: Number


@dataclass(frozen=True)
class Panel:
    """Two axes with what is drawn between them."""

    title: str
    x: Axis
    y: Axis
    curves: Sequence[Curve] = ()
    bands: Sequence[Band] = ()
    marks: Sequence[Mark] = ()


@dataclass(frozen=True)
class Figure:
    """Panels side by side, saved as NAME.svg; the caption is for who reads the report.

    Names are lower-case letters, digits and hyphens.
    """

    name: str
    caption: str
    panels: Sequence[Panel] = field(default_factory=tuple)
