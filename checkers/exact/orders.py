"""Large channels: the pairs whose D_α/α may be the largest, by one product of matrices per order.

Why intervals of orders bound a rate is said in `rates`. A pair stays if it reaches, on some
interval, a rate that another pair certainly has. So the orders are looked at one after another, and
all that is kept of a pair is whether it stays.

Beyond the last order b the rate is at most D_∞/b. D_∞(P‖Q), the largest ln(P/Q), is bounded without
a pass over pairs: by the largest P of each output over Q, and by P over the least Q of the output
that is positive, since Q is positive where P is.

Which orders suffice is tried on some inputs; that is about speed alone, as pairs are left out by
bounds of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import exp, inf
from typing import TYPE_CHECKING, Final

import numpy as np

from dpverify.checkers.exact.moments import powers
from dpverify.checkers.exact.pairs import EveryPair, Listed, Pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.budget import Budget

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Mask = NDArray[np.bool_]

LOG_ERROR: Final = 2.0**-37
"""Above what a logarithm of a float below 2^1000, or a difference of two of images, errs by."""
UP: Final = 1 + 2.0**-50
"""More than two roundings."""
DOWN: Final = 1 - 2.0**-50
SAMPLE: Final = 64
"""Inputs on which it is tried which orders are needed."""
FEW: Final = 1 / 1000
"""The part of the pairs that the orders may leave."""
STEP: Final = 256
"""First inputs of a block."""
LARGEST_EXPONENT: Final = 700.0


def at_most(sums: Floats, error: float, order: Fraction) -> Floats:
    """Upper bounds of D_α, of moments that err by a relative error."""
    beyond = float(order - 1)
    bounds: Floats = np.maximum(0, (np.log(sums * (1 + error)) + LOG_ERROR) / beyond)
    return bounds


def at_least(sums: Floats, error: float, order: Fraction) -> Floats:
    """Lower bounds of D_α/α."""
    beyond = float(order - 1)
    bounds = (np.log(sums * (1 - error)) - LOG_ERROR) / beyond / float(order)
    rates: Floats = np.maximum(0, bounds * DOWN)
    return rates


def reaching(
    image: Floats, pairs: Pairs, grid: Sequence[Fraction], budget: Budget
) -> Listed | None:
    """The pairs in their order that may have the largest rate, of all that are asked about.

    Args: pairs of which none has an infinite rate, in lexicographic order; grid of rising orders
        with denominators 1, 2, 4, 8 ….
    Returns: None where powers overflow or underflow at all orders of the grid but one.
    """
    extremes = np.array([[image[image > 0].min(), image.max()]])
    usable = []
    for order in grid:
        if powers(extremes, order) is None:
            break
        usable.append(order)
    if len(usable) < 2:
        return None
    sample = _sampled(image, pairs, usable)
    best, top = 0.0, usable[int(sample.least.argmax())]
    for _, values, error, own in _products(image, pairs, top, budget):
        best = max(best, _best(values[own], error, top))
    chosen = _needed(sample, usable, best)
    kept = _beyond(image, usable[-1], best)
    starts = [Fraction(1), *chosen[:-1]]
    for start, order in zip(starts, chosen, strict=True):
        for rows, values, error, own in _products(image, pairs, order, budget):
            best = max(best, _best(values[own], error, order))
            kept[rows] |= values >= _threshold(best, start, order, error)
    return _within(kept, pairs)


@dataclass(frozen=True, eq=False)
class _Sample:
    """Of some pairs: upper bounds of D_α, an order a row; and the largest lower bound of D_α/α."""

    most: Floats
    least: Floats


def _sampled(image: Floats, pairs: Pairs, orders: Sequence[Fraction]) -> _Sample:
    rows = np.arange(0, len(image), max(1, len(image) // SAMPLE))
    own = _are_pairs(pairs, rows, len(image))[:, rows]
    most, least = [np.empty((0, int(own.sum())))], []
    for order in orders:
        above, below, error = _powers(image[rows], order)
        values = (above @ below.T)[own]
        most.append(at_most(values, error, order)[None])
        least.append(_best(values, error, order))
    return _Sample(np.concatenate(most), np.array(least))


def _needed(sample: _Sample, orders: Sequence[Fraction], best: float) -> list[Fraction]:
    """Orders that suffice for all but few of the sample; the last one is among them.

    One at first, and more where many pairs of the sample are not settled.
    """
    if not sample.most.size:  # no pair of the sample is asked about
        return list(orders)
    chosen = [-1, len(orders) - 1]  # −1 for the order 1
    starts = np.array([1.0, *map(float, orders)])

    def unsettled(low: int, high: int) -> Mask:
        mask: Mask = sample.most[high] / starts[low + 1] >= best
        return mask

    finest = [unsettled(k - 1, k) for k in range(len(orders))]
    few = 2 * int(np.logical_or.reduce(finest).sum()) + FEW * sample.most.shape[1]
    while True:
        masks = [unsettled(low, high) for low, high in pairwise(chosen)]
        if int(np.logical_or.reduce(masks).sum()) <= few:
            break
        wide = [k for k in range(len(masks)) if chosen[k + 1] - chosen[k] > 1]
        if not wide:
            break
        most = max(wide, key=lambda k: int(masks[k].sum()))
        chosen.insert(most + 1, (chosen[most] + chosen[most + 1]) // 2)
    return [orders[k] for k in chosen[1:]]


def _powers(image: Floats, order: Fraction) -> tuple[Floats, Floats, float]:
    """The powers at an order that is usable: the extremes of all entries have them."""
    found = powers(image, order)
    if found is None:
        raise ArithmeticError(f"the order {order} is usable for the extremes, not for all entries")
    return found


def _products(
    image: Floats, pairs: Pairs, order: Fraction, budget: Budget
) -> Iterator[tuple[slice, Floats, float, Mask]]:
    """Some first inputs, their moments against all, the relative error, and which are pairs."""
    above, below, error = _powers(image, order)
    for start in range(0, len(image), STEP):
        budget.check()
        rows = slice(start, min(start + STEP, len(image)))
        own = _are_pairs(pairs, np.arange(rows.start, rows.stop), len(image))
        yield rows, above[rows] @ below.T, error, own


def _best(values: Floats, error: float, order: Fraction) -> float:
    """The largest lower bound of D_α/α; 0 of no pair."""
    if not len(values):
        return 0.0
    return float(at_least(values.max(keepdims=True), error, order)[0])


def _threshold(best: float, start: Fraction, order: Fraction, error: float) -> float:
    """A moment at the order, below which no rate from `start` on to the order is the best one.

    D_b/a is at least the best rate exactly where ln Σ is at least best·a·(b − 1), and all where the
    best rate is 0. That product errs by less than 2^-40, the exponential by less than 2^-45 of it.
    """
    exponent = best * float(start) * float(order - 1)
    if exponent > LARGEST_EXPONENT:
        return inf  # no moment is: each is a sum of products below 2^500
    return exp(exponent - LOG_ERROR) * (1 - error) * DOWN if best > 0 else -inf


def _beyond(image: Floats, last: Fraction, best: float) -> Mask:
    """Whether D_∞ over the last order may reach the best rate, for all i, j."""
    positive = image > 0
    least = np.where(positive, image, inf).min(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_first = np.where(positive, image / least, 0).max(axis=1)
        of_second = np.where(positive, image.max(axis=0) / image, 0).max(axis=1)
        first, second = (np.log(each) + LOG_ERROR for each in (of_first, of_second))
    bound = best * float(last) * DOWN
    reached: Mask = (first >= bound)[:, None] & (second >= bound)
    return reached


def _are_pairs(pairs: Pairs, rows: Integers, n: int) -> Mask:
    """Which of some first inputs with all n are pairs that are asked about."""
    mask = np.full((len(rows), n), isinstance(pairs, EveryPair))
    if isinstance(pairs, EveryPair):
        mask[np.arange(len(rows)), rows] = False
        return mask
    lows, highs = (np.searchsorted(pairs.first, rows, side) for side in ("left", "right"))
    for own, low, high in zip(mask, lows.tolist(), highs.tolist(), strict=True):
        own[pairs.second[low:high]] = True
    return mask


def _within(kept: Mask, pairs: Pairs) -> Listed:
    """The pairs at which a mask is true."""
    if isinstance(pairs, Listed):
        return pairs.where(kept[pairs.first, pairs.second])
    np.fill_diagonal(kept, val=False)
    first, second = np.nonzero(kept)
    return Listed(first, second)
