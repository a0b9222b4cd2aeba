"""Exact events and their probabilities, for the pairs that the float pass left.

Float thresholds settle most outputs (see `scores`), `signs` the others. Probabilities of events are
summed as machine integers where every row sum fits (a part of a row of numerators never exceeds its
denominator, which is below 2^63), else once for each multiset of numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from dpverify.checkers.exact.pairs import Block, Listed
from dpverify.checkers.exact.scores import Scores
from dpverify.checkers.exact.signs import Signs
from dpverify.checkers.floats import ROUNDING
from dpverify.defs.numbers import Value, total
from dpverify.defs.rows import RationalRows, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.budget import Budget
    from dpverify.defs.privacy_loss import Odds

    Mask = NDArray[np.bool_]
    Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Weighed:
    """A pair, with the exact probabilities of its event under P and Q."""

    pair: tuple[int, int]
    p: Value
    q: Value


class Masses:
    """Exact events at odds E (None for infinity) of the kind that `scores` bounds."""

    def __init__(self, rows: Rows, scores: Scores, odds: Odds | None) -> None:
        self.rows, self.scores, self.odds = rows, scores, odds
        self.image = scores.image
        self._signs = None if odds is None else Signs(rows, scores.image, odds)
        self._sums: dict[Hashable, Value] = {}

    def events(self, block: Block, *, weak: bool = False) -> Mask:
        """Whether each output exceeds, per pair; with `weak` also where P(o) = E·Q(o) > 0."""
        exceeds = self.scores.sure(block.first, block.second)
        if self._signs is None:
            return exceeds
        listed, _ = block.chosen(np.ones(len(exceeds), dtype=bool))
        directions = [(listed.first, listed.second)]
        if self.scores.kind == "absolute":
            directions.append((listed.second, listed.first))
        least = 0 if weak else 1
        for first, second in directions:
            unsure = self.scores.unsure(first, second) & ~exceeds
            at, o = np.nonzero(unsure)
            if len(at):
                exceeds[at, o] = self._signs.of(first[at], second[at], o) >= least
        return exceeds

    # ------------------------------------------------------------------ probabilities

    def weighed(
        self, pairs: Listed, budget: Budget, *, weak: bool = False, largest: bool = False
    ) -> Iterator[Weighed]:
        """The pairs in order with the probabilities of their events.

        A pair whose event has the probabilities of an earlier one is left out, and with `largest`
        also one that floats show not to have the largest score.
        """
        seen: set[Hashable] = set()
        for block in pairs.blocks(self.scores.outputs):
            budget.check()
            events = self.events(block, weak=weak)
            listed, _ = block.chosen(np.ones(len(events), dtype=bool))
            if self.image.numerators is None:
                yield from self._weighed_slowly(listed, events, seen, budget)
            else:
                yield from self._weighed_quickly(listed, events, seen, largest=largest)

    def _weighed_quickly(
        self, listed: Listed, events: Mask, seen: set[Hashable], *, largest: bool
    ) -> Iterator[Weighed]:
        numerators, denominators = self.image.numerators, self.image.denominators
        if numerators is None or denominators is None:
            raise ValueError("these rows have no machine integers")
        a = np.where(events, numerators[listed.first], 0).sum(axis=1)
        b = np.where(events, numerators[listed.second], 0).sum(axis=1)
        c, d = denominators[listed.first], denominators[listed.second]
        at = self._largest(a, b, c, d) if largest else np.arange(len(a))
        for k in at.tolist():
            key = (int(a[k]), int(c[k]), int(b[k]), int(d[k]))
            if key in seen:
                continue
            seen.add(key)
            p, q = Value(Fraction(key[0], key[1])), Value(Fraction(key[2], key[3]))
            if (p, q) not in seen:
                seen.add((p, q))
                yield Weighed(listed.pair(k), p, q)

    def _largest(self, a: Integers, b: Integers, c: Integers, d: Integers) -> Integers:
        """Positions whose score may be the largest: each float below errs by less than 16u."""
        p, q = a / c, b / d
        value = p - self.scores.odds * q if self._discounts() else p
        error = 16 * ROUNDING * (p + self.scores.odds * q if self._discounts() else p)
        return np.flatnonzero(value + error >= (value - error).max())

    def _discounts(self) -> bool:
        return self.scores.kind == "hockey" and self.odds is not None

    def _weighed_slowly(
        self, listed: Listed, events: Mask, seen: set[Hashable], budget: Budget
    ) -> Iterator[Weighed]:
        for k in range(len(listed)):
            budget.check()
            i, j = listed.pair(k)
            p, q = self._mass(i, events[k]), self._mass(j, events[k])
            if (p, q) not in seen:
                seen.add((p, q))
                yield Weighed((i, j), p, q)

    def _mass(self, i: int, event: Mask) -> Value:
        """P(S), summed once for each multiset of numbers."""
        if self.image.classes is None:
            raise ValueError("machine integers are summed at once")
        key = np.sort(self.image.classes[i, event]).tobytes()
        if key not in self._sums:
            self._sums[key] = self._sum(i, np.flatnonzero(event).tolist())
        return self._sums[key]

    def _sum(self, i: int, outputs: list[int]) -> Value:
        if isinstance(self.rows, RationalRows):
            numerators, denominator = self.rows.over(i)
            return Value(Fraction(sum(numerators[o] for o in outputs), denominator))
        return total(self.rows.value(i, o) for o in outputs)
