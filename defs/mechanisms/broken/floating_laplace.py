"""Laplace noise on floating-point doubles, by inverse CDF: outputs give the input away.

What must never change: this is the program that is examined, run as it is, not a model of it.
"""

from __future__ import annotations

import math

SOURCE = "I. Mironov, On Significance of the Least Significant Bits for Differential Privacy, 2012"
ID, NAME = "B41", "floating-point-laplace"
UNITS = 1 << 53
"""A uniform double in [0, 1), as Python and NumPy make it, is k/2^53 with equally likely k."""


def floating_laplace(count: float, k: int, scale: float) -> float:
    """The double that the program returns for the uniform number k/2^53, 0 ≤ k < 2^53.

    >>> floating_laplace(1.0, 1 << 52, 1.0)
    1.0
    """
    u = k / UNITS - 0.5
    tail = 1.0 - 2.0 * abs(u)
    size = -scale * math.log(tail) if tail else math.inf
    return count + math.copysign(size, u)
