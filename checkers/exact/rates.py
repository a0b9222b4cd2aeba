"""Large channels: the pairs that may need the largest ρ of zCDP, the supremum of D_α/α over α > 1.

D_α does not fall in α. So on orders from a to b no D_α/α is above D_b/a, on (1, b] none is above
D_b, and from a on none is above D_∞/a; at each order it is itself a lower bound. Many pairs are
looked at together first (`orders`). Intervals are halved for the pairs that are left, as long as
there are many of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from dpverify.checkers.exact.moments import impossible, powers
from dpverify.checkers.exact.orders import LOG_ERROR, UP, at_least, at_most, reaching
from dpverify.checkers.exact.pairs import BLOCK, EveryPair, Listed, Pairs, first_apart

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.budget import Budget

    Floats = NDArray[np.float64]

FEW: Final = 6
"""Pairs that are few enough to be decided exactly."""
ROUNDS: Final = 9
"""How often intervals are halved; orders are then 2^-13 apart."""
DENSE: Final = 8
"""A product of matrices is faster than one pair after another where a pair in so many is asked."""
LAST: Final = 40
GRID: Final = tuple(
    [1 + Fraction(k, 8) for k in range(1, 9)]
    + [2 + Fraction(k, 2) for k in range(1, 9)]
    + [Fraction(k) for k in range(8, LAST + 1, 2)]
)


def deciding(image: Floats, pairs: Pairs, budget: Budget) -> Listed | None:
    """The pairs that may have the largest rate; None where floats do not tell."""
    if bool((image == 0).any()):
        apart = first_apart(impossible(image), pairs)
        if apart is not None:
            return apart
    left = pairs
    if isinstance(left, EveryPair) or DENSE * len(left) >= len(image) ** 2:
        some = reaching(image, left, GRID, budget)
        if some is None:
            return None
        left = some
    return _refined(image, left, budget)


def _refined(image: Floats, pairs: Listed, budget: Budget) -> Listed | None:
    """Those of some pairs that may have the largest rate."""
    bounds = _Bounds(image, pairs, budget)
    if len(bounds.orders) < 2:
        return None
    for _ in range(ROUNDS):
        bounds.discard()
        if len(bounds.left) <= FEW or bounds.in_vain() or not bounds.refine():
            break
    bounds.discard()
    return bounds.left


class _Bounds:
    """Bounds of D_α of some pairs at some orders, and so of their rates."""

    def __init__(self, image: Floats, pairs: Listed, budget: Budget) -> None:
        self.image, self.left, self.budget = image, pairs, budget
        self.orders: list[Fraction] = []
        self.high: dict[Fraction, Floats] = {}
        self.low = np.zeros(len(pairs))
        for order in GRID:
            if not self._add(order):
                break
        self.orders.sort()
        self.most = self._largest_losses()

    def _add(self, order: Fraction) -> bool:
        rows, places = np.unique(
            np.concatenate([self.left.first, self.left.second]), return_inverse=True
        )
        both = powers(self.image[rows], order)
        if both is None:
            return False
        above, below, error = both
        firsts, seconds = places.reshape(2, -1)
        sums = np.empty(len(self.left))
        step = max(1, BLOCK // self.image.shape[1])
        for start in range(0, len(self.left), step):
            self.budget.check()
            part = slice(start, start + step)
            sums[part] = np.einsum("ij,ij->i", above[firsts[part]], below[seconds[part]])
        self.high[order] = at_most(sums, error, order)
        self.low = np.maximum(self.low, at_least(sums, error, order))
        self.orders.append(order)
        return True

    def _largest_losses(self) -> Floats:
        with np.errstate(divide="ignore"):
            logs = np.log(self.image)
        found = np.empty(len(self.left))
        step = max(1, BLOCK // self.image.shape[1])
        for start in range(0, len(self.left), step):
            self.budget.check()
            part = slice(start, start + step)
            with np.errstate(invalid="ignore"):
                losses = logs[self.left.first[part]] - logs[self.left.second[part]]
            found[part] = np.fmax.reduce(losses, axis=1)
        return found + LOG_ERROR

    def _uppers(self) -> dict[tuple[Fraction, Fraction], Floats]:
        """For the orders between two, and beyond the last, a bound of the rate of each pair."""
        starts = [Fraction(1), *self.orders[:-1]]
        cells = {
            (a, b): self.high[b] / float(a) * UP for a, b in zip(starts, self.orders, strict=True)
        }
        last = self.orders[-1]
        cells[last, Fraction(0)] = self.most / float(last) * UP
        return cells

    def in_vain(self) -> bool:
        """Whether half of the pairs stay whatever is found between the orders of the grid.

        Of laws that are nearly alike D_∞ over the last order is more than every rate.
        """
        beyond = self.most / float(self.orders[-1]) * UP
        return 2 * int((beyond >= self.low.max()).sum()) >= len(self.left)

    def discard(self) -> None:
        """Keep the pairs whose bound reaches the largest lower bound."""
        upper = np.maximum.reduce(list(self._uppers().values()))
        kept = upper >= self.low.max()
        self.left, self.low, self.most = self.left.where(kept), self.low[kept], self.most[kept]
        self.high = {order: bound[kept] for order, bound in self.high.items()}

    def refine(self) -> bool:
        """Halve the intervals in which some pair may still have the largest rate."""
        best = self.low.max()
        open_ = [cell for cell, bound in self._uppers().items() if (bound >= best).any()]
        added = [self._add((a + b) / 2) for a, b in open_ if b]
        self.orders.sort()
        return any(added)
