"""Events of outputs that can be sent to a worker, counted in arrays and said in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from dpverify.checkers.audit.outputs import NUMBER, Outputs
from dpverify.defs.errors import DpverifyError, ProgramError

Truths = NDArray[np.bool_]
FEW: Final = 6
"""Intervals up to which each is compared by itself; more are looked up in a sorted list."""
LONGEST: Final = 2**16
"""Distance of integers up to which a table has a place for each."""


class Event(Protocol):
    """A set of outputs."""

    @property
    def text(self) -> str:
        """The event in words."""

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs are in it."""


@dataclass(frozen=True)
class Words:
    """Outputs with one of some words, whatever their numbers."""

    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words."""
        return f"the output is {' or '.join(self.words)}"

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs have one of the words."""
        among = {*self.words}
        kinds = [code for code, word in enumerate(outputs.words) if word in among]
        if len(kinds) <= 1 or len(outputs.words) == 1:
            return outputs.has(outputs.words[kinds[0]] if kinds else "")
        table = np.zeros(len(outputs.words), dtype=bool)
        table[kinds] = True
        truths: Truths = table[outputs.codes]
        return truths


@dataclass(frozen=True)
class Intervals:
    """Outputs of a word of which one number lies in one of some intervals (low, high].

    Args: column which of the numbers, from 0; intervals disjoint, in order.
    """

    word: str
    column: int
    intervals: tuple[tuple[float, float], ...]

    @property
    def text(self) -> str:
        """The intervals."""
        name = "the output" if self.word == NUMBER else f"number {self.column + 1} of {self.word}"
        parts = [_interval(low, high) for low, high in self.intervals[:4]]
        more = len(self.intervals) - len(parts)
        tail = f" or in {more} further intervals" if more else ""
        return f"{name} is {' or '.join(parts)}{tail}"

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs lie in an interval."""
        if self.column >= outputs.values.shape[1]:
            return np.zeros(len(outputs), dtype=bool)
        values = outputs.values[:, self.column]
        if len(self.intervals) <= FEW:
            truths = np.zeros(len(outputs), dtype=bool)
            for low, high in self.intervals:
                if low == -np.inf:
                    truths |= values <= high
                elif high == np.inf:
                    truths |= values > low
                else:
                    truths |= (values > low) & (values <= high)
        else:
            # Places in the list of all ends: an odd number of ends below is inside.
            ends = np.array(self.intervals).ravel()
            truths = np.searchsorted(ends, values, side="left") % 2 == 1
        return truths if len(outputs.words) == 1 and self.word in outputs.words else (
            truths & outputs.has(self.word)
        )  # fmt: skip


def _interval(low: float, high: float) -> str:
    if low == -np.inf:
        return "a number" if high == np.inf else f"at most {high!r}"
    return f"above {low!r}" if high == np.inf else f"above {low!r} and at most {high!r}"


@dataclass(frozen=True)
class Points:
    """Outputs of a word whose numbers are one of some lists, exactly."""

    word: str
    points: tuple[tuple[float, ...], ...]

    @property
    def text(self) -> str:
        """The points, the first of them where there are many."""
        shown = [_filled(self.word, point) for point in self.points[:6]]
        more = len(self.points) - len(shown)
        return f"the output is {' or '.join(shown)}{f' or one of {more} more' if more else ''}"

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs are one of the points."""
        width = len(self.points[0])
        if width > outputs.values.shape[1]:
            return np.zeros(len(outputs), dtype=bool)
        if width == 1:
            truths = _among(np.sort(np.array(self.points)[:, 0]), outputs.values[:, 0])
            return truths if outputs.words == (self.word,) else truths & outputs.has(self.word)
        return self._of_rows(outputs.values[:, :width]) & outputs.has(self.word)

    def _of_rows(self, values: NDArray[np.float64]) -> Truths:
        """Which rows are a point: looked up by a weighted sum of each, then compared.

        Column by column, so that a row has the same sum wherever it stands.
        """
        points = np.array(self.points)
        weights: NDArray[np.float64] = np.random.default_rng(0).random((points.shape[1],))
        sums, known = _sums(values, weights), _sums(points, weights)
        order = np.argsort(known)
        points, known = points[order], known[order]
        if (np.diff(known) > 0).all():
            nearest = np.minimum(np.searchsorted(known, sums), len(known) - 1)
            same: Truths = (values == points[nearest]).all(axis=1)
            return same
        truths = np.zeros(len(values), dtype=bool)
        for point in points:
            truths |= (values == point).all(axis=1)
        return truths


def _among(points: NDArray[np.float64], values: NDArray[Any]) -> Truths:
    """Which values are one of some points, in order."""
    low, high = float(points[0]), float(points[-1])
    if values.dtype.kind in "iu" and high - low < LONGEST and (points == np.floor(points)).all():
        # Looked up; beyond both ends there is a place that says no.
        table = np.zeros(int(high - low) + 3, dtype=bool)
        table[(points - low).astype(np.intp) + 1] = True
        found: Truths = table.take(np.subtract(values, int(low) - 1, dtype=np.int64), mode="clip")
        return found
    near = points[np.minimum(np.searchsorted(points, values), len(points) - 1)]
    same: Truths = near == values
    return same


def _sums(rows: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """A weighted sum of each row, infinities as large numbers."""
    total = np.zeros(len(rows))
    for column, weight in enumerate(weights):
        total += np.clip(rows[:, column], -1e300, 1e300) * weight
    return total


def _filled(word: str, point: tuple[float, ...]) -> str:
    for number in point:
        word = word.replace(NUMBER, f"{number:g}", 1)
    return word


@dataclass(frozen=True)
class Union:
    """Outputs in one of several events."""

    parts: tuple[Event, ...]

    @property
    def text(self) -> str:
        """The parts."""
        return ", or ".join(part.text for part in self.parts)

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs are in one of them."""
        truths = np.zeros(len(outputs), dtype=bool)
        for part in self.parts:
            truths |= part.holds(outputs)
        return truths


@dataclass(frozen=True)
class HalfSpace:
    """Outputs of a word whose numbers have a weighted sum above a limit: what a classifier says."""

    word: str
    weights: tuple[float, ...]
    limit: float

    @property
    def text(self) -> str:
        """The inequality."""
        terms = " + ".join(f"{w:.4g}·x{i + 1}" for i, w in enumerate(self.weights))
        return f"{terms} > {self.limit!r} for the numbers x of {self.word}"

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs lie beyond the limit."""
        if len(self.weights) > outputs.values.shape[1]:
            return np.zeros(len(outputs), dtype=bool)
        sums = outputs.values[:, : len(self.weights)] @ np.array(self.weights)
        beyond: Truths = sums > self.limit
        return beyond & outputs.has(self.word)


@dataclass(frozen=True)
class Sums:
    """Outputs of a word of which a weighted sum of the numbers lies in a closed interval."""

    word: str
    weights: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]

    @property
    def text(self) -> str:
        """The intervals."""
        terms = " + ".join(f"{w:g}·x{i + 1}" for i, w in enumerate(self.weights))
        where = " or ".join(f"[{low:g}, {high:g}]" for low, high in self.intervals)
        return f"{terms} is in {where} for the numbers x of {self.word}"

    def holds(self, outputs: Outputs) -> Truths:
        """Which outputs lie in an interval."""
        truths = np.zeros(len(outputs), dtype=bool)
        if len(self.weights) > outputs.values.shape[1]:
            return truths
        sums = outputs.values[:, : len(self.weights)] @ np.array(self.weights)
        for low, high in self.intervals:
            truths |= (sums >= low) & (sums <= high)
        return truths & outputs.has(self.word)


@dataclass(frozen=True)
class Own:
    """An event of the user's: a predicate on an output as it was drawn, called for each.

    Args: predicate must be picklable where workers count.
    """

    predicate: Callable[[Any], object]
    name: str

    @property
    def text(self) -> str:
        """Its name."""
        return f"{self.name} is true"

    def holds_for(self, drawn: Any) -> Truths:
        """Which of the outputs as they were drawn are in it.

        Raises: ProgramError with one line for what the predicate raises.
        """
        try:
            return np.array([bool(self.predicate(one)) for one in drawn], dtype=bool)
        except DpverifyError:
            raise
        except (Exception, SystemExit) as error:
            text = " ".join(str(error).split())[:200]
            raise ProgramError(
                f"the event {self.name} raised {type(error).__name__} on an output: {text}"
            ) from error
