"""Bounds on what events gain, for very many pairs: all outputs at once in one long integer.

Trusted, beside `weights`, `dpverify.defs.numbers`, the standard library and python-flint. A law is
an integer with a lane of 32 bits for each output. With U(o) = ⌈P(o)·2^30⌉ and
L(o) = min(2^30, ⌊E·Q(o)·2^30⌋) for a rational number that is at most e^ε, rounded down,

    Σ_o max(0, U(o) − L(o))    is at least    2^30 · Σ_o max(0, P(o) − e^ε·Q(o)),

since U is not below P·2^30 ≤ 2^30, and L is not above e^ε·Q·2^30 where it is not cut off at 2^30,
and where it is, both sides are 0. The sum of U over the outputs with U ≥ L is likewise at least
2^30 times the probability, under P, of an output with P > e^ε·Q.

Each lane of U + 2^31 − L lies in [2^31 − 2^30, 2^31 + 2^30], so that no lane borrows from another
one, and its top bit says whether U ≥ L.

Of listed pairs, a law is an integer, and what a pair gains is the sum of its lanes: the remainder
by 2^32 − 1, of which each lane's weight 2^(32k) is 1 more than a multiple. Of all pairs, an output
is an integer with a lane for each second input, and what a first input gains is added up output by
output, for all of them at once. Σ U ≤ 2^30 + m < 2^31 for m outputs, so that no sum runs over.

What must never change: what comes out is never below what it bounds. What is not settled by such a
bound is open, and whoever asks decides it exactly.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from flint import fmpz

from dpverify.checkers.kernel.weights import FINE, Row, rounded_down
from dpverify.checkers.kernel.work import spend
from dpverify.defs.numbers.documents import need

BITS: Final = 30
"""Bits of a probability in a lane."""
LANE: Final = 32
TOP: Final = 1 << (LANE - 1)
CODE: Final = "I"
"""How `array` calls whole numbers of a lane."""
MOST_OUTPUTS: Final = 1 << 29
WORK: Final = 100
"""How many outputs of a pair make one unit of work beside the first."""
Pairs = Sequence[tuple[int, int]] | None
"""The ordered pairs as numbers of rows; None for all."""


class Lanes:
    """The laws of a channel, packed, at one e^ε ≥ 1."""

    def __init__(self, rows: Sequence[Row], odds: Any) -> None:
        """Args: rows of the channel, over the same outputs; odds e^ε, finite."""
        self.count = len(rows[0].weights)
        need(self.count < MOST_OUTPUTS, "too many outputs")
        self.rows, self.least_odds = rows, rounded_down(odds)

    @cached_property
    def above(self) -> list[array[int]]:
        """U of each row."""
        return [
            array(CODE, [-((-weight << BITS) // row.total) for weight in row.weights])
            for row in self.rows
        ]

    @cached_property
    def below(self) -> list[array[int]]:
        """L of each row."""
        whole = 1 << BITS
        scaled = self.least_odds << BITS
        return [
            array(CODE, [min(whole, (weight * scaled) // over) for weight in row.weights])
            for row, over in ((row, row.total << FINE) for row in self.rows)
        ]

    def open_pairs(
        self, pairs: Pairs, slack: Any, *, tail: bool = False, both_ways: bool = False
    ) -> Iterator[tuple[int, int]]:
        """The ordered pairs whose bound exceeds a slack ≥ 0: all others have at most that.

        Args: tail the probability of outputs with P > e^ε·Q, in place of what an event gains;
            both_ways with Q > e^ε·P as well.
        """
        number = len(self.rows)
        every = number * (number - 1) if pairs is None else len(pairs)
        spend("bounds of all pairs", every * (1 + self.count // WORK))
        most = rounded_down(slack, BITS)
        if pairs is None:
            return self._open_of_all(most, tail=tail, both_ways=both_ways)
        return self._open_of(pairs, most, tail=tail, both_ways=both_ways)

    def _open_of(
        self, pairs: Sequence[tuple[int, int]], most: int, *, tail: bool, both_ways: bool
    ) -> Iterator[tuple[int, int]]:
        """Pair by pair: a lane for each output."""
        above = [_packed(row) for row in self.above]
        below = [_packed(row) for row in self.below]
        tops, whole = _packed([TOP] * self.count), fmpz((1 << LANE) - 1)
        for i, j in pairs:
            difference = above[i] + tops - below[j]
            larger = difference & tops
            if both_ways:
                larger |= (above[j] + tops - below[i]) & tops
            gain = (above[i] if tail else difference) & _lower(larger)
            if gain % whole > most:
                yield i, j

    def _open_of_all(self, most: int, *, tail: bool, both_ways: bool) -> Iterator[tuple[int, int]]:
        """One first input after another: a lane for each second one."""
        ones, tops = _packed([1] * len(self.rows)), _packed([TOP] * len(self.rows))
        above = [_packed(column) + tops for column in zip(*self.above, strict=True)]
        below = [tops - _packed(column) for column in zip(*self.below, strict=True)]
        # A lane of a sum is below 2^31: with this its top bit says whether it is above `most`.
        limit = (TOP - 1 - min(most, TOP - 1)) * ones
        for i, (upper, lower) in enumerate(zip(self.above, self.below, strict=True)):
            sums = fmpz(0)
            for o in range(self.count):
                first = upper[o] * ones
                difference = first + below[o]
                larger = difference & tops
                if both_ways:
                    larger |= (above[o] - lower[o] * ones) & tops
                sums += (first if tail else difference) & _lower(larger)
            exceeding = (sums + limit) & tops
            if exceeding:
                lanes = _unpacked(exceeding, len(self.rows))
                yield from ((i, j) for j, top in enumerate(lanes) if top and i != j)


def _lower(tops: fmpz) -> fmpz:
    """All bits of a lane but the top one, where that one is set."""
    return tops - (tops >> (LANE - 1))


def _packed(numbers: Sequence[int]) -> fmpz:
    """Numbers below 2^32, the first in the lowest lane."""
    lanes = array(CODE, numbers)
    need(lanes.itemsize * 8 == LANE, "this machine has integers of another size")
    if _BIG_ENDIAN:
        lanes.byteswap()
    return fmpz(int.from_bytes(lanes.tobytes(), "little"))


def _unpacked(packed: fmpz, count: int) -> array[int]:
    """The numbers of so many lanes."""
    lanes = array(CODE, int(packed).to_bytes(count * LANE // 8, "little"))
    if _BIG_ENDIAN:
        lanes.byteswap()
    return lanes


_BIG_ENDIAN: Final = array(CODE, [1]).tobytes()[0] == 0
