"""Sums over all pairs in single precision, compiled by numba where it is installed (extra `fast`).

What is compiled is ordinary Python, so that tests run it without numba; nobody else does. A sum is
added in chunks of CHUNK outputs, in single precision and in any order, and the chunks in double.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Singles = NDArray[np.float32]
    Floats = NDArray[np.float64]

CHUNK: Final = 128
"""Outputs that are added in single precision; rows are filled up with zeros to a multiple."""
NEAR: Final = 64
"""Second rows that stay in the processor's cache while all first ones meet them."""
WORTH: Final = 1 << 29
"""Entries of all pairs from which it pays to import numba, which takes a third of a second."""


class Passes(NamedTuple):
    """The functions of this module, compiled."""

    overlaps: Callable[..., None]
    tails: Callable[..., None]


def overlaps(first: Singles, second: Singles, zero: np.float32, out: Floats) -> None:
    """out[i, j] = Σ min(first[i], second[j])."""
    for block in range(0, len(second), NEAR):
        for i in range(len(first)):
            for j in range(block, min(block + NEAR, len(second))):
                whole: Any = 0.0
                for chunk in range(0, first.shape[1], CHUNK):
                    a = first[i, chunk : chunk + CHUNK]
                    b = second[j, chunk : chunk + CHUNK]
                    part = zero
                    for o in range(CHUNK):
                        part += min(b[o], a[o])
                    whole += part
                out[i, j] = whole


def tails(first: Singles, second: Singles, zero: np.float32, out: Floats) -> None:
    """out[i, j] = Σ first[i] where it is at least second[j]."""
    for block in range(0, len(second), NEAR):
        for i in range(len(first)):
            for j in range(block, min(block + NEAR, len(second))):
                whole: Any = 0.0
                for chunk in range(0, first.shape[1], CHUNK):
                    a = first[i, chunk : chunk + CHUNK]
                    b = second[j, chunk : chunk + CHUNK]
                    part = zero
                    for o in range(CHUNK):
                        part += a[o] if a[o] >= b[o] else zero
                    whole += part
                out[i, j] = whole


def passes(work: int) -> Passes | None:
    """The compiled functions; None where numba is missing, or too much for so few entries."""
    if "numba" not in sys.modules and (work < WORTH or find_spec("numba") is None):
        return None
    return _compiled()


@cache
def _compiled() -> Passes | None:
    try:
        numba: Any = import_module("numba")
    except Exception:  # noqa: BLE001  an installation that does not fit this NumPy
        return None
    # Sums may be added in any order, as the bound on their error allows; entries are not nan.
    compiled = numba.njit(fastmath=True, error_model="numpy", nogil=True, cache=True)
    return Passes(compiled(overlaps), compiled(tails))
