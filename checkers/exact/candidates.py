"""The float passes over all pairs: which pairs can still attain the maximum, or exceed a bound.

The fast pass for δ over all pairs of n laws uses Σ max(0, P − E·Q) = (1 − E + Σ|P − E·Q|)/2, which
holds because both laws sum to exactly 1, and scipy's city-block distance for the sums. With images
as in `checkers.floats`: P̂ and fl(Ê·Q̂) together err by at most 10u·(P + E·Q) + 2c per output, the
difference by u, and a sum of m terms in any order by (m − 1)·u of Σ|…| ≤ 1 + E, to first order. So
    |computed Σ − exact Σ| ≤ (m + 32)·u·(1 + Ê) + m·c,
where 32 − 10 covers the higher orders as long as m < 2^40. The bound grows with E; beyond COARSE
the sums are taken directly. Before it, and for tails, a pass in single precision (`passes`) leaves
out most pairs of a large channel; where it does not, it stops early.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from dpverify.checkers.exact.pairs import Block, EveryPair, Listed, Pairs, joined, ordered
from dpverify.checkers.exact.passes import narrow_enough, upper_scores
from dpverify.checkers.floats import ROUNDING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpverify.checkers.budget import Budget
    from dpverify.checkers.exact.scores import Scores

    Floats = NDArray[np.float64]

COARSE = 1e-9
WORTH_CDIST = 200_000
"""Entries of all pairs from which importing scipy and its fast pass pays."""

WORTH_SINGLES = 4_000_000
"""Entries of all pairs from which a pass in single precision pays."""

REFINE = 2_000
"""Pairs left by the fast pass from which the finer direct bounds are worth a second look."""

BLOCK_WORK = 1 << 25


def candidates(scores: Scores, pairs: Pairs, budget: Budget) -> Listed:
    """A list that contains the first pair of largest score, in lexicographic order.

    Of pairs whose score is certainly 0 only the first is kept.
    """
    if isinstance(pairs, EveryPair):
        if scores.nothing_exceeds():
            return Listed(np.array([0]), np.array([1]))
        near = _closest_in_single(scores, pairs.n, budget)
        if near is not None:
            return _closest_directly(scores, near, budget)
        if _cdist_pays(scores, pairs.n):
            close = _closest_by_cdist(scores, pairs.n, budget)
            if len(close) <= REFINE:
                return close
            pairs = _unless_most(close, pairs)
    return _closest_directly(scores, pairs, budget)


def _closest_directly(scores: Scores, pairs: Pairs, budget: Budget) -> Listed:
    best, nothing = 0.0, joined([])
    kept: list[Listed] = []
    uppers: list[Floats] = []
    for block in pairs.blocks(scores.outputs):
        budget.check()
        lower, upper = scores.bounds(block)
        best = max(best, float(lower.max()))
        found, at = block.chosen((upper >= best) & (upper > 0))
        kept.append(found)
        uppers.append(upper[at])
        if not len(nothing):
            nothing = block.chosen(upper == 0)[0].head(1)
    result = joined(kept).where(np.concatenate(uppers) >= best)
    return result if best > 0 else ordered(joined([result, nothing]))


def exceeding(scores: Scores, pairs: Pairs, bound: float, budget: Budget) -> tuple[Listed, Floats]:
    """The pairs whose score may be at least a bound (an image), if it is not certainly 0.

    Returns: the pairs in lexicographic order, and upper bounds of their scores.
    """
    limit = bound * (1 - 8 * ROUNDING)
    if isinstance(pairs, EveryPair):
        if scores.nothing_exceeds():
            return joined([]), np.empty(0)
        near = _exceeding_in_single(scores, pairs.n, limit, budget)
        if near is not None:
            pairs = near
        elif _cdist_pays(scores, pairs.n):
            pairs = _unless_most(_exceeding_by_cdist(scores, pairs.n, limit, budget), pairs)
    kept: list[Listed] = []
    uppers: list[Floats] = []
    for block in pairs.blocks(scores.outputs):
        budget.check()
        _, upper = scores.bounds(block)
        found, at = block.chosen((upper >= limit) & (upper > 0))
        kept.append(found)
        uppers.append(upper[at])
    return joined(kept), np.concatenate(uppers) if uppers else np.empty(0)


def _unless_most(close: Listed, pairs: EveryPair) -> Pairs:
    """The list, unless it holds so many pairs that whole rows are faster."""
    return close if 4 * len(close) < pairs.n**2 else pairs


def _singles_pay(scores: Scores, n: int) -> bool:
    large = n * n * scores.outputs >= WORTH_SINGLES
    return large and narrow_enough(scores.p)


def _closest_in_single(scores: Scores, n: int, budget: Budget) -> Listed | None:
    """A list with all pairs that may have the largest score; None where that tells little."""
    if not _singles_pay(scores, n):
        return None
    best = 0.0
    kept: list[Listed] = []
    bounds: list[Floats] = []
    for start, uppers in upper_scores(scores, budget):
        listed, upper = _pairs_from(uppers, best, start)
        if len(listed):
            top = int(upper.argmax())
            first, second = listed.first[[top]], listed.second[[top]]
            best = max(best, float(scores.bounds(Block(first, second))[0][0]))
        chosen = upper >= best
        if _too_many(int(chosen.sum()), uppers.size):
            return None
        kept.append(listed.where(chosen))
        bounds.append(upper[chosen])
    left = joined(kept).where(np.concatenate(bounds) >= best)
    return None if best == 0 else left  # of many zeros the first pair is named


def _exceeding_in_single(scores: Scores, n: int, limit: float, budget: Budget) -> Listed | None:
    """A list with all pairs whose score may be at least a limit; None where that tells little."""
    if not _singles_pay(scores, n):
        return None
    kept: list[Listed] = []
    for start, uppers in upper_scores(scores, budget):
        listed, _ = _pairs_from(uppers, limit, start)
        if _too_many(len(listed), uppers.size):
            return None
        kept.append(listed)
    return joined(kept)


def _pairs_from(uppers: Floats, least: float, start: int) -> tuple[Listed, Floats]:
    """The pairs of a block that reach a bound, with theirs."""
    own = np.arange(len(uppers))
    uppers[own, start + own] = -1
    first, second = np.nonzero(uppers >= least)
    return Listed(first + start, second), uppers[first, second]


def _too_many(count: int, size: int) -> bool:
    """Whether a block leaves so many pairs that a finer pass over all is faster."""
    return count > REFINE and count > size >> 6


def _closest_by_cdist(scores: Scores, n: int, budget: Budget) -> Listed:
    error = _cdist_error(scores)
    best = -np.inf
    kept: list[Listed] = []
    sums: list[Floats] = []
    for start, distances in _city_block(scores, n, budget):
        best = max(best, float(distances.max()))
        # Twice: the best sum may be too large by the error, and this one too small.
        found = _at_least(distances, best - 2 * error, start)
        kept.append(found)
        sums.append(distances[found.first - start, found.second])
    return joined(kept).where(np.concatenate(sums) >= best - 2 * error)


def _exceeding_by_cdist(scores: Scores, n: int, limit: float, budget: Budget) -> Listed:
    error = _cdist_error(scores) + 16 * ROUNDING * (1 + scores.odds + limit)
    least = 2 * limit - (1 - scores.odds) - error
    parts = _city_block(scores, n, budget)
    return joined([_at_least(distances, least, start) for start, distances in parts])


def _city_block(scores: Scores, n: int, budget: Budget) -> Iterator[tuple[int, Floats]]:
    """Σ|P − E·Q| for some first inputs against all, one block after another."""
    from scipy.spatial.distance import cdist

    step = max(1, BLOCK_WORK // (n * scores.outputs))
    for start in range(0, n, step):
        budget.check()
        yield start, cdist(scores.p[start : start + step], scores.product, "cityblock")


def _at_least(distances: Floats, least: float, start: int) -> Listed:
    first, second = np.divmod(np.flatnonzero(distances >= least), distances.shape[1])
    first += start
    return Listed(first, second).where(first != second)


def _cdist_pays(scores: Scores, n: int) -> bool:
    large = n * n * scores.outputs >= WORTH_CDIST
    return scores.kind == "hockey" and large and _cdist_error(scores) < COARSE


def _cdist_error(scores: Scores) -> float:
    m = scores.outputs
    return float((m + 32) * ROUNDING * (1 + scores.odds) + m * scores.slack)
