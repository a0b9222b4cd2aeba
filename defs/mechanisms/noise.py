"""The noise of a mechanism is a parameter of it: a number and a scale ↦ the number plus noise.

Continuous noise never ties and is traced over all real inputs. Integer noise can tie; clamped, it
leaves finitely many outputs, so that all of them can be enumerated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpverify.defs.programs import Draw

Noise = Callable[[Any, Draw, Any], Any]
"""(number, draw, scale) ↦ the number plus noise of that scale."""


def laplace(number: Any, draw: Draw, scale: Any) -> Any:
    """Continuous and two-sided."""
    return number + draw.laplace(scale)


def exponential(number: Any, draw: Draw, scale: Any) -> Any:
    """Continuous and never negative."""
    return number + draw.exponential(scale)


def discrete_laplace(number: int, draw: Draw, scale: Any) -> int:
    """An integer, two-sided: ratio e^{−1/scale} from one to the next."""
    return number + draw.discrete_laplace(scale)


def geometric(number: int, draw: Draw, scale: Any) -> int:
    """An integer that is never negative, of the same ratio."""
    return number + draw.geometric(f"exp({-1 / scale})")


def clamped(low: int, high: int) -> Noise:
    """Discrete Laplace noise; what leaves low…high goes to the nearest end."""

    def noise(number: int, draw: Draw, scale: Any) -> int:
        return number + draw.discrete_laplace(scale, low=low - number, high=high - number)

    return noise
