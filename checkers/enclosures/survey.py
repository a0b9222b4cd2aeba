"""Every word of every pair, compared at some precision: what δ, losses and events come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

from flint import arb, fmpq

from dpverify.checkers.bounds import Bounds
from dpverify.checkers.enclosures.compared import (
    IMPOSSIBLE,
    Compared,
    Lost,
    Region,
    compared,
)
from dpverify.checkers.enclosures.events import EVENT, Event, EventPlace, conditioned
from dpverify.checkers.enclosures.pairs import Pair
from dpverify.checkers.enclosures.sides import Known, Side
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Number, Value, as_eps
from dpverify.defs.numbers.balls import ball_bounds, working_precision

GUARD = 32
Tick = Callable[[], None]


@dataclass
class Survey:
    """All words of some pairs; what was computed once is kept."""

    pairs: list[Pair]
    tick: Tick
    known: Known = field(default_factory=dict)
    _words: dict[int, dict[str, Compared]] = field(default_factory=dict)

    def words(self, number: int) -> dict[str, Compared]:
        """The words that are possible on the first input of a pair, with how they compare.

        Raises: Undecided("unsupported") where one cannot be compared.
        """
        if number not in self._words:
            pair = self.pairs[number]
            found = {}
            for word in pair.one.words:
                self.tick()
                one, other = (Side(t, word, self.known, self.tick) for t in (pair.one, pair.other))
                if one.ways:
                    found[word] = compared(one, other, self.tick)
            self._words[number] = found
        return self._words[number]

    def excess(self, number: int, word: str, eps: Number, bits: int) -> arb:
        """∫ max(0, p − e^ε·q) for one word."""
        self.tick()
        each = self.words(number)[word]
        with working_precision(bits + GUARD):
            most = each.loss(bits)
            if isinstance(most, Fraction) and as_eps(most) <= eps:
                return arb(0)
            return each.excess(eps.ball(bits + GUARD).exp(), bits)

    def delta(self, number: int, eps: Number, bits: int) -> arb:
        """δ(ε) of a pair: the excesses of its words together, in [0, 1]."""
        with working_precision(bits + GUARD):
            total = arb(0)
            for word in self.words(number):
                total += self.excess(number, word, eps, bits)
            return min_one(total)

    def apart(self, number: int, bits: int) -> arb:
        """A lower bound of δ(ε) for every ε."""
        with working_precision(bits + GUARD):
            return sum((each.apart(bits) for each in self.words(number).values()), arb(0)).lower()

    def losses(self, number: int, bits: int) -> Iterator[tuple[str, Lost]]:
        """Yield the largest loss of each word."""
        for word, each in self.words(number).items():
            self.tick()
            with working_precision(bits + GUARD):
                found = each.loss(bits)
            if found != IMPOSSIBLE:
                yield word, found

    def event(self, number: int, eps: Number, bits: int, only: str | None = None) -> Event:
        """The event that the words' best regions make."""
        found: dict[str, Region] = {}
        with working_precision(bits + GUARD):
            odds = eps.ball(bits + GUARD).exp()
            for word, each in self.words(number).items():
                if only in (None, word):
                    best: tuple[Fraction, Region] | None = None
                    for region in each.regions(odds, bits):
                        size = self._size(number, {word: region}, odds, bits)
                        if size > 0 and (best is None or size > best[0]):
                            best = size, region
                    if best is not None:
                        found[word] = best[1]
        return found

    def place(self, number: int, event: Event, eps: Number, less: Number, bits: int) -> EventPlace:
        """An event with its probabilities P and Q, and P − e^ε·Q − `less`."""
        pair = self.pairs[number]
        with working_precision(bits + GUARD):
            p, q = self._probabilities(number, event, bits)
            excess = p - eps.ball(bits + GUARD).exp() * q - less.ball(bits + GUARD)
        return EventPlace(
            pair.inputs, ", ".join(sorted(event)), (),
            cast("tuple[Value, Value]", (bounds(p), bounds(q))), {}, pair.entries,
            cast("Value", bounds(excess)), event,
        )  # fmt: skip

    def _size(self, number: int, event: Event, odds: arb, bits: int) -> Fraction:
        try:
            p, q = self._probabilities(number, event, bits)
        except Undecided:
            return Fraction(0)
        excess = p - odds * q
        if not excess.is_finite():
            return Fraction(0)
        low = ball_bounds(excess)[0]
        return Fraction(int(low.p), int(low.q))

    def _probabilities(self, number: int, event: Event, bits: int) -> tuple[arb, arb]:
        pair = self.pairs[number]
        p, q = (
            Side(conditioned(t, event), EVENT, self.known, self.tick).probability(bits)
            for t in (pair.one, pair.other)
        )
        return p, q


def min_one(number: arb) -> arb:
    """A probability: what of a ball lies above 1 is left out."""
    if not number.is_finite():
        return arb(0).union(arb(1))
    return number if number <= 1 else number.lower().union(arb(1)) if number.lower() < 1 else arb(1)


def bounds(number: arb) -> Bounds:
    """A ball as bounds; without an upper one where it has none."""
    if not number.is_finite():
        return Bounds(fmpq(0), None)
    return Bounds(*ball_bounds(number))
