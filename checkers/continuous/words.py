"""The exact probability of a word of a program with continuous noise.

Each path's conditions make a forest (`forest.py`); the probability of a tree is an integral over
its root's variable of the density times one function for each child, which is in turn an integral.
What paths of one program have in common is computed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq

from dpverify.checkers.continuous.forest import Forest, Node, forest
from dpverify.checkers.continuous.order import Bound, Interval
from dpverify.defs.clock import look
from dpverify.defs.continuous.coins import coins_apart
from dpverify.defs.continuous.densities import density, density_at, rate
from dpverify.defs.continuous.integrals import Moments, window
from dpverify.defs.continuous.pieces import Grid, Piecewise, Point, constant
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Traced, exact
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

Key = tuple[object, ...]


class Words:
    """The words of one program on one input, and what their probabilities share."""

    def __init__(self, traced: Traced) -> None:
        if not exact(traced):
            raise Undecided("unsupported", "with Gaussian or uniform noise nothing here is exact")
        self._traced = traced
        self._trees: _Trees | None = None

    def probability(self, word: str, released: Sequence[Shift] = ()) -> ExpPoly:
        """The probability of a word; where values are released, its density at them.

        Args: released one value for each value that the word's paths release, in their order.
        Returns: an element of the ring in ε and the gaps, exact for all ε > 0 and all gaps large
            enough (each gap infinitely larger than those named after it). Where the program has no
            symbol ε it is to be read at ε = 1. A density is with respect to the values themselves.
        Raises: UsageError for an unknown word or another number of values;
            Undecided("unsupported") with a reason where the comparisons are not those of a forest;
            Undecided("bits") where terms are too many.
        """
        if word not in self._traced.words:
            raise UsageError(
                f"{word!r} is no word of this program; it has {len(self._traced.words)}"
            )
        count = len(self._traced.noises)
        found = []
        for path in self._traced.words[word]:
            look()
            share, rest = coins_apart(self._traced.noises, path)
            found.append((share, forest(rest, released, count) if share else None))
        forests = [each for _, each in found if each is not None]
        trees = self._trees_for(forests)
        total = ExpPoly.number(0, trees.grid.ring)
        for share, each in found:
            if each is not None:
                total = total + trees.probability(each) * _fmpq(share)
        return total if self._traced.symbolic else total.with_eps_one()

    def _trees_for(self, forests: list[Forest]) -> _Trees:
        """Trees over a grid that is fine enough for these forests too."""
        shifts, rates = _needs(self._traced, forests)
        if self._trees is None or not self._trees.suffices(shifts, rates):
            if self._trees is not None:
                shifts, rates = shifts | self._trees.shifts, rates | self._trees.rates
            self._trees = _Trees(self._traced, shifts, rates)
        return self._trees


def _fmpq(share: Fraction) -> fmpq:
    return fmpq(share.numerator, share.denominator)


def probability(traced: Traced, word: str, released: Sequence[Shift] = ()) -> ExpPoly:
    """The probability, or the density, of one word; for several words of a program use `Words`."""
    return Words(traced).probability(word, released)


def _needs(traced: Traced, forests: list[Forest]) -> tuple[set[Shift], set[Fraction]]:
    """All shifts and rates that occur in the forests."""
    shifts: set[Shift] = set()
    rates: set[Fraction] = set()
    stack = [node for f in forests for node in f.roots]
    for f in forests:
        shifts.update(place for _, place in f.fixed)
        rates.update(rate(traced.noises[n]) for n, _ in f.fixed)
    while stack:
        node = stack.pop()
        intervals = [node.bounds, *(interval for interval, _ in node.children)]
        shifts.update(b for i in intervals for b in (i.low, i.high) if b is not None)
        shifts.update(m.centre for m in node.members)
        rates.update(rate(traced.noises[m.noise], m.slope) for m in node.members)
        stack.extend(child for _, child in node.children)
    return shifts, rates


class _Trees:
    """Integrals over trees, with those of common parts kept."""

    def __init__(self, traced: Traced, shifts: set[Shift], rates: set[Fraction]) -> None:
        self.shifts, self.rates = shifts, rates
        self.grid = Grid.covering(shifts, rates)
        self._noises = traced.noises
        self._ids: dict[Key, int] = {}
        self._functions: dict[int, Piecewise] = {}
        self._products: dict[tuple[int, ...], Piecewise] = {(): constant(self.grid.one)}
        self._moments: dict[int, Moments] = {}

    def suffices(self, shifts: set[Shift], rates: set[Fraction]) -> bool:
        """Whether the grid expresses these too."""
        if shifts <= self.shifts and rates <= self.rates:
            return True
        return Grid.covering(self.shifts | shifts, self.rates | rates) == self.grid

    def probability(self, each: Forest) -> ExpPoly:
        """The probability of one path."""
        total = self.grid.one * each.factor
        if each.values:
            total = total * ExpPoly.eps(self.grid.ring) ** each.values
        for noise, place in each.fixed:
            total = total * density_at(self._noises[noise], place, self.grid)
        for root in each.roots:
            total = total * self._integral(root)
        return total

    def _integral(self, root: Node) -> ExpPoly:
        """The integral of the root's density times its children's functions."""
        # The last child goes with the density: words that differ in it alone share the others'
        # product, and the largest product is never formed.
        children = [self._child(interval, node) for interval, node in root.children]
        number = self._id(("root", root.members, root.bounds, *children[-1:]))
        if number not in self._moments:
            weight = self._density(root)
            if children:
                weight = weight.times(self._functions[children[-1]])
            self._moments[number] = Moments(weight, self.grid)
        return self._moments[number].integral(self._product(tuple(children[:-1])))

    def _id(self, key: Key) -> int:
        return self._ids.setdefault(key, len(self._ids))

    def _child(self, interval: Interval, node: Node) -> int:
        """The number of the function w ↦ mass of a child given its parent's w."""
        number = self._id(("child", interval, node))
        if number not in self._functions:
            own = self._density(node)
            children = tuple(self._child(i, child) for i, child in node.children)
            if children:
                own = own.times(self._product(children))
            low, high = self._point(interval.low), self._point(interval.high)
            self._functions[number] = window(own, low, high, self.grid)
        return number

    def _product(self, numbers: tuple[int, ...]) -> Piecewise:
        """The product of functions; it is kept, for other words that begin with the same."""
        known = self._products.get(numbers)
        if known is None:
            *first, last = numbers
            known = self._product(tuple(first)).times(self._functions[last])
            self._products[numbers] = known
        return known

    def _density(self, node: Node) -> Piecewise:
        result: Piecewise | None = None
        for m in node.members:
            factor = density(self._noises[m.noise], m.slope, m.centre, self.grid)
            result = factor if result is None else result.times(factor)
        if result is None:
            result = constant(self.grid.one)
        low, high = self._point(node.bounds.low), self._point(node.bounds.high)
        return result.within(low, high)

    def _point(self, bound: Bound) -> Point | None:
        return None if bound is None else self.grid.point(bound)
