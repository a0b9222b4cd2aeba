"""Moments Σ_o P^α·Q^(1−α) of all pairs of rows at once, as floats with a bound of their error.

Powers come from square roots and products alone, each of which errs by u. A power of k factors errs
by less than 7k·u: each factor by 4u from its image and 2u from the roots, each product by u. The
sums are those of a matrix product of positive numbers, which errs by m·u relatively in any order.
Twice the sum of these covers the higher orders.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from dpverify.checkers.floats import ROUNDING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_FACTORS: Final = 4096
"""Products and roots of one power, beyond which floats are not asked."""
TINY: Final = 2.0**-500
"""Powers below it, or above its inverse, are not used: products of two of them stay normal."""


def moments(image: Floats, order: Fraction) -> tuple[Floats, float] | None:
    """Σ_o P_i^α·Q_j^(1−α) for all i, j, inf where it is infinite, and the relative error.

    Returns: None for an order without such roots, or where floats overflow or underflow.
    """
    both = powers(image, order)
    if both is None:
        return None
    above, below, error = both
    values = above @ below.T
    return np.where(impossible(image), np.inf, values), error


def impossible(image: Floats) -> NDArray[np.bool_]:
    """Whether input i gives an output that input j cannot, for all i, j; counts are exact."""
    counts = (image > 0).astype(np.float64) @ (image == 0).astype(np.float64).T
    return cast("NDArray[np.bool_]", counts > 0.5)


def powers(image: Floats, order: Fraction) -> tuple[Floats, Floats, float] | None:
    """P^α, P^(1−α) with 0 where P is 0, and the relative error of a sum of products of both."""
    base = _root(image, order)
    if base is None:
        return None
    root, steps = base
    up, down = int(order * steps), int((order - 1) * steps)
    if max(up, down) > MOST_FACTORS:
        return None
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        above = _power(root, up)
        below = np.divide(1.0, _power(root, down), out=np.zeros_like(root), where=root > 0)
    good = np.isfinite(above) & np.isfinite(below)
    good &= (root == 0) | ((above > TINY) & (below > TINY) & (below < 1 / TINY))
    if not good.all():
        return None
    # The inverse errs by u more, as each root does.
    error = (8 * (up + down) + image.shape[1] + 64) * ROUNDING
    return above, below, 2 * error


def _root(image: Floats, order: Fraction) -> tuple[Floats, int] | None:
    """x^(1/d) by square roots, where the denominator d of the order is a power of 2."""
    below = order.denominator
    if below & (below - 1) or below > MOST_FACTORS:
        return None
    root = image
    for _ in range(below.bit_length() - 1):
        root = np.sqrt(root)
    return root, below


def _power(base: Floats, exponent: int) -> Floats:
    """base^exponent ≥ 1, by squares and products; fewer than 2·exponent factors in all."""
    result: Floats | None = None
    square = base
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        if exponent:
            square = square * square
    if result is None:
        raise ValueError("a power has an exponent of at least 1")
    return result
