"""Answers to n queries that are compared with one noisy threshold, for every ε at once.

The threshold is ρ = Lap(threshold/ε). Query number i answers 1 where q_i + Lap(noise/ε) ≥ ρ, else
0; its noise is its own. The run ends after `stop` ones, or never. Given ρ = r the answers are
independent, so that the words have the probabilities

    P(o | q) = ∫ f(r) · ∏_i p(q_i, o_i; r) dr,

which depend on how often each pair (q_i, o_i) stands there, and not on the order. The inputs are
all vectors of n of the listed queries; neighbours are two of which each query moves by at most 1.

Which pairs of neighbours are enough for pure privacy. p(q, 1; r) rises with q, and p(q, 0; r)
falls. So P(o | x) ≤ e^{κε}·P(o | y) is hardest where x_i is as large as y_i lets it be if o_i = 1,
and as small if o_i = 0; and y_i is then as far from it the other way. Of each query this leaves the
pairs (a, b) of `extremes`. Exchanging queries leaves one case for each way to choose n of them with
repetition: of the order n³ for three queries −1, 0, 1, where vectors and words are 6^n.

What must never change: `cases` are enough for the claim on all neighbours and all words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, pairwise
from math import comb
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.continuous.densities import density
from dpverify.defs.continuous.integrals import Moments, window
from dpverify.defs.continuous.pieces import Grid, Piecewise, constant
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Noise
from dpverify.defs.errors import UsageError
from dpverify.defs.symbolic import family
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.formal import Formal

KEYS = ("threshold", "noise", "queries", "count", "stop")
OTHERWISE = "any other"
"""The output that stands for all words but one."""
Pair = tuple[Fraction, int]
"""A query and its answer."""


@dataclass(frozen=True)
class Case:
    """One class of (x, y, word): for each query its value in x, its value in y, and its answer."""

    moves: tuple[tuple[Fraction, Fraction, int], ...]

    @property
    def word(self) -> tuple[int, ...]:
        """The answers; zeros come first, so that a run that stops does so at its last one."""
        return tuple(answer for _, _, answer in self.moves)

    def pairs(self, side: int) -> tuple[Pair, ...]:
        """The queries with their answers, of x (side 0) or of y (side 1), ascending."""
        return tuple(sorted(((x, y)[side], answer) for x, y, answer in self.moves))


@dataclass(frozen=True)
class OneThreshold:
    """A sparse vector with one threshold, on all vectors of listed queries, for every ε.

    Args: threshold and noise the scales of ρ and of the queries, times ε; queries the values that a
        query may have, ascending; count n ≥ 1; stop after how many ones a run ends, None for never.
    Raises: UsageError where no two inputs are neighbours, or a number is out of range.
    """

    threshold: Fraction
    noise: Fraction
    queries: tuple[Fraction, ...]
    count: int
    stop: int | None = None
    assumptions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.threshold <= 0 or self.noise <= 0 or self.count < 1 or self.stop == 0:
            raise UsageError("scales, the number of queries and that of ones to stop are above 0")
        if any(a >= b for a, b in pairwise(self.queries)):
            raise UsageError("the values of a query are listed ascending, each once")
        if not self.pairs:
            raise UsageError("no two inputs are neighbours; list queries that are at most 1 apart")

    @property
    def pairs(self) -> int:
        """How many ordered pairs of neighbours there are."""
        steps = sum(len(self._near(a)) for a in self.queries)
        return int(steps**self.count - len(self.queries) ** self.count)

    @property
    def words(self) -> int:
        """How many outputs there are."""
        if self.stop is None:
            return int(2**self.count)
        return sum(comb(self.count, ones) for ones in range(self.stop + 1))

    def _near(self, a: Fraction) -> list[Fraction]:
        return [b for b in self.queries if abs(a - b) <= 1]

    def extremes(self, answer: int) -> list[tuple[Fraction, Fraction]]:
        """The pairs (a, b) of a query in x and in y beyond which none can be worse."""
        far, back = (max, min) if answer else (min, max)
        found = [(far(self._near(b)), b) for b in self.queries]
        return [(a, b) for a, b in found if b == back(self._near(a))]

    def cases(self) -> Iterator[Case]:
        """The classes of neighbours and words that are enough for pure privacy."""
        kinds = [(a, b, answer) for answer in (0, 1) for a, b in self.extremes(answer)]
        for length in range(1, self.count + 1):
            for moves in combinations_with_replacement(kinds, length):
                ones = sum(answer for _, _, answer in moves)
                stopped = ones == self.stop
                if stopped or (length == self.count and (self.stop is None or ones < self.stop)):
                    yield Case(moves)

    # ------------------------------------------------------------------ probabilities

    def probability(self, pairs: tuple[Pair, ...]) -> Formal:
        """The probability of a word, given by the queries with their answers, ascending."""
        known = self._known.get(pairs)
        if known is None:
            known = Formal(self._moments.integral(self._product(pairs)))
            self._known[pairs] = known
        return known

    @cached_property
    def _known(self) -> dict[tuple[Pair, ...], Formal]:
        return {}

    @cached_property
    def _products(self) -> dict[tuple[Pair, ...], Piecewise]:
        return {(): constant(self._grid.one)}

    @cached_property
    def _grid(self) -> Grid:
        shifts = [Shift(Fraction(0)), *map(Shift, self.queries)]
        return Grid.covering(shifts, [1 / self.threshold, 1 / self.noise])

    @cached_property
    def _moments(self) -> Moments:
        one = Fraction(1)
        law = Noise("laplace", self.threshold)
        return Moments(density(law, one, Shift(Fraction(0)), self._grid), self._grid)

    @cached_property
    def _steps(self) -> dict[Pair, Piecewise]:
        """For each query and answer the function r ↦ p(q, o; r)."""
        grid, steps = self._grid, {}
        origin = grid.point(Shift(Fraction(0)))
        for q in self.queries:
            noisy = density(Noise("laplace", self.noise), Fraction(1), Shift(q), grid)
            steps[q, 1] = window(noisy, None, origin, grid)
            steps[q, 0] = window(noisy, origin, None, grid)
        return steps

    def _product(self, pairs: tuple[Pair, ...]) -> Piecewise:
        """The product of steps; it is kept, for other words that begin with the same."""
        known = self._products.get(pairs)
        if known is None:
            known = self._product(pairs[:-1]).times(self._steps[pairs[-1]])
            self._products[pairs] = known
        return known

    # ------------------------------------------------------------------ at numbers, and as text

    def excerpt(self, case: Case, eps: Fraction) -> Channel:
        """The two inputs of a case, and whether its word is what comes out, at a rational ε."""
        rows = []
        for side in (0, 1):
            p = self.probability(case.pairs(side)).at(eps)
            rows.append([p, 1 - p])
        return Channel(self.inputs(case), (label(case.word), OTHERWISE), rows)

    def inputs(self, case: Case) -> tuple[str, str]:
        """The labels of x and y; queries after the end of a run are the first value of all."""
        rest = [self.queries[0]] * (self.count - len(case.moves))
        one, other = (label([*(move[side] for move in case.moves), *rest]) for side in (0, 1))
        return one, other

    def to_dict(self) -> dict[str, Any]:
        """As a result holds it."""
        return {
            "threshold": str(self.threshold),
            "noise": str(self.noise),
            "queries": list(map(str, self.queries)),
            "count": str(self.count),
            "stop": None if self.stop is None else str(self.stop),
        }


def one_threshold_from(given: Mapping[str, Any]) -> OneThreshold:
    """What `to_dict` wrote."""
    threshold, noise, queries, count, stop = (given[key] for key in KEYS)
    values, most = tuple(map(Fraction, queries)), None if stop is None else int(stop)
    return OneThreshold(Fraction(threshold), Fraction(noise), values, int(count), most)


def transported(found: Family | OneThreshold) -> dict[str, Any]:
    """What is decided for every ε, as JSON data."""
    if isinstance(found, OneThreshold):
        return {**found.to_dict(), "assumptions": list(found.assumptions)}
    return family.transported(found)


def received(given: Mapping[str, Any]) -> Family | OneThreshold:
    """What `transported` wrote."""
    if "threshold" in given:
        return replace(one_threshold_from(given), assumptions=tuple(map(str, given["assumptions"])))
    return family.received(given)


def label(parts: Sequence[object]) -> str:
    """The label of a vector or a word, as that of a tuple.

    >>> label([1]), label([Fraction(1, 2), 0])
    ('(1,)', '(1/2, 0)')
    """
    return f"({', '.join(map(str, parts))}{',' * (len(parts) == 1)})"


def difference(subject: OneThreshold, case: Case, odds: Formal) -> Formal:
    """P(word | x) − e^{κε}·P(word | y), positive where the case violates the claim."""
    one, other = (subject.probability(case.pairs(side)) for side in (0, 1))
    return one - odds * other
