"""One word on one input: its paths as parts, the probability of its bits, its densities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from flint import arb

from dpverify.checkers.enclosures.parts import Part, density, parts, star
from dpverify.checkers.enclosures.products import Product, integral
from dpverify.defs.documents.traced import Traced
from dpverify.defs.errors import UsageError

Known = dict[tuple[Product, int], arb]


@dataclass(frozen=True)
class Way:
    """One path: parts that release nothing, and parts that do."""

    stars: tuple[Part, ...]
    open: tuple[Part, ...]

    @property
    def key(self) -> object:
        """What is equal where the rows and laws of the parts without releases are."""
        return tuple(sorted((part.key for part in self.stars), key=repr))

    @property
    def whole(self) -> object:
        """What is equal where everything is."""
        return self.key, tuple(sorted((part.key for part in self.open), key=repr))


class Side:
    """The paths of one word on one input, without those that are impossible.

    Args: traced a program in numbers; known integrals that were computed already; tick is called
        before each integral.
    """

    def __init__(
        self, traced: Traced, word: str, known: Known, tick: Callable[[], None] = lambda: None
    ) -> None:
        self._known, self._tick = known, tick
        self.ways: list[Way] = []
        for path in traced.words.get(word, ()):
            found = parts(traced.noises, path)
            if found is not None:
                closed = tuple(part for part in found if not part.released)
                self.ways.append(Way(closed, tuple(part for part in found if part.released)))

    @cached_property
    def key(self) -> object:
        """What is equal on two inputs only where the word has the same law on both."""
        return tuple(sorted((way.whole for way in self.ways), key=repr))

    def bits(self, way: Way, bits: int) -> arb:
        """The probability of what a path does without its releases."""
        total = arb(1)
        for part in way.stars:
            total *= self._integral(star(part), bits)
        return total

    def probability(self, bits: int) -> arb:
        """The probability of the word, whatever it releases; exact 0 where no path is possible."""
        total = arb(0)
        for way in self.ways:
            each = self.bits(way, bits)
            for part in way.open:
                if part.conditions:
                    each *= self._integral(density(part), bits)
            total += each
        return total

    def densities(self, bits: int, weight: arb) -> Sequence[tuple[arb, Product]]:
        """The density of a word with one released value, times a weight."""
        found = []
        for way in self.ways:
            if len(way.open) != 1 or len(way.open[0].released) != 1:
                raise UsageError("a density along a line is one of one released value")
            found.append((weight * self.bits(way, bits), density(way.open[0])))
        return found

    def _integral(self, product: Product, bits: int) -> arb:
        key = product, bits
        if key not in self._known:
            self._tick()
            self._known[key] = integral(product, bits)
        return self._known[key]
