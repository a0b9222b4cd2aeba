"""For the kernel: between which ends noise lies, from its scale; None where there is no end.

Trusted. A law of noise without a support here or in the kernel's table of laws is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

Ends = tuple[Fraction | None, Fraction | None]
Support = Callable[[Fraction], Ends]


def everywhere(scale: Fraction) -> Ends:
    """All numbers."""
    del scale
    return None, None


def above_zero(scale: Fraction) -> Ends:
    """Numbers of at least 0."""
    del scale
    return Fraction(0), None


def within_scale(scale: Fraction) -> Ends:
    """Numbers of an absolute value of at most the scale."""
    return -scale, scale


EXACT: Final[Mapping[str, Support]] = {"laplace": everywhere, "exponential": above_zero}
"""The supports of the laws whose probabilities are exact."""
