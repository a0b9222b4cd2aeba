"""Where a program that releases values is worst: a pair of inputs, by what its laws give."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpverify.defs.numbers import Number, number_json


@dataclass(frozen=True)
class PairValue:
    """An ordered pair of inputs, and what the definition asks of its laws.

    Args: value the smallest parameter that holds for the pair; entries the inputs as numbers where
        all real ones are meant; excess by how much the value is larger than claimed.
    """

    inputs: tuple[str, str]
    value: Number
    entries: tuple[tuple[Fraction, ...], tuple[Fraction, ...]] | None = None
    excess: Number | None = field(default=None)

    def to_dict(self) -> dict[str, Any]:
        """The place as a result holds it."""
        form: dict[str, Any] = {"inputs": list(self.inputs)}
        if self.entries is not None:
            form["entries"] = [[str(x) for x in entry] for entry in self.entries]
        form["value"] = number_json(self.value)
        if self.excess is not None:
            form["excess"] = number_json(self.excess)
        return form
