"""A sequence whose members are computed when they are looked at, and not kept.

For what is written out once: of a hundred thousand members one is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Computed(Sequence[T_co]):
    """So many members; each is what a function makes of its place.

    >>> squares = Computed(4, lambda place: place * place)
    >>> squares[-1], squares[1:3], list(squares)
    (9, [1, 4], [0, 1, 4, 9])
    """

    def __init__(self, count: int, member: Callable[[int], T_co]) -> None:
        self._places, self._member = range(count), member

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, place: Any) -> Any:
        found = self._places[place]  # an IndexError beyond the end, which ends an iteration
        return [*map(self._member, found)] if isinstance(found, range) else self._member(found)
