"""Events and bets, chosen on the first part of the samples; they are tested on others.

Outputs fall into cells: words, single points where there are few, intervals between quantiles, and
sums of weights between quantiles where a classifier is asked. Cells are taken in the order of how
much more likely they are on the first input than on the second; of all beginnings of that order,
and of all tails, the one is kept on which a bet grows fastest. Nothing here decides: a bad choice
costs power alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpverify.checkers.audit.betting import Test, bets_for, growth
from dpverify.checkers.audit.events import Event, HalfSpace, Intervals, Own, Points, Union, Words
from dpverify.checkers.audit.nulls import At, Claim
from dpverify.checkers.audit.outputs import Outputs

CELLS: Final = 256
"""Intervals between quantiles."""
FEW: Final = 2048
"""Points up to which each is a cell: all answers of eleven bits."""
LEAST_POINTS: Final = 200
"""So many points are cells in any case."""
CAUTION: Final = 2.0
"""Standard deviations by which the probabilities of an event are taken to be worse than seen."""
AHEAD: Final = 2.0
"""Growth of a tail counts so many times: it is counted several times faster than many intervals."""
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
    extra: Sequence[Given] = (),
    *,
    needed: float,
    classifier: bool = False,
    also: Sequence[Claim] = (),
) -> tuple[Test, ...]:
    """The tests of a claim: the best of all pairs, and one for each further claim.

    Args: seen outputs of each input. extra events that are given, with their truths on these, which
        are tested whatever they say; then no others are looked for. needed the growth with which
        the samples that are left refute a claim. also claims of which bounds are asked beside, as
        on a curve.
    """
    looks: list[_Look] = []
    for pair in pairs:
        # The same pair the other way round has the same cells.
        turned = next((look for look in looks if look.pair == pair[::-1]), None)
        looks.append(_Look(pair, seen, extra, classifier=classifier, other=turned))
    aim, found = _aim(claim, looks, needed)
    if extra:
        kept = list({(one.pair, one.candidate.event): one for one in reversed(found)}.values())
    else:
        # Without growth anywhere one test is kept: there must be something to state.
        best = found[:1] + [
            one for one in found[1:MOST_TESTS]
            if one.candidate.growth >= found[0].candidate.growth / 4 > 0
        ]  # fmt: skip
        kept = list({(one.pair, one.candidate.event): one for one in reversed(best)}.values())
    kept.reverse()
    for other in also:
        sight = [
            _Choice(look.pair, one, None, other) for look in looks for one in look.at(other, None)
        ]
        kept.append(max(sight, key=lambda one: one.candidate.growth))
    weight = Fraction(1, len(kept))
    return tuple(
        Test(one.pair, (labels[one.pair[0]], labels[one.pair[1]]), one.candidate.event, weight,
             _bets(one, claim if one.about is aim else one.about), one.at)
        for one in kept
    )  # fmt: skip


Given = tuple[Event | Own, Sequence[NDArray[np.bool_]]]
"""An event that is given, with its truths on the samples of each input."""
LOWER: Final = (1, 0.97, 0.94, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""Parts of the claim's parameter that are aimed at, one after the other."""


@dataclass(frozen=True)
class _Choice:
    """A candidate on a pair, at a place of the curve of what it was chosen for."""

    pair: tuple[int, int]
    candidate: _Candidate
    at: At | None
    about: Claim


def _aim(claim: Claim, looks: Sequence[_Look], needed: float) -> tuple[Claim, list[_Choice]]:
    """The candidates for the claim, the best first; for the next lower one where none is enough.

    Of a claim that is true with equality all events grow alike, by noise: what then matters is the
    largest parameter that the samples will refute.
    """
    aim, found = claim, list[_Choice]()
    for part in LOWER:
        aim = claim if part == 1 else replace(claim, value=claim.value * part)
        found = [
            _Choice(look.pair, candidate, at, aim)
            for look in looks for at in aim.places() for candidate in look.at(aim, at)
        ]  # fmt: skip
        found.sort(key=lambda one: -one.candidate.growth)
        if found[0].candidate.growth >= needed:
            break
    return aim, found


def _bets(one: _Choice, claim: Claim) -> tuple[tuple[Fraction, Fraction], ...]:
    """Bets against the claim, and where a lower one was aimed at, half of them against that."""
    p, q = one.candidate.p, one.candidate.q
    bets = bets_for(p, q, *claim.plane(claim.value, one.at))
    if one.about.value == claim.value:
        return bets
    lower = bets_for(p, q, *one.about.plane(one.about.value, one.at))
    return tuple((stake, weight / 2) for stake, weight in (*lower, *bets))


class _Look:
    """The samples of a pair, sorted into cells once."""

    def __init__(
        self, pair: tuple[int, int], seen: Sequence[Outputs], extra: Sequence[Given],
        *, classifier: bool, other: _Look | None = None,
    ) -> None:  # fmt: skip
        self.pair, self.first, self.second = pair, seen[pair[0]], seen[pair[1]]
        self._extra, self._classifier = extra, classifier
        width = max(self.first.values.shape[1], self.second.values.shape[1], 1)
        self._cells: list[_Cells] = []
        if other is not None:
            self._cells = [replace(one, first=one.second, second=one.first) for one in other._cells]
            return
        for column in () if extra else range(width):
            self._cells.append(_cells(self.first, self.second, column))
            # Where all outputs are words and points, the other columns have the same cells.
            if not any(kind[0] == "interval" for kind in self._cells[-1].kinds):
                break

    def at(self, claim: Claim, at: At | None) -> list[_Candidate]:
        """The best event against a claim at a place of its curve, or all that were given."""
        plane = claim.plane(claim.value, at)
        if self._extra:
            return [
                _candidate(event, truths[self.pair[0]], truths[self.pair[1]], plane)
                for event, truths in self._extra
            ]
        found = []
        for cells in self._cells:
            found.append(_best_beginning(cells, self.first, self.second, plane))
            found += _tails(cells, self.first, self.second, plane)
        if self._classifier:
            found += _of_classifier(self.first, self.second, plane)
        return [max(found, key=lambda one: one.growth)]


def _candidate(
    event: Event | Own, first: NDArray[Any], second: NDArray[Any], plane: tuple[float, float]
) -> _Candidate:
    p, q = (
        _smooth(np.array([first.sum()]), len(first)),
        _smooth(np.array([second.sum()]), len(second)),
    )
    grown = _growths(p, q, plane, (len(first), len(second)))
    return _Candidate(event, float(p[0]), float(q[0]), float(grown[0]))


def _smooth(counts: NDArray[Any], size: int) -> NDArray[Any]:
    return (counts + 0.5) / (size + 1)


def _growths(
    p: NDArray[Any], q: NDArray[Any], plane: tuple[float, float], sizes: tuple[int, int]
) -> NDArray[Any]:
    """The growth of the best of some stakes, for each pair of probabilities in so many samples.

    The best of hundreds of events seems better than it is: of a claim that is true with equality
    each would grow by noise alone. So p is taken to be smaller and q larger by some deviations.
    """
    largest = 1 / sum(plane)
    p = np.maximum(p - CAUTION * np.sqrt(p * (1 - p) / sizes[0]), 0)
    q = np.minimum(q + CAUTION * np.sqrt(q * (1 - q) / sizes[1]), 1)
    rows = [growth(share * largest, p, q, *plane) for share in SHARES]
    best: NDArray[Any] = np.max(np.array(rows), axis=0)
    return best


# ---------------------------------------------------------------- cells


@dataclass(frozen=True)
class _Cells:
    """Cells with counts on both inputs; `event` makes one of some of them.

    Args: first and second (cells × 2) counts in the one half of the samples, by which cells are put
        in order, and in the other, by which events are compared: an order fits its own noise.
    """

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


def _best_beginning(
    cells: _Cells, first: Outputs, second: Outputs, plane: tuple[float, float]
) -> _Candidate:
    """The best of all beginnings of the cells, those that are most telling first."""
    ratio = (cells.first[:, 0] + 0.5) / (cells.second[:, 0] + 0.5)
    order = np.argsort(-ratio, kind="stable")
    sizes = _later(first, second)
    p = _smooth(np.cumsum(cells.first[order, 1]), sizes[0])
    q = _smooth(np.cumsum(cells.second[order, 1]), sizes[1])
    grown = _growths(p, q, plane, sizes)
    best = int(np.argmax(grown))
    event = cells.event([int(i) for i in order[: best + 1]])
    return _Candidate(event, float(p[best]), float(q[best]), float(grown[best]))


def _later(first: Outputs, second: Outputs) -> tuple[int, int]:
    """How many samples of each input lie in the second half, by which events are compared."""
    return len(first) - len(first) // 2, len(second) - len(second) // 2


def _tails(
    cells: _Cells, first: Outputs, second: Outputs, plane: tuple[float, float]
) -> list[_Candidate]:
    """The best tails of numbers, on both sides: simpler events, which are counted faster.

    They come with an advantage, since beginnings of an order fit the noise as well.
    """
    found = []
    spots = [i for i, kind in enumerate(cells.kinds) if kind[0] == "interval"]
    for _, group in itertools.groupby(spots, key=lambda i: cells.kinds[i][:3]):
        members = list(group)
        for places in (members, members[::-1]):
            sizes = _later(first, second)
            p = _smooth(np.cumsum(cells.first[places, 1]), sizes[0])
            q = _smooth(np.cumsum(cells.second[places, 1]), sizes[1])
            grown = _growths(p, q, plane, sizes)
            best = int(np.argmax(grown))
            event = cells.event(places[: best + 1])
            ahead = float(grown[best]) * (AHEAD if grown[best] > 0 else 1.0)
            found.append(_Candidate(event, float(p[best]), float(q[best]), ahead))
    return found


def _cells(first: Outputs, second: Outputs, column: int) -> _Cells:
    """All cells: words without numbers; points of a word, or intervals of a column of it."""
    kinds: list[Any] = []
    tables: list[list[NDArray[Any]]] = [[], []]
    halves = [_halves(side) for side in (first, second)]
    for word in dict.fromkeys((*first.words, *second.words)):
        width = word.count("•")
        if not width:
            kinds.append(("word", word))
            for table, counts in zip(tables, halves, strict=True):
                table.append(np.array([counts.get(word, (0, 0))]))
            continue
        masks = [side.has(word) for side in (first, second)]
        sides = [
            _wide(side.values[mask], width)
            for side, mask in zip((first, second), masks, strict=True)
        ]
        # Which of them lie in the second half of all samples of their input.
        late = [np.flatnonzero(mask) >= len(mask) // 2 for mask in masks]
        found = _points(word, *sides)
        if found is None and column < width:
            found = _intervals(word, column, *sides)
        if found is None:
            continue
        kinds += found[0]
        for table, places, half in zip(tables, found[1], late, strict=True):
            size = len(found[0])
            both = np.bincount(places + size * half, minlength=2 * size)
            table.append(both.reshape(2, size).T)
    whole = [np.concatenate(table) if table else np.empty((0, 2)) for table in tables]
    return _Cells(whole[0], whole[1], tuple(kinds))


def _halves(outputs: Outputs) -> dict[str, tuple[int, int]]:
    """How often each word occurs in the first half of the outputs, and in the second."""
    middle = len(outputs) // 2
    parts = (outputs.codes[:middle], outputs.codes[middle:])
    counts = [np.bincount(part, minlength=len(outputs.words)).tolist() for part in parts]
    return dict(zip(outputs.words, zip(*counts, strict=True), strict=True))


def _wide(values: NDArray[Any], width: int) -> NDArray[Any]:
    """The first so many columns; an input on which a word never occurs may have fewer."""
    return values[:, :width] if values.shape[1] >= width else np.empty((len(values), width))


def _intervals(
    word: str, column: int, here: NDArray[Any], there: NDArray[Any]
) -> tuple[list[Any], list[NDArray[Any]]]:
    """Intervals of a column, and in which of them the outputs of each input lie."""
    edges = _edges(here[:, column], there[:, column])
    inner = np.array(edges[1:-1])
    kinds = [("interval", word, column, pair) for pair in itertools.pairwise(edges)]
    return kinds, [np.searchsorted(inner, side[:, column], side="left") for side in (here, there)]


def _points(
    word: str, here: NDArray[Any], there: NDArray[Any]
) -> tuple[list[Any], list[NDArray[Any]]] | None:
    """The points of both inputs, and which of them the outputs are; None where they are many."""
    both = np.concatenate([here, there])
    axis = None
    if both.shape[1] == 1:  # numbers are sorted much faster than rows
        both = both[:, 0]
    else:
        axis = 0
    if len(np.unique(both[: 2 * FEW], axis=axis)) > FEW:  # a look at the first is enough for most
        return None
    points, place = np.unique(both, axis=axis, return_inverse=True)
    # Of small samples even a continuous law has few points: each must have been seen some times.
    if len(points) > min(FEW, max(LEAST_POINTS, len(both) // 8)):
        return None
    kinds = [("point", word, tuple(map(float, np.atleast_1d(point)))) for point in points]
    place = place.ravel()
    return kinds, [place[: len(here)], place[len(here) :]]


def _edges(here: NDArray[Any], there: NDArray[Any]) -> list[float]:
    """The ends of intervals: quantiles of both inputs, closer together in the tails."""
    both = np.concatenate([here, there])
    tails = np.geomspace(1 / max(len(both), 2), 1 / CELLS, 12)
    places = np.unique(np.concatenate([tails, np.linspace(0, 1, CELLS + 1)[1:-1], 1 - tails]))
    edges = np.unique(np.quantile(both, places, method="lower"))
    return [-np.inf, *edges.tolist(), np.inf]


# ---------------------------------------------------------------- a classifier


def _of_classifier(first: Outputs, second: Outputs, plane: tuple[float, float]) -> list[_Candidate]:
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
        middle, spread = (
            np.median(both, axis=0),
            np.subtract(*np.quantile(both, [0.9, 0.1], axis=0)),
        )
        spread[spread == 0] = 1
        # Clipped: the tails of noise tell little more, and would rule the fit.
        flat = np.clip((both - middle) / spread, -5, 5)
        learnt = LogisticRegression(max_iter=200).fit(flat, np.arange(len(both)) < len(here))
        weights = tuple((learnt.coef_[0] / spread).tolist())
        sums = both @ np.array(weights)
        edges = _edges(sums[: len(here)], sums[len(here) :])[1:-1]
        p = _smooth(np.array([(sums[: len(here)] > edge).sum() for edge in edges]), len(first))
        q = _smooth(np.array([(sums[len(here) :] > edge).sum() for edge in edges]), len(second))
        grown = _growths(p, q, plane, (len(first), len(second)))
        best = int(np.argmax(grown))
        event = HalfSpace(word, weights, float(edges[best]))
        found.append(_Candidate(event, float(p[best]), float(q[best]), float(grown[best])))
    return found
