"""Seeds of batches; how an audit came about, as its document tells it; numbers as decimals."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np

from dpverify.checkers.versions import versions

MOST_PARTS: Final = 8
"""Batches on which events are chosen, at most."""
BITS: Final = 31
"""Commands get so many bits of a seed: more do not fit into the integers of awk and C."""


def seed_of(seed: int, phase: int, batch: int, place: int) -> int:
    """The seed of one batch of one input: apart from all others.

    Of the batches of one input the last 31 bits differ too, as random ones would not for long: two
    batches with the same seed would be one batch that is counted twice.

    Args: seed of the audit; phase 0 for the choice of events (MOST_PARTS batches at most), else 1.
    """
    high = np.random.SeedSequence([seed, phase, batch, place]).generate_state(1, np.uint32)
    return (int(high[0]) << BITS) | _mixed(
        (_base(seed, place) + phase * MOST_PARTS + batch) % 2**BITS
    )


@lru_cache(maxsize=4096)
def _base(seed: int, place: int) -> int:
    """Where the numbers of the batches of an input begin."""
    return int(np.random.SeedSequence([seed, place]).generate_state(1, np.uint32)[0])


def _mixed(x: int) -> int:
    """A permutation of numbers of 31 bits that leaves no neighbours together.

    A shift to the right, added bit by bit, can be undone, and so can a product with an odd number:
    generators that are seeded by 1, 2, 3 may start alike.
    """
    for shift, odd in ((15, 0x2C1B3C6D), (13, 0x297A2D39), (16, 1)):
        x ^= x >> shift
        x = x * odd % 2**BITS
    return x


def run_of(seed: int, seconds: float) -> dict[str, Any]:
    """The versions, the seed, and how long it took."""
    return {"versions": dict(versions()), "seconds": round(seconds, 3), "seed": seed}


def decimal(number: Fraction, places: int = 6) -> str:
    """A multiple of 10^−places as decimals, exactly.

    >>> decimal(Fraction(3, 2))
    '1.5'
    """
    whole, rest = divmod(round(number * 10**places), 10**places)
    return f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")
