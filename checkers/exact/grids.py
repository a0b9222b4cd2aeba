"""Large channels: the pairs whose curve E ↦ H_E(P, Q) = Σ max(0, P − E·Q) may reach a bound.

Trade-off functions say the same: T(P, Q) has a point below a convex curve exactly where, at some E,
H of (Q, P) exceeds what events of that curve gain. H is convex and falls, so that between two odds
of a grid it is on or below its chord. The bound is made of lines a − E·b, each of what one event
gains; between two odds, two of them are taken. Chord minus bound is concave there and largest at an
end or where both lines meet: a pair below the bound at these places is below it between them. From
the last odds on, a pair counts that has a larger ratio. Odds below 1 are those above 1 of (Q, P),
as H_E(P, Q) = 1 − E + E·H_{1/E}(Q, P), and the same holds for the events that make the bound.

The largest part of the pairs is below the bound by a few of the odds already; only for the others
are all odds looked at.

Upper ends of H come from `passes`. A line is taken at odds where its event gains, so that E·b ≤ 1
there and as many times that at the next ones as these are larger: of 10⁵ floats it errs by less
than LINE, and than LINE/10 times that quotient.

Where odds from one number to another are asked about (`highest`), these are the ends of the grid,
and nothing lies beyond.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from dpverify.checkers.exact.pairs import Listed, joined, ordered
from dpverify.checkers.exact.passes import (
    ERROR,
    STEP,
    overlaps,
    overlaps_of_pairs,
    singles,
    tails,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.budget import Budget
    from dpverify.checkers.exact.passes import Singles

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Mask = NDArray[np.bool_]

LINE: Final = 1e-9
MOST: Final = 1e5
"""The largest odds of a grid."""
POINTS: Final = 33
"""Odds of the finest grid."""
COARSE: Final = 16
"""Of so many odds one is taken at first."""
FIRST_LOOK: Final = 1 / 10
"""The part of the pairs that the odds of the first look, at all of them, may leave."""
LAST_LOOK: Final = 1 / 1000
"""The part of the pairs that all odds may leave."""
DENSE: Final = 1 / 4
"""The part of the pairs from which all of them are looked at once more: rows in turn are faster."""
ROOM: Final = 1 << 28
"""Bytes of laws times odds that are kept for the next block."""
SAMPLE: Final = 32
"""First inputs on which it is tried which odds are needed."""
RARE: Final = 0.995
"""The part of the pairs whose largest ratio is below the last odds."""


@dataclass(frozen=True, eq=False)
class Lines:
    """For each odds of a grid the line a − E·b of an event that gains much there."""

    odds: Floats
    a: Floats
    b: Floats

    def at(self, chosen: Integers) -> Lines:
        """The lines of some of the odds."""
        return Lines(self.odds[chosen], self.a[chosen], self.b[chosen])

    def places(self) -> tuple[Floats, Floats]:
        """Three places between each odds and the next one, as parts of the way, and the bound."""
        low, high = self.odds[:-1], self.odds[1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            meet = (self.a[:-1] - self.a[1:]) / (self.b[:-1] - self.b[1:])
        part = np.where((meet > low) & (meet < high), (meet - low) / (high - low), 0.0)
        parts = np.stack([np.zeros_like(part), part, np.ones_like(part)])
        odds = low + parts * (high - low)
        bound = np.maximum(self.a[:-1] - odds * self.b[:-1], self.a[1:] - odds * self.b[1:])
        return parts, bound - LINE * np.maximum(1, high / low / 10)


@dataclass(frozen=True, eq=False)
class Sample:
    """Upper bounds of H of some first inputs against all, for each odds of a grid."""

    odds: Floats
    rows: Integers
    values: Floats


class Products:
    """All laws times odds, in single precision; kept as far as there is room."""

    def __init__(self, image: Floats) -> None:
        self._image = image
        self._kept: dict[float, Singles] = {}
        self._room = ROOM // (4 * image.size)

    def at(self, odds: float) -> Singles:
        """The laws times odds."""
        product = self._kept.get(odds)
        if product is None:
            product = singles(self._image * odds)
            if len(self._kept) < self._room:
                self._kept[odds] = product
        return product


def odds_of(image: Floats) -> Floats:
    """The finest grid: from 1 to where few pairs have a larger ratio, nearer together at first."""
    some = image[:: max(1, len(image) // SAMPLE)]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.array([np.nanmax(row / image, axis=1) for row in some])
    known = ratios[np.isfinite(ratios)]
    last = float(np.quantile(known, RARE)) if len(known) else 2.0
    return np.append(1.0, 1 + np.geomspace(0.05, max(0.1, min(last, MOST) - 1), POINTS - 1))


def sampled(image: Floats, odds: Floats, budget: Budget) -> Sample:
    """Some first inputs, from which it is seen which odds are needed."""
    rows = np.arange(0, len(image), max(1, len(image) // SAMPLE))
    first = singles(image[rows])
    # One by one: all of a fine grid would take more room than a pass needs.
    values = np.stack([_upper(first, singles(image * e), budget) for e in odds.tolist()])
    values[:, np.arange(len(rows)), rows] = -1  # an input with itself is no pair
    return Sample(odds, rows, values)


def reaching(image: Floats, sample: Sample, lines: Lines | None, budget: Budget) -> Listed:
    """The ordered pairs (i, j) where H of (i, j), or of (j, i), may reach the bound somewhere.

    Args: lines of the bound at the odds of the sample, None for the largest H of all pairs, which
        is the bound for f-DP.
    """
    return both_orders(_reaching(image, sample, lines, budget, beyond=True), len(image))


def highest(image: Floats, low: float, high: float, budget: Budget) -> Listed:
    """The ordered pairs (i, j) that may have the largest H at some odds from low to high."""
    grid = sampled(image, np.geomspace(low, high, POINTS), budget)
    return ordered(_reaching(image, grid, None, budget, beyond=False))


def _reaching(
    image: Floats, sample: Sample, lines: Lines | None, budget: Budget, *, beyond: bool
) -> Listed:
    """The pairs where H of (i, j) may reach the bound.

    Args: beyond whether odds beyond the last ones count as well.
    """
    growing = lines is None
    if lines is None:
        some_pairs = _against_all(sample.rows, len(image))
        some_values = sample.values.reshape(len(sample.odds), -1)
        lines = _best_lines(image, some_pairs, some_values, sample.odds)
    chosen = _needed(sample.values, lines, LAST_LOOK)
    early = np.searchsorted(chosen, _needed(sample.values, lines, FIRST_LOOK))
    lines = lines.at(chosen)
    first, products = singles(image), Products(image)
    last = singles(image * lines.odds[-1] * (1 - 2.0**-21)) if beyond else None
    apart = _certain(image) if bool((image == 0).any()) else 0.0
    kept, bounds = [], []
    for start in range(0, len(image), STEP):
        rows = np.arange(start, min(start + STEP, len(image)))
        some = first[rows]
        seen = lines.odds[early].tolist()
        values = np.stack([_upper(some, products.at(e), budget) for e in seen])
        values[:, np.arange(len(rows)), rows] = -1
        far = np.zeros(values[0].shape, dtype=bool)
        if last is not None:
            far = (tails(some, last, budget) > 0) & (values[-1] >= apart)
        at = np.nonzero(_reached(values, lines.at(early)) | far)
        other = rows[at[0]] != at[1]
        at = at[0][other], at[1][other]
        pairs = Listed(rows[at[0]], at[1])
        every = _at_all_odds(some, products, lines.odds, (early, values), at, budget)
        if growing and len(pairs):
            lines = _better(lines, _best_lines(image, pairs, every, lines.odds))
        reached = _reached(every, lines) | far[at]
        kept.append(pairs.where(reached))
        bounds.append((every[:, reached], far[at][reached]))
    left = joined(kept)
    if growing:  # the first blocks were compared with lines that were lower
        still = [_reached(values, lines) | far for values, far in bounds]
        left = left.where(np.concatenate(still))
    return left


def _at_all_odds(
    some: Singles,
    products: Products,
    odds: Floats,
    known: tuple[Integers, Floats],
    at: tuple[Integers, Integers],
    budget: Budget,
) -> Floats:
    """Upper bounds of H of some pairs at all odds.

    Args: some first laws; known the places of odds at which bounds of all pairs are known, and
        these; at the pairs, by the number of the first law among `some` and that of the second.
    """
    values = np.empty((len(odds), len(at[0])))
    values[known[0]] = known[1][:, at[0], at[1]]
    dense = len(at[0]) > DENSE * known[1][0].size
    for k in sorted(set(range(len(odds))) - set(known[0].tolist())):
        second = products.at(float(odds[k]))
        if dense:
            values[k] = _upper(some, second, budget)[at]
        else:
            values[k] = _from_overlaps(overlaps_of_pairs(some, second, at, budget))
    return values


def best_of_some(sample: Sample) -> Listed:
    """Pairs of some first inputs that have the largest H, one for each of the odds."""
    count, _, n = sample.values.shape
    first, second = np.divmod(sample.values.reshape(count, -1).argmax(axis=1), n)
    # T(P, Q) is about H of (Q, P).
    return Listed(second, sample.rows[first])


def both_orders(pairs: Listed, n: int) -> Listed:
    """Each of some pairs of n inputs in both orders, in lexicographic order."""
    codes = np.unique(np.concatenate([
        pairs.first * n + pairs.second, pairs.second * n + pairs.first
    ]))  # fmt: skip
    return ordered(Listed(*np.divmod(codes, n)))


def _upper(first: Singles, second: Singles, budget: Budget) -> Floats:
    """Upper bounds of H of some laws against all, which are times the odds."""
    return _from_overlaps(overlaps(first, second, budget))


def _from_overlaps(sums: Floats) -> Floats:
    """H = 1 − Σ min(P, E·Q), rounded up by what the sums may err by."""
    return 1 - sums * (1 - ERROR) + 2.0**-50


def _against_all(rows: Integers, n: int) -> Listed:
    """Some first inputs, each with all n."""
    return Listed(np.repeat(rows, n), np.tile(np.arange(n), len(rows)))


def _certain(image: Floats) -> float:
    """The largest probability of what another input cannot give, rounded down."""
    weights: Floats = image @ (image == 0).astype(np.float64).T
    largest: float = weights.max() * (1 - image.shape[1] * 2.0**-50)
    return largest


def _best_lines(image: Floats, pairs: Listed, values: Floats, odds: Floats) -> Lines:
    """What the best event of the pair with the largest value gains, at each of the odds."""
    a, b = np.empty(len(odds)), np.empty(len(odds))
    for k, factor in enumerate(odds.tolist()):
        i, j = pairs.pair(int(values[k].argmax()))
        p, q = image[i], image[j]
        event = p > factor * q
        a[k], b[k] = p[event].sum(), q[event].sum()
    return Lines(odds, a, b)


def _better(old: Lines, new: Lines) -> Lines:
    """The higher of two lines, at each of the odds."""
    higher = new.a - new.odds * new.b > old.a - old.odds * old.b
    return Lines(old.odds, np.where(higher, new.a, old.a), np.where(higher, new.b, old.b))


def _by_interval(values: Floats, lines: Lines) -> list[Mask]:
    """For each odds and the next one, which pairs may reach the bound between them."""
    parts, bounds = lines.places()
    masks = []
    for k in range(len(lines.odds) - 1):
        low, rise = values[k], values[k + 1] - values[k]
        mask = low >= bounds[0, k]
        for part, bound in zip(parts[1:, k], bounds[1:, k], strict=True):
            mask |= low + part * rise >= bound
        masks.append(mask)
    return masks


def _reached(values: Floats, lines: Lines) -> Mask:
    reached: Mask = np.logical_or.reduce(_by_interval(values, lines))
    return reached


def _needed(values: Floats, lines: Lines, part: float) -> Integers:
    """Which odds suffice for all but a part of the pairs.

    Some at first, and more where a sample of the pairs is not settled: of a larger part, the odds
    are among those of a smaller one.
    """
    chosen = sorted({*range(0, len(lines.odds), COARSE), len(lines.odds) - 1})
    few = 2 * int(_reached(values, lines).sum()) + int(values[0].size * part)
    while True:
        masks = _by_interval(values[chosen], lines.at(np.array(chosen)))
        if int(np.logical_or.reduce(masks).sum()) <= few:
            return np.array(chosen)
        wide = [k for k in range(len(masks)) if chosen[k + 1] - chosen[k] > 1]
        if not wide:
            return np.array(chosen)
        most = max(wide, key=lambda k: int(masks[k].sum()))
        chosen.insert(most + 1, (chosen[most] + chosen[most + 1]) // 2)
