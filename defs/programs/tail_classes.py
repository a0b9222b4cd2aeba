"""Outputs of noise without bounds, put together so that nothing is lost.

A path that returns base + factor·w of geometric noise w stands for the outputs base, base + factor,
…, with the probabilities (1 − r)·r^k times that of the path. Beyond the last place that any path of
any input tells apart, all paths of all inputs give the outputs of one arithmetic progression in the
same proportions. There the ratio of two inputs is the same for each of these outputs, so that
together they are one output of a channel that is as good as the one with all of them: each follows
from the other by post-processing. Below that place each output stands for itself.

What must never change: two series are put together only if their ratios, factors and places agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

from dpverify.defs.numbers import ONE, Value, number_text
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.laws import Mass, mass_of
from dpverify.defs.programs.paths import SubLaw
from dpverify.defs.programs.replay import Replay
from dpverify.defs.programs.unbounded import Unbounded

MOST_CELLS: Final = 20_000
"""Outputs that are told apart."""


class TooMany(Exception):
    """Series that do not agree, or more outputs than are told apart."""


@dataclass(frozen=True)
class Series:
    """The numbers start, start + step, … with the masses 1 − r, (1 − r)·r, …; step is not 0."""

    start: int
    step: int
    ratio: Value

    @property
    def text(self) -> str:
        """A name that no two series share."""
        return f"{self.start} + {self.step}*w, w of ratio {number_text(self.ratio)}"


@dataclass(frozen=True)
class Tail:
    """All numbers of a progression from start on."""

    start: int
    step: int

    @property
    def label(self) -> str:
        """In words."""
        end = "more" if self.step > 0 else "less"
        if abs(self.step) == 1:
            return f"{self.start} or {end}"
        return f"{self.start} or {end} in steps of {abs(self.step)}"


Place = tuple[int, ...]
"""Where a number stands in an output: the way through the tuples."""


class Outputs:
    """The outputs of a program on all its inputs, by the labels that its runs give them."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}
        self._series: dict[str, Any] = {}

    def labelled(self, run: Callable[[Any], Any]) -> Callable[[Replay], Any]:
        """A run that returns a label of its output, where that holds a series."""

        def labelled(draw: Replay) -> Any:
            output, series = _plain(run(draw))
            if not series:
                label = label_of(output)
                self._known.setdefault(label, output)
                return output
            if len({id(noise) for _, noise in series}) < len(series):
                raise TooMany("two values of one noise")
            text = _text(output)
            self._series[label_of(text)] = output
            return text

        return labelled

    def together(self, laws: Sequence[SubLaw]) -> tuple[list[SubLaw], frozenset[str]]:
        """The laws with outputs that stand for all, and the labels that stand for many.

        Raises: TooMany.
        """
        labels = {label for law in laws for label in law.masses}
        if not labels & self._series.keys():
            return [*laws], frozenset()
        if self._known.keys() & self._series.keys():
            raise TooMany("a text that is the label of a series")
        known = {**self._known, **self._series}
        outputs = {label: known[label] for label in labels}
        ends = _ends([*outputs.values()])
        cells = {label: [*_cells(output, ends)] for label, output in outputs.items()}
        if sum(map(len, cells.values())) > MOST_CELLS:
            raise TooMany("too many outputs")
        tails = {label for several in cells.values() for label, _, tail in several if tail}
        if tails & self._known.keys():
            raise TooMany("a text that is the label of a tail")
        return [replace(law, masses=_spread(law.masses, cells)) for law in laws], frozenset(tails)


def _plain(output: Any) -> tuple[Any, list[tuple[Series, Any]]]:
    """An output with series in place of symbols, and the series with their noises."""
    if type(output) is tuple:
        parts = [_plain(member) for member in output]
        return tuple(part for part, _ in parts), [one for _, several in parts for one in several]
    if type(output) is not Unbounded:
        return output, []
    place = Unbounded.place(output)
    if isinstance(place, int):
        return place, []
    start, step, noise = place
    series = Series(start, step, noise.ratio.value)
    return series, [(series, noise)]


def _text(output: Any) -> str:
    """A text for an output with series or tails in it; of one without, its label."""
    if type(output) is tuple:
        inside = ", ".join(map(_text, output))
        return f"({inside},)" if len(output) == 1 else f"({inside})"
    if type(output) is Series:
        return output.text
    return output.label if type(output) is Tail else label_of(output)


def _numbers(output: Any, *kinds: type, place: Place = ()) -> dict[Place, Any]:
    """The members of some types in an output, by their places."""
    if type(output) is tuple:
        return {
            at: number
            for k, member in enumerate(output)
            for at, number in _numbers(member, *kinds, place=(*place, k)).items()
        }
    return {place: output} if type(output) in kinds else {}


Ends = Mapping[tuple[Place, bool], tuple[int, int, Value]]
"""For each place and direction where the tails begin, their step and their ratio."""


def _ends(outputs: Sequence[Any]) -> Ends:
    """Where tails begin: beyond every number that stands at that place in any output.

    Raises: TooMany where two series at one place do not agree.
    """
    ends: dict[tuple[Place, bool], tuple[int, int, Value]] = {}
    forms: dict[tuple[Place, bool], tuple[int, Value]] = {}
    numbers: dict[Place, list[int]] = {}
    for output in outputs:
        for place, number in _numbers(output, int, Series).items():
            if type(number) is int:
                numbers.setdefault(place, []).append(number)
                continue
            numbers.setdefault(place, []).append(number.start)
            form = (number.step, number.ratio)
            if forms.setdefault((place, number.step > 0), form) != form:
                raise TooMany("series that differ")
    for (place, up), (step, ratio) in forms.items():
        end = max(numbers[place]) + 1 if up else min(numbers[place]) - 1
        ends[place, up] = (end, step, ratio)
    return ends


Cell = tuple[str, Value, bool]
"""A label, its share of the mass of an output, and whether it stands for many outputs."""


def _cells(output: Any, ends: Ends) -> Iterator[Cell]:
    """The outputs that one with series stands for."""
    series = _numbers(output, Series)
    for parts in product(*(_parts(one, ends[at, one.step > 0]) for at, one in series.items())):
        share, cell = ONE, output
        for at, (part, mass) in zip(series, parts, strict=True):
            share, cell = share * mass, _with(cell, at, part)
        yield _text(cell), share, bool(_numbers(cell, Tail))


def _parts(series: Series, end: tuple[int, int, Value]) -> list[tuple[Any, Value]]:
    """The numbers of a series up to where its tail begins, and that tail."""
    place, step, ratio = end
    count = (
        max(0, -(-(place - series.start) // step))
        if step > 0
        else max(0, -(-(series.start - place) // -step))
    )
    if count > MOST_CELLS:
        raise TooMany("too many outputs")
    numbers = [(series.start + k * step, (ONE - ratio) * ratio**k) for k in range(count)]
    return [*numbers, (Tail(series.start + count * step, step), ratio**count)]


def _with(output: Any, place: Place, part: Any) -> Any:
    """An output with another member at a place."""
    if not place:
        return part
    return tuple(
        _with(member, place[1:], part) if k == place[0] else member
        for k, member in enumerate(output)
    )


def _spread(masses: Mapping[str, Mass], cells: Mapping[str, Sequence[Cell]]) -> dict[str, Mass]:
    """The masses of the outputs that stand for all."""
    found: dict[str, Value] = {}
    for label, mass in masses.items():
        for cell, share, _ in cells[label]:
            found[cell] = found.get(cell, Value(0)) + Value(mass) * share
    return {label: mass_of(mass) for label, mass in found.items()}
