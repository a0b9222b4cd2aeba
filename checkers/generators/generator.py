"""What can be drawn in two ways: plainly from a random generator, or by hypothesis, which shrinks.

Both make the same choices in the same order. Drawn plainly, an instance takes a fifth of the time;
hypothesis is imported only where it draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Concatenate, Generic, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class Draw(Protocol):
    """Draws one of what a generator generates."""

    def __call__(self, generator: Generator[T], /) -> T:
        """Something that was generated."""


@dataclass(frozen=True)
class Generator(Generic[T_co]):
    """Generates things.

    Args: plain draws one; made makes the strategy of hypothesis, where that is asked for.
    """

    plain: Callable[[Random], T_co]
    made: Callable[[], SearchStrategy[T_co]]

    @cached_property
    def strategy(self) -> SearchStrategy[T_co]:
        """The same for hypothesis. It is validated once, which takes longer than to draw."""
        return self.made()

    def map(self, function: Callable[[T_co], U]) -> Generator[U]:
        """What a function makes of what is generated."""
        return Generator(
            lambda random: function(self.plain(random)), lambda: self.strategy.map(function)
        )


def integers(low: int, high: int) -> Generator[int]:
    """Integers in [low, high]; they shrink towards low, which is at least 0."""

    def made() -> SearchStrategy[int]:
        from hypothesis import strategies

        return strategies.integers(low, high)

    count = high - low + 1
    return Generator(lambda random: low + _below(count, random), made)


def booleans() -> Generator[bool]:
    """False, towards which they shrink, and true."""

    def made() -> SearchStrategy[bool]:
        from hypothesis import strategies

        return strategies.booleans()

    return Generator(_truth, made)


def elements(choices: Sequence[T]) -> Generator[T]:
    """One of the choices; they shrink towards the first."""

    def made() -> SearchStrategy[T]:
        from hypothesis import strategies

        return strategies.sampled_from(choices)

    return Generator(lambda random: choices[_below(len(choices), random)], made)


def either(*generators: Generator[T]) -> Generator[T]:
    """What one of some generators generates; it shrinks towards the first."""

    def made() -> SearchStrategy[T]:
        from hypothesis import strategies

        return strategies.one_of(*(generator.strategy for generator in generators))

    return Generator(lambda random: generators[_below(len(generators), random)].plain(random), made)


def lists(generator: Generator[T], size: int) -> Generator[list[T]]:
    """Lists of that many."""

    def made() -> SearchStrategy[list[T]]:
        from hypothesis import strategies

        return strategies.lists(generator.strategy, min_size=size, max_size=size)

    return Generator(lambda random: [generator.plain(random) for _ in range(size)], made)


def composed(function: Callable[Concatenate[Draw, P], T]) -> Callable[P, Generator[T]]:
    """The function from the further arguments to what `function` makes of what it draws."""

    def generator(*args: P.args, **kwargs: P.kwargs) -> Generator[T]:
        def plain(random: Random) -> T:
            return function(_Plain(random), *args, **kwargs)

        def made() -> SearchStrategy[T]:
            from hypothesis import strategies

            @strategies.composite
            def drawn(draw: strategies.DrawFn) -> T:
                return function(lambda one: draw(one.strategy), *args, **kwargs)

            return drawn()

        return Generator(plain, made)

    return generator


class Recorded(Random):
    """A source that keeps in `record` what is chosen; the simplest choices are zeros.

    Args: given the first choices, zeros where there are no more; or a source to choose by.
    """

    def __init__(self, given: Sequence[int] | Random) -> None:
        super().__init__(0)  # of its own it chooses nothing
        self.record: list[int] = []
        self._source = given if isinstance(given, Random) else None
        self._given = () if isinstance(given, Random) else given

    def choose(self, count: int) -> int:
        """A number below `count`."""
        choice = self._next(count) if self._source is None else _below(count, self._source)
        self.record.append(choice)
        return choice

    def truth(self) -> bool:
        """False, which is simpler, or true."""
        choice = bool(self._next(2)) if self._source is None else _truth(self._source)
        self.record.append(choice)
        return choice

    def _next(self, count: int) -> int:
        place = len(self.record)
        return min(self._given[place], count - 1) if place < len(self._given) else 0


def _below(count: int, random: Random) -> int:
    if type(random) is Recorded:
        return random.choose(count)
    return int(random.random() * count)


def _truth(random: Random) -> bool:
    return random.truth() if type(random) is Recorded else random.random() < 0.5


class _Plain:
    """Draws plainly."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def __call__(self, generator: Generator[T], /) -> T:
        return generator.plain(self._random)
