"""Large channels: the tight ε of pure and local DP, the largest ratio of two entries of a column.

A ratio of two images errs by less than 10u relatively as long as the smaller is far from the
smallest floats; below FAINT the float ratio is not used and exact arithmetic decides.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from dpverify.checkers.exact.pairs import Block, EveryPair, Listed, joined, pairs_of
from dpverify.checkers.exact.question import Found, Question
from dpverify.checkers.floats import MARGIN, Image
from dpverify.defs.numbers import INFINITY, Value
from dpverify.defs.privacy_loss import log

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

FAINT = 2.0**-960
Best = tuple[Value | None, tuple[int, int], int]
"""The ratio (None for infinity), the pair and the output where it is attained."""


def largest_ratio(question: Question, image: Image) -> Found:
    """The largest ratio over all pairs and outputs; ties go to the first pair, then output."""
    pairs = pairs_of(question)
    if isinstance(pairs, EveryPair):
        ratio, pair, o = _over_columns(question, image)
    else:
        ratio, pair, o = _over_listed(question, image, pairs)
    rows = question.channel.rows
    value = INFINITY if ratio is None else log(ratio)
    return Found(value, pair, (o,), rows.value(pair[0], o), rows.value(pair[1], o))


# ---------------------------------------------------------------------- all pairs: by column


def _over_columns(question: Question, image: Image) -> Best:
    largest, smallest = image.extremes
    if smallest.min() == 0 and ((smallest == 0) & (largest > 0)).any():
        return _first_infinite(image.floats, np.flatnonzero((smallest == 0) & (largest > 0)))
    best: Best | None = None
    for c in _leading_columns(largest, smallest).tolist():
        question.budget.check()
        column = image.column(c)
        # The images of faint entries say little: all of these are compared exactly.
        high_enough = largest[c] * (1 - MARGIN) if largest[c] >= FAINT else 0.0
        top = np.flatnonzero(column >= high_enough)
        low = np.flatnonzero(column <= max(smallest[c] * (1 + MARGIN), 2 * FAINT))
        i, high = _extreme(question, image, top, c, 1)
        j, low_value = _extreme(question, image, low, c, -1)
        ratio = high / low_value
        if best is None or _leads((ratio, (i, j)), best):
            best = ratio, (i, j), c
    if best is None:
        raise ValueError("a law has an output of positive probability")
    if best[0] == 1:  # all rows are equal, and the pair found is an input with itself
        return Value(1), (0, 1), int(np.flatnonzero(image.part(slice(1), slice(None))[0] > 0)[0])
    return best


def _leads(candidate: tuple[Value, tuple[int, int]], best: Best) -> bool:
    """Whether a ratio is larger, or as large with an earlier pair."""
    ratio, pair = candidate
    return best[0] is not None and (ratio > best[0] or (pair < best[1] and ratio == best[0]))


def _leading_columns(largest: Floats, smallest: Floats) -> Integers:
    """Columns whose ratio may be the largest; none holds both 0 and a positive number."""
    positive = smallest > 0
    with np.errstate(over="ignore"):  # by a faint number, which is not used
        ratio = np.divide(largest, smallest, out=np.zeros_like(largest), where=positive)
    faint = positive & (smallest < FAINT)
    if not faint.any():
        return np.flatnonzero(ratio >= ratio.max() * (1 - MARGIN))
    ratio[faint] = 0.0
    return np.flatnonzero(faint | (positive & (ratio >= ratio.max() * (1 - MARGIN))))


def _extreme(
    question: Question, image: Image, rows: Integers, c: int, sign: int
) -> tuple[int, Value]:
    """The first of the given rows with the exact largest (sign 1) or smallest (−1) entry."""
    value = question.channel.rows.value
    kept, best = int(rows[0]), value(int(rows[0]), c)
    for i in _distinct(image, rows, c):
        entry = value(i, c)
        if (entry > best) if sign > 0 else (entry < best):
            kept, best = i, entry
    return kept, best


def _distinct(image: Image, rows: Integers, c: int) -> Iterator[int]:
    """The rows after the first, without those that visibly repeat an earlier entry."""
    if len(rows) == 1:
        return
    keys = _keys(image, rows, c)
    seen: set[Hashable] = set() if keys is None else {keys[0]}
    for at in range(1, len(rows)):
        if keys is not None:
            if keys[at] in seen:
                continue
            seen.add(keys[at])
        yield int(rows[at])


def _keys(image: Image, rows: Integers, c: int) -> list[Hashable] | None:
    if image.numerators is not None and image.denominators is not None:
        above, below = image.numerators[rows, c], image.denominators[rows]
        return list(zip(above.tolist(), below.tolist(), strict=True))
    return None if image.classes is None else list(image.classes[rows, c].tolist())


def _first_infinite(p: Floats, columns: Integers) -> Best:
    """The first pair with an output that the second input never gives, given such columns."""
    i = int((p[:, columns] > 0).any(axis=1).argmax())
    columns = columns[p[i, columns] > 0]
    j = int((p[:, columns] == 0).any(axis=1).argmax())
    return None, (i, j), int(columns[p[j, columns] == 0][0])


# ---------------------------------------------------------------------- listed pairs


def _over_listed(question: Question, image: Image, pairs: Listed) -> Best:
    left, least = _leading_pairs(question, image, pairs)
    best: Best | None = None
    seen: set[Hashable] = set()
    for at in range(len(left)):
        question.budget.check()
        pair = left.pair(at)
        _, upper = _ratios(image, Block(left.first[at : at + 1], left.second[at : at + 1]))
        for o in np.flatnonzero(upper[0] >= least).tolist():
            key = _ratio_key(image, pair, o)
            if key in seen:
                continue
            seen.add(key)
            p, q = (question.channel.rows.value(i, o) for i in pair)
            if q.is_zero:
                return None, pair, o
            if best is None or best[0] is None or p / q > best[0]:
                best = p / q, pair, o
    if best is None:
        raise ValueError("the float pass leaves at least one pair")
    return best


def _leading_pairs(question: Question, image: Image, pairs: Listed) -> tuple[Listed, float]:
    """Pairs that may attain the largest ratio, and the least image that such a ratio has."""
    best = 0.0
    kept: list[Listed] = []
    uppers: list[Floats] = []
    for block in pairs.blocks(image.shape[1]):
        question.budget.check()
        lower, upper = (ratios.max(axis=1) for ratios in _ratios(image, block))
        best = max(best, float(lower.max()))
        found, at = block.chosen(upper >= best * (1 - MARGIN))
        kept.append(found)
        uppers.append(upper[at])
    least = best * (1 - MARGIN)
    return joined(kept).where(np.concatenate(uppers) >= least), least


def _ratios(image: Image, block: Block) -> tuple[Floats, Floats]:
    """(lower, upper) images of P(o)/Q(o): equal but for faint Q(o); −1 where P(o) = 0."""
    p, q = image.floats[block.first], image.floats[block.second]
    with np.errstate(over="ignore"):  # by a faint number, which is not used
        ratio = np.divide(p, q, out=np.full(p.shape, np.inf), where=q > 0)
    ratio[p == 0] = -1.0
    faint = (q > 0) & (q < FAINT) & (p > 0)
    if not faint.any():
        return ratio, ratio
    return np.where(faint, 0.0, ratio), np.where(faint, np.inf, ratio)


def _ratio_key(image: Image, pair: tuple[int, int], o: int) -> Hashable:
    i, j = pair
    if image.numerators is not None and image.denominators is not None:
        above, below = image.numerators, image.denominators
        return int(above[i, o]), int(below[i]), int(above[j, o]), int(below[j])
    if image.classes is not None:
        return int(image.classes[i, o]), int(image.classes[j, o])
    return pair, o
