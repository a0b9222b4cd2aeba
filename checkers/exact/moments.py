"""Moments Σ_o P^α·Q^(1−α) of all pairs of rows at once, as floats with a bound of their error.

Powers come from roots and products alone. A square root errs by u, as each product does. What the
library says of another root is believed as far as its power is the number again. A power of k
factors errs by less than 7k·u where the roots are square ones: each factor by 4u from its image and
2u from the roots, each product by u. The sums are those of a matrix product of positive numbers,
which errs by m·u relatively in any order. Twice the sum of these covers the higher orders.
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
MOST_OFF: Final = 64.0
"""By how many u a root may err; the libraries that we know err by less than ten."""
TINY: Final = 2.0**-500
"""Powers below it, or above its inverse, are not used: products of two of them stay normal."""


def moments(image: Floats, order: Fraction) -> tuple[Floats, float] | None:
    """Σ_o P_i^α·Q_j^(1−α) for all i, j, inf where it is infinite, and the relative error.

    Returns: None for an order of very many factors, or where floats overflow or underflow.
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
    root, steps, off = base
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
    error = ((off + 2) * (up + down) + image.shape[1] + 64) * ROUNDING
    return above, below, 2 * error


def _root(image: Floats, order: Fraction) -> tuple[Floats, int, float] | None:
    """x^(1/d) for the denominator d of the order, d, and by how many u it errs at most."""
    below = order.denominator
    if below > MOST_FACTORS:
        return None
    if below & (below - 1):
        return _tried_root(image, below)
    root = image
    for _ in range(below.bit_length() - 1):
        root = np.sqrt(root)
    return root, below, 6.0


def _tried_root(image: Floats, degree: int) -> tuple[Floats, int, float] | None:
    """The same for any d ≥ 3: the library's root y, of which y^d is compared with x.

    y^d errs by less than 2d·u and its quotient with x by u. If y^d is x·(1 + t), y is the root
    times (1 + t)^(1/d), which is off by less than 1.01·|t|/d. The image itself errs by 4u.
    """
    root = _library_root(image, degree)
    positive = image > 0
    away = np.abs(_power(root, degree)[positive] / image[positive] - 1)
    power_off = float(away.max(initial=0.0)) / ROUNDING + 2 * degree + 2
    off = 1.01 * power_off / degree + 5
    return (root, degree, off) if off < MOST_OFF else None  # not for nan


def _library_root(image: Floats, degree: int) -> Floats:
    root: Floats = image ** (1 / degree)
    return root


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
