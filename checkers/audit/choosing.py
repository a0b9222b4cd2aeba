"""Events and bets, chosen on the first part of the samples; they are tested on others.

Outputs fall into cells: words, single points where there are few, intervals between quantiles, and
sums of weights between quantiles where a classifier is asked. Cells are taken in the order of how
much more likely they are on the first input than on the second, and of all beginnings of that order,
and of all tails, the one is kept on which a bet grows fastest. Nothing here decides: a bad choice
costs power alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpverify.checkers.audit.betting import Test, bets_for, growth
from dpverify.checkers.audit.events import Event, HalfSpace, Intervals, Own, Points, Union, Words
from dpverify.checkers.audit.nulls import At, Claim
from dpverify.checkers.audit.outputs import Outputs, joined

CELLS: Final = 256
"""Intervals between quantiles."""
FEW: Final = 200
"""Points up to which each is a cell."""
MOST_TESTS: Final = 4
"""Tests that are made: each takes a part of the wealth."""
SHARES: Final = np.concatenate([0.5 ** np.arange(1, 14), [0.75, 0.9, 0.97, 0.995]])
"""Of the largest stake: at which growth is looked at."""


@dataclass(frozen=True)
class _Candidate:
    """An event with its probabilities in the samples that were looked at."""

    event: Event | Own
    p: float
    q: float
    growth: float


def chosen(
    claim: Claim,
    pairs: Sequence[tuple[int, int]],
    labels: Sequence[str],
    seen: Sequence[Outputs],
    extra: Sequence[tuple[Event | Own, Sequence[NDArray[np.bool_]]]] = (),
    *,
    classifier: bool = False,
    also: Sequence[Claim] = (),
) -> tuple[Test, ...]:
    """The tests of a claim: the best of all pairs, and one for each further claim.

    Args: seen outputs of each input. extra events that are given, with their truths on these, which
        are tested whatever they say; then no others are looked for. also claims of which bounds are
        asked beside, as on a curve.
    """
    found: list[tuple[float, tuple[int, int], _Candidate, At | None, Claim]] = []
    for pair in pairs:
        for at in claim.places():
            for candidate in _of_pair(claim, at, pair, seen, extra, classifier=classifier):
                found.append((candidate.growth, pair, candidate, at, claim))
    found.sort(key=lambda one: -one[0])
    if not extra:
        # Without growth anywhere one test is kept: there must be something to state.
        best = found[:1] + [one for one in found[1:MOST_TESTS] if one[0] >= found[0][0] / 4 > 0]
        # One event of a pair is enough, but for another place on the curve.
        kept = list({(one[1], one[2].event): one for one in reversed(best)}.values())[::-1]
    else:
        kept = list({(one[1], one[2].event): one for one in reversed(found)}.values())[::-1]
    for other in also:
        every = [
            (candidate.growth, pair, candidate, None, other)
            for pair in pairs
            for candidate in _of_pair(other, None, pair, seen, (), classifier=classifier)
        ]
        kept.append(max(every, key=lambda one: one[0]))
    weight = Fraction(1, len(kept))
    return tuple(
        Test(pair, (labels[pair[0]], labels[pair[1]]), one.event, weight,
             bets_for(one.p, one.q, *about.plane(about.value, at)), at)
        for _, pair, one, at, about in kept
    )  # fmt: skip


def _of_pair(
    claim: Claim,
    at: At | None,
    pair: tuple[int, int],
    seen: Sequence[Outputs],
    extra: Sequence[tuple[Event | Own, Sequence[NDArray[np.bool_]]]],
    *,
    classifier: bool,
) -> list[_Candidate]:
    """The best event on a pair, or all that were given."""
    plane = claim.plane(claim.value, at)
    if extra:
        return [
            _candidate(event, truths[pair[0]], truths[pair[1]], plane) for event, truths in extra
        ]
    first, second = seen[pair[0]], seen[pair[1]]
    candidates = [_of_cells(first, second, plane)]
    if classifier:
        candidates += _of_classifier(first, second, plane)
    return [max(candidates, key=lambda one: one.growth)]


def _candidate(
    event: Event | Own, first: NDArray[Any], second: NDArray[Any], plane: tuple[float, float]
) -> _Candidate:
    p, q = _smooth(np.array([first.sum()]), len(first)), _smooth(np.array([second.sum()]), len(second))
    return _Candidate(event, float(p[0]), float(q[0]), float(_growths(p, q, plane)[0]))


def _smooth(counts: NDArray[Any], size: int) -> NDArray[Any]:
    return (counts + 0.5) / (size + 1)


def _growths(p: NDArray[Any], q: NDArray[Any], plane: tuple[float, float]) -> NDArray[Any]:
    """The growth of the best of some stakes, for each pair of probabilities."""
    largest = 1 / sum(plane)
    rows = [growth(share * largest, p, q, *plane) for share in SHARES]
    best: NDArray[Any] = np.max(np.array(rows), axis=0)
    return best


# ---------------------------------------------------------------- cells


@dataclass(frozen=True)
class _Cells:
    """Cells with counts on both inputs; `event` makes one of some of them."""

    first: NDArray[Any]
    second: NDArray[Any]
    kinds: tuple[Any, ...]

    def event(self, places: Sequence[int]) -> Event:
        """The event of the cells at these places."""
        groups: dict[tuple[Any, ...], list[Any]] = {}
        for place in sorted(places):
            *head, tail = self.kinds[place]
            groups.setdefault(tuple(head), []).append(tail)
        parts: list[Event] = []
        for head, tails in groups.items():
            match head:
                case ("word",):
                    parts.append(Words(tuple(tails)))
                case ("point", word):
                    parts.append(Points(word, tuple(tails)))
                case ("interval", word, column):
                    parts.append(Intervals(word, column, _merged(tails)))
        return parts[0] if len(parts) == 1 else Union(tuple(parts))


def _merged(intervals: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Neighbouring intervals as one."""
    merged: list[tuple[float, float]] = []
    for low, high in intervals:
        if merged and merged[-1][1] == low:
            merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return tuple(merged)


def _of_cells(first: Outputs, second: Outputs, plane: tuple[float, float]) -> _Candidate:
    """The best event of cells: of each numbered column in turn, and of single points."""
    width = max(first.values.shape[1], second.values.shape[1], 1)
    candidates = []
    for column in range(width):
        cells = _cells(first, second, column)
        candidates.append(_best_beginning(cells, first, second, plane))
        candidates += _tails(cells, first, second, plane)
    return max(candidates, key=lambda one: one.growth)


def _best_beginning(
    cells: _Cells, first: Outputs, second: Outputs, plane: tuple[float, float]
) -> _Candidate:
    """The best of all beginnings of the cells, those that are most telling first."""
    ratio = (cells.first + 0.5) / (cells.second + 0.5)
    order = np.argsort(-ratio, kind="stable")
    p = _smooth(np.cumsum(cells.first[order]), len(first))
    q = _smooth(np.cumsum(cells.second[order]), len(second))
    grown = _growths(p, q, plane)
    best = int(np.argmax(grown))
    event = cells.event([int(i) for i in order[: best + 1]])
    return _Candidate(event, float(p[best]), float(q[best]), float(grown[best]))


def _tails(
    cells: _Cells, first: Outputs, second: Outputs, plane: tuple[float, float]
) -> list[_Candidate]:
    """The best tails of numbers, on both sides: simpler events, which are counted faster.

    They come with a little advantage, since beginnings of an order fit the noise as well.
    """
    found = []
    spots = [i for i, kind in enumerate(cells.kinds) if kind[0] == "interval"]
    for _, group in itertools.groupby(spots, key=lambda i: cells.kinds[i][:3]):
        members = list(group)
        for places in (members, members[::-1]):
            p = _smooth(np.cumsum(cells.first[places]), len(first))
            q = _smooth(np.cumsum(cells.second[places]), len(second))
            grown = _growths(p, q, plane)
            best = int(np.argmax(grown))
            event = cells.event(places[: best + 1])
            ahead = float(grown[best]) * (1.1 if grown[best] > 0 else 1.0)
            found.append(_Candidate(event, float(p[best]), float(q[best]), ahead))
    return found


def _cells(first: Outputs, second: Outputs, column: int) -> _Cells:
    """All cells: words without numbers; points of a word, or intervals of a column of it."""
    kinds: list[Any] = []
    counts: list[tuple[int, int]] = []
    for word in dict.fromkeys((*first.words, *second.words)):
        here, there = (side.values[side.has(word)] for side in (first, second))
        width = word.count("•")
        if not width:
            kinds.append(("word", word))
            counts.append((len(here), len(there)))
            continue
        here, there = here[:, :width], there[:, :width]
        points = _points(here, there)
        if points is not None:
            kinds += [("point", word, point) for point in points[0]]
            counts += points[1]
            continue
        if column >= width:
            continue
        edges = _edges(here[:, column], there[:, column])
        kinds += [("interval", word, column, pair) for pair in itertools.pairwise(edges)]
        inner = np.array(edges[1:-1])
        sides = [
            np.bincount(np.searchsorted(inner, side[:, column], side="left"), minlength=len(edges) - 1)
            for side in (here, there)
        ]
        counts += list(zip(sides[0].tolist(), sides[1].tolist(), strict=True))
    table = np.array(counts).reshape(-1, 2)
    return _Cells(table[:, 0], table[:, 1], tuple(kinds))


def _points(here: NDArray[Any], there: NDArray[Any]) -> tuple[list[Any], list[tuple[int, int]]] | None:
    """The points of both inputs with their counts; None where there are too many."""
    both = np.concatenate([here, there])
    if len(np.unique(both[:2000], axis=0)) > FEW:  # a look at the first is enough for most
        return None
    points, place = np.unique(both, axis=0, return_inverse=True)
    if len(points) > FEW:
        return None
    place = place.ravel()
    sides = [np.bincount(part, minlength=len(points)) for part in (place[: len(here)], place[len(here) :])]
    texts = [tuple(map(float, point)) for point in points]
    return texts, list(zip(sides[0].tolist(), sides[1].tolist(), strict=True))


def _edges(here: NDArray[Any], there: NDArray[Any]) -> list[float]:
    """The ends of intervals: quantiles of both inputs, closer together in the tails."""
    both = np.concatenate([here, there])
    tails = np.geomspace(1 / max(len(both), 2), 1 / CELLS, 12)
    places = np.unique(np.concatenate([tails, np.linspace(0, 1, CELLS + 1)[1:-1], 1 - tails]))
    edges = np.unique(np.quantile(both, places, method="lower"))
    return [-np.inf, *edges.tolist(), np.inf]


# ---------------------------------------------------------------- a classifier


def _of_classifier(
    first: Outputs, second: Outputs, plane: tuple[float, float]
) -> list[_Candidate]:
    """Half-spaces along what a logistic regression learns, for words of several numbers."""
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        from dpverify.defs.errors import UsageError

        raise UsageError(
            "a classifier needs scikit-learn, which is not installed; pip install scikit-learn"
        ) from None
    found = []
    for word in dict.fromkeys((*first.words, *second.words)):
        width = word.count("•")
        here, there = (side.values[side.has(word)][:, :width] for side in (first, second))
        if width < 2 or len(here) < 100 or len(there) < 100:
            continue
        both = np.concatenate([here, there])
        middle, spread = np.median(both, axis=0), np.subtract(*np.quantile(both, [0.9, 0.1], axis=0))
        spread[spread == 0] = 1
        # Clipped: the tails of noise tell little more, and would rule the fit.
        flat = np.clip((both - middle) / spread, -5, 5)
        learnt = LogisticRegression(max_iter=200).fit(flat, np.arange(len(both)) < len(here))
        weights = tuple((learnt.coef_[0] / spread).tolist())
        sums = both @ np.array(weights)
        edges = _edges(sums[: len(here)], sums[len(here) :])[1:-1]
        p = _smooth(np.array([(sums[: len(here)] > edge).sum() for edge in edges]), len(first))
        q = _smooth(np.array([(sums[len(here) :] > edge).sum() for edge in edges]), len(second))
        grown = _growths(p, q, plane)
        best = int(np.argmax(grown))
        event = HalfSpace(word, weights, float(edges[best]))
        found.append(_Candidate(event, float(p[best]), float(q[best]), float(grown[best])))
    return found


__all__ = ["chosen", "joined"]
