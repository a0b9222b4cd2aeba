"""One pair of laws that stands for all pairs of a table, where no pair of it is the worst.

The largest F of all curves is convex, so its values at a few places, joined by chords, lie above
it, and above the curve of any choice of pairs, also where each use chooses its own. The places are
those where the curves bend that are the largest somewhere, and those where the largest one changes.
Floats choose the places, and leave out curves that are far below at a place; heights are exact.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dpverify.defs.accounting.tables import Line, Pair, joined, worst
from dpverify.defs.errors import Undecided

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_PLACES = 2_000
MOST_HEIGHTS = 40_000_000
INSIDE = 1000
"""Where curves meet, the larger one is seen at that part of the way to the next place."""
FAR = 1e-9
"""A curve that is lower by that at a place, in floats, is not the largest one there.

Heights are at most 1, of sums of up to 100,000 masses that floats round once each, so they are
within 10^-10 of what they stand for.
"""


def standing_for(pairs: list[Pair]) -> Pair:
    """A pair with a curve above all others: the worst of them, or one that is made of several.

    Raises: Undecided where there are too many pairs and outputs.
    """
    if len(pairs) == 1:
        return pairs[0]
    kinks = sorted({p / q for pair in pairs for p, q in pair if p and q})
    if len(pairs) * len(kinks) > MOST_HEIGHTS:
        raise Undecided("unsupported", "a channel has too many pairs of neighbours to compare")
    largest = _heights(pairs, kinks).argmax(axis=0) if kinks else np.zeros(1, dtype=np.int64)
    ahead = [pairs[i] for i in dict.fromkeys(largest.tolist())]
    found = worst(pairs) if len(ahead) <= MOST_WORST else None
    if found is not None:
        return found
    places = sorted({p / q for pair in ahead for p, q in pair if p and q})
    if len(places) > MOST_PLACES:
        places = places[:: -(-len(places) // MOST_PLACES)] + places[-1:]
    places = sorted({*places, *_crossings(ahead, places)})
    lines = [Line.of(pair) for pair in pairs]
    heights = _heights(pairs, places)
    near = heights > heights.max(axis=0) - FAR
    points = [
        (t, max(lines[i].height(t) for i in np.flatnonzero(near[:, place])))
        for place, t in enumerate(places)
    ]
    return joined(points)


MOST_WORST = 8
"""Among so many that are the largest somewhere, the worst is looked for: they may be equal."""


def _heights(pairs: Sequence[Pair], places: Sequence[Fraction]) -> Floats:
    """f = P(L > ln t) − t·Q(L > ln t) of each pair at rising places t, in floats."""
    if any(t > sys.float_info.max for t in places):
        raise Undecided(
            "unsupported", "a channel has several pairs of neighbours, and losses beyond 709"
        )
    points = np.array([float(t) for t in places])
    return np.array([_curve(pair, points) for pair in pairs])


def _curve(pair: Pair, points: Floats) -> Floats:
    finite = [(float(p), float(q), float(p / q)) for p, q in pair if q]
    never = float(sum((p for p, q in pair if not q), Fraction(0)))
    masses, others, ratios = np.array(finite).T
    first = np.searchsorted(ratios[::-1], points, side="right")
    above = len(finite) - first
    p = np.concatenate(([0.0], np.cumsum(masses)))[above]
    q = np.concatenate(([0.0], np.cumsum(others)))[above]
    return np.asarray(never + p - points * q)


def _crossings(ahead: Sequence[Pair], places: Sequence[Fraction]) -> list[Fraction]:
    """Where the largest of the curves changes between two places; a guess."""
    found = []
    lines = [Line.of(pair) for pair in ahead]
    ends = [(before, after, (after - before) / INSIDE) for before, after in pairwise(places)]
    starts = _heights(ahead, [before + inside for before, _, inside in ends]).argmax(axis=0)
    stops = _heights(ahead, [after - inside for _, after, inside in ends]).argmax(axis=0)
    for (before, after, _), start, stop in zip(ends, starts, stops, strict=True):
        if start != stop:
            crossing = lines[start].crossing(lines[stop], before, after)
            found += [crossing] if crossing is not None else []
    return found
