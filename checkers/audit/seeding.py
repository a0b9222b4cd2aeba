"""How an audit came about, as its document tells it, and its numbers as decimals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.checkers.versions import versions


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
