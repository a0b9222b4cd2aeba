"""Reading what a program returned by the word of its trace: the values at the stars.

What must never change: whatever a receiver could tell from the word is a difference: another label,
a list for a tuple, 0.0 for 0.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from dpverify.defs.continuous.concrete import Difference
from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.labels import STAR, label_of
from dpverify.defs.validate import shown

Told = list[Any]
NUMBERS = (int, float, Fraction)
_NUMBER = re.compile(r"-?[0-9]+(?:/[0-9]+|(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)")
_ENDS: dict[type, tuple[str, str]] = {tuple: ("(", ")"), list: ("[", "]")}


def read(output: Any, word: str, *, strict: bool) -> Told:
    """The released values of an output, in order.

    Args: strict: a number in a word is of the type that its label shows; else of its value.
    Raises: Difference where the output is not one of this word.

    >>> read((True, 0.25), "(True, •)", strict=True)
    [0.25]
    """
    if STAR not in word and _label(output) == word:
        return []  # nothing is released, as in most outputs: the label tells all
    reader = _Reader(word, strict)
    if not reader.read(output) or reader.rest:
        label = _label(output)
        returned = shown(output if label is None else label)
        raise Difference(f"returns {returned} where its trace returns {shown(word)}")
    return reader.told


class _Reader:
    """A word, from left to right."""

    def __init__(self, word: str, strict: bool) -> None:
        self.rest, self._strict = word, strict
        self.told: Told = []

    def read(self, output: Any) -> bool:
        """Take the part of the word that an output has; whether it is there."""
        kind = type(output)
        if kind in _ENDS:
            return self._members(output, *_ENDS[kind])
        if self.rest.startswith(STAR) and kind in NUMBERS:
            self.told.append(output)
            return self._take(STAR)
        if not self._strict and kind in NUMBERS:
            number = _NUMBER.match(self.rest)
            if number is not None and _equal(output, Fraction(number[0])):
                return self._take(number[0])
        try:
            return self._take(label_of(output))
        except ProgramError:
            return False

    def _members(self, output: Any, start: str, end: str) -> bool:
        if not self._take(start):
            return False
        for i, member in enumerate(output):
            if (i and not self._take(", ")) or not self.read(member):
                return False
        single = isinstance(output, tuple) and len(output) == 1
        return self._take(f",{end}" if single else end)

    def _take(self, text: str) -> bool:
        known = self.rest.startswith(text)
        if known:
            self.rest = self.rest[len(text) :]
        return known


def _equal(output: Any, number: Fraction) -> bool:
    """Equal, or as close as a float comes."""
    if type(output) is not float:
        return bool(output == number)
    return abs(output - float(number)) <= 1e-9 * max(1.0, abs(output))


def _label(output: Any) -> str | None:
    try:
        return label_of(output)
    except ProgramError:
        return None
