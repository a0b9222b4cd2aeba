"""Smaller things that a generator makes, from one that was drawn plainly.

What is drawn follows from a list of choices. Lists that are shorter, or have smaller numbers, are
tried in their order, as hypothesis does (MacIver, Donaldson 2020, Test-case reduction via test-case
generation); unlike it, this starts where something rare was met, and need not meet it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from dpverify.checkers.generators.generator import Generator, Recorded

T = TypeVar("T")
BLOCKS = (8, 4, 2, 1)
"""How many choices in a row are left out, or made the simplest, at once."""


class _DoneError(Exception):
    """As many things were tried as may be."""


class _Shrinking(Generic[T]):
    """The smallest thing so far that has the property, and the choices that make it."""

    def __init__(
        self, generator: Generator[T], choices: Sequence[int], has: Callable[[T], bool], most: int
    ) -> None:
        self._generator, self._has, self._left = generator, has, most
        self.choices = tuple(choices)
        self.smallest: T | None = None
        self._tried: set[tuple[int, ...]] = set()

    def accepts(self, choices: Sequence[int]) -> bool:
        """Whether these choices lead to something smaller with the property, which is kept then.

        Raises: _DoneError where nothing more may be tried.
        """
        source = Recorded(choices)
        thing = self._generator.plain(source)
        made = tuple(source.record)
        if _size(made) >= _size(self.choices) or made in self._tried:
            return False
        if self._left == 0:
            raise _DoneError
        self._left -= 1
        self._tried.add(made)
        if not self._has(thing):
            return False
        self.choices, self.smallest = made, thing
        return True

    def lower(self, place: int) -> None:
        """Lower the choice at a place: to the least number that a bisection comes to."""
        low, high = -1, self.choices[place]
        while high - low > 1:
            middle = (low + high) // 2
            if not self.accepts(_with(self.choices, place, middle)):
                low = middle
            elif place >= len(self.choices):
                return
            else:
                high = self.choices[place]


def shrunk(
    generator: Generator[T], choices: Sequence[int], has: Callable[[T], bool], *, most: int
) -> T | None:
    """The smallest thing with a property that is come to; None where none is smaller.

    Args: generator makes things; choices those of a thing that has the property; has whether a
        thing has it, at most `most` times asked.
    """
    state = _Shrinking(generator, choices, has, most)
    before: tuple[int, ...] | None = None
    try:
        while before != state.choices:
            before = state.choices
            for size in BLOCKS:
                _in_blocks(state, size)
            for place in range(len(state.choices)):
                if place < len(state.choices) and state.choices[place]:
                    state.lower(place)
    except _DoneError:
        pass
    return state.smallest


def _in_blocks(state: _Shrinking[T], size: int) -> None:
    """Leave blocks of that many choices out, or make them the simplest."""
    end = len(state.choices)
    while end > 0:
        start = max(0, end - size)
        if not any(map(state.accepts, _without(state.choices, start, end))):
            end = start
        end = min(end, len(state.choices))


def _without(choices: tuple[int, ...], start: int, end: int) -> Iterator[tuple[int, ...]]:
    yield choices[:start] + choices[end:]
    yield choices[:start] + (0,) * (end - start) + choices[end:]


def _with(choices: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*choices[:place], number, *choices[place + 1 :])


def _size(choices: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(choices), choices
