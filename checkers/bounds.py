"""A number of which only rational bounds are known, and no more can be had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dpverify.defs.numbers.decimals import outward


@dataclass(frozen=True)
class Bounds:
    """lower ≤ the number ≤ upper; `upper` is None where nothing bounds it from above.

    >>> Bounds(fmpq(1, 3), None).to_json()
    {'exact': None, 'lower': '0.333333333333333333', 'upper': 'inf'}
    """

    lower: fmpq
    upper: fmpq | None

    def to_json(self) -> dict[str, Any]:
        """As a result carries it: no exact number, decimals rounded outward."""
        lower, upper = outward(self.lower, self.upper)
        return {"exact": None, "lower": lower, "upper": upper}
