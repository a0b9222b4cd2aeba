"""Float bounds on what an event weighs at given odds E = e^ε, for blocks of pairs.

Kinds of score for an ordered pair (P, Q), as in the definitions:
    hockey     Σ max(0, P(o) − E·Q(o))
    tail       Σ P(o) over P(o) > E·Q(o)
    absolute   Σ P(o) over P(o) > E·Q(o), or Q(o) > E·P(o)

With images as in `checkers.floats` (|x̂ − x| ≤ 4u·x + t) the products E·Q(o) get two thresholds,
    up  = Ê·Q̂·(1 + 64u) + c,    low = max(0, Ê·Q̂·(1 − 64u) − c),    c = (Ê + 2)·2^-1070:
the images of P and Q, that of E, and the roundings of the product sum to less than 32u relatively
and c/2 absolutely, so P̂ > up proves P > E·Q, and P̂ < low proves P < E·Q. Between, exact
arithmetic decides. A sum of m floats ≥ 0, in any order, has relative error below m·u/(1 − m·u).

    tail:   Σ over sure outputs ≤ score ≤ Σ over possible ones, each ± (m + 8)·u of itself.
    hockey: over possible outputs, each term errs by at most 160u·P̂ + c (a possible output that is
            none errs most: it counts up to 128u·P̂ below 0), so the sum by (m + 200)·u·P̂(possible).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from dpverify.checkers.floats import MARGIN, ROUNDING, SMALLEST, Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.exact.pairs import Block, Index

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

Kind = Literal["hockey", "tail", "absolute"]


class Scores:
    """Bounds on the scores of one kind at one odds, for any pairs of rows of a matrix."""

    def __init__(
        self, image: Image, odds: float, kind: Kind, rows: NDArray[np.int64] | None = None
    ) -> None:
        """The bounds.

        Args: odds the image of e^ε, inf for an infinite ε; rows the numbers of those that are asked
            about, None for all: of others nothing is worked out.
        """
        self.image, self.odds, self.kind = image, odds, kind
        self.p = image.floats
        self.outputs = self.p.shape[1]
        p = self.p if rows is None else self.p[rows]
        zero = p == 0
        self.positive = self._placed(np.where(zero, -1.0, p), rows)
        self.slack = 0.0
        if np.isinf(odds):
            self.product = self._placed(np.where(zero, 0.0, np.inf), rows)
            self.up = self.low = self.product
        else:
            self.slack = (odds + 2) * 2.0**-1070
            product = p * odds
            self.product = self._placed(product, rows)
            self.up = self._placed(product * (1 + MARGIN) + self.slack, rows)
            self.low = self._placed(np.maximum(product * (1 - MARGIN) - self.slack, 0), rows)

    def _placed(self, values: Floats, rows: NDArray[np.int64] | None) -> Floats:
        """The numbers in their rows; all others are never asked for."""
        if rows is None:
            return values
        whole = np.zeros(self.p.shape)  # which takes no time where nothing is written
        whole[rows] = values
        return whole

    def sure(self, first: Index, second: Index) -> Mask:
        """Outputs that surely exceed, per pair."""
        p = self.positive[first]
        exceeds = p > self.up[second]
        if self.kind == "absolute":
            exceeds |= (self.positive[second] > self.up[first]) & (p > 0)
        return exceeds

    def possible(self, first: Index, second: Index) -> Mask:
        """Outputs that may exceed, or be equal, per pair; all of positive probability under P."""
        p = self.positive[first]
        exceeds = p >= self.low[second]
        if self.kind == "absolute":
            exceeds |= (self.positive[second] >= self.low[first]) & (p > 0)
        return exceeds

    def unsure(self, first: Index, second: Index) -> Mask:
        """Outputs with P(o) > 0 where floats do not tell the sign of P(o) − E·Q(o)."""
        p = self.positive[first]
        return (p >= self.low[second]) & (p <= self.up[second])

    def bounds(self, block: Block) -> tuple[Floats, Floats]:
        """(lower, upper) bounds on the score of each pair; upper is 0 only where the score is."""
        first, second = block.first, block.second
        possible = self.possible(first, second)
        weight = np.where(possible, self.p[first], 0.0).sum(axis=1)
        if self.kind == "hockey" and not np.isinf(self.odds):
            terms = np.where(possible, self.p[first] - self.product[second], 0.0)
            value = terms.sum(axis=1)
            error = (self.outputs + 200) * ROUNDING * weight + self.outputs * self.slack
            return value - error, np.where(weight > 0, value + error, 0.0)
        sure = self.sure(first, second)
        lower = np.where(sure, self.p[first], 0.0).sum(axis=1)
        relative = (self.outputs + 8) * ROUNDING
        tiny = self.outputs * SMALLEST
        upper = np.where(weight > 0, weight * (1 + relative) + tiny, 0.0)
        return lower * (1 - relative) - tiny, upper

    def nothing_exceeds(self) -> bool:
        """Whether no output of any two rows may exceed, by the extremes of each column."""
        largest, smallest = self.p.max(axis=0), self.low.min(axis=0)
        return bool(np.all((largest < smallest) | (largest == 0)))
