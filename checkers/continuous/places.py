"""A word on two inputs, in numbers: where a loss is attained, or a claim violated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpverify.defs.numbers import Real, Value, number_json, number_text


@dataclass(frozen=True)
class WordPlace:
    """A word on an ordered pair of inputs, all in numbers, with its two probabilities.

    Args: gaps numbers for the gaps of the inputs; entries the two inputs as lists of numbers,
        where they are that; released values: `probabilities` are then densities at them, unless
        all noise is in integers.
    """

    inputs: tuple[str, str]
    word: str
    released: tuple[Fraction, ...]
    probabilities: tuple[Value, Value]
    gaps: Mapping[str, Fraction] = field(default_factory=dict)
    entries: tuple[tuple[Fraction, ...], tuple[Fraction, ...]] | None = None
    excess: Value | Real | None = None
    integers: bool = field(default=False, kw_only=True)

    def to_dict(self) -> dict[str, Any]:
        """The place as a result holds it."""
        form: dict[str, Any] = {"inputs": list(self.inputs)}
        if self.entries is not None:
            form["entries"] = [[str(x) for x in entry] for entry in self.entries]
        if self.gaps:
            form["gaps"] = {name: str(number) for name, number in self.gaps.items()}
        form["word"] = self.word
        if self.released:
            form["released"] = [str(value) for value in self.released]
        dense = self.released and not self.integers
        kind = "densities" if dense else "probabilities"
        form[kind] = [number_text(number) for number in self.probabilities]
        if self.excess is not None:
            form["excess"] = number_json(self.excess)
        return form
