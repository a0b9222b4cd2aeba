"""A program that tells which of n entries is largest with noise of one law, in a few words.

Every entry has noise of its own, of the same law and scale, and the output is the number, from 0
on, of the largest sum; where `lead`, with it by how much that sum is above all others. Written out,
it has n words of n − 1 conditions each, and n − 1 paths of as many where a lead is told.

As JSON data: {"entries": n, "noise": {"law": …, "scale": …}, "symbolic": …, "lead": …}; the scale
in units of 1/ε where `symbolic`. Trusted by the kernel.

What must never change: entries and noises can be renumbered, all in the same way, and the program
is the same but for the number that it tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import EXACT, Form, Law, Noise, Path, Traced
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers.documents import member, need

MOST_ENTRIES = 10_000
FIRST = "0"
"""The word of the event that is looked at: the first entry is the largest, whatever its lead."""


@dataclass(frozen=True)
class Argmax:
    """The program on inputs of so many entries."""

    count: int
    noise: Noise
    symbolic: bool
    lead: bool

    @property
    def entries(self) -> tuple[str, ...]:
        """Names of the entries of an input."""
        return tuple(f"q{i:04}" for i in range(1, self.count + 1))

    @property
    def first(self) -> Traced:
        """The event that the first entry is the largest, as the one word of a traced program."""
        names, one = self.entries, Fraction(1)
        rows = tuple(
            Form(((0, one), (i, -one)), Shift.of(0, **{names[0]: 1, names[i]: -1}))
            for i in range(1, self.count)
        )
        return Traced((self.noise,) * self.count, {FIRST: (Path(rows),)}, self.symbolic)


def read_argmax(given: Any, laws: Sequence[Law] = EXACT) -> Argmax:
    """The program of a document; NumberError for anything else, or for one without meaning.

    Args: laws those that the caller can deal with.
    """
    _only(given, {"entries", "noise", "symbolic", "lead"}, "the program")
    count = rational(given["entries"], "the number of entries")
    counted = count.denominator == 1 and 2 <= count <= MOST_ENTRIES
    need(counted, f"the number of entries is none from 2 to {MOST_ENTRIES}")
    noise, flags = member(given, "noise", dict), (given["symbolic"], given["lead"])
    _only(noise, {"law", "scale"}, "the noise")
    law, scale = member(noise, "law", str), rational(noise["scale"], "a scale")
    need(law in laws and scale > 0, "the noise is none that is dealt with here")
    need(all(type(flag) is bool for flag in flags), "symbolic or lead is neither true nor false")
    return Argmax(int(count), Noise(law, scale), *flags)


def _only(given: Any, known: set[str], what: str) -> None:
    need(type(given) is dict and given.keys() == known, f"{what} does not have its keys, alone")
