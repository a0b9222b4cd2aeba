"""A sequence whose members are computed each time."""

from __future__ import annotations

import pytest

from dpverify.defs.computed import Computed


def test_it_is_a_sequence_and_keeps_nothing() -> None:
    asked: list[int] = []

    def member(place: int) -> int:
        asked.append(place)
        return 10 * place

    found = Computed(4, member)
    assert len(found) == 4
    assert asked == []
    assert [found[0], found[-1], *found[1:3]] == [0, 30, 10, 20]
    assert asked == [0, 3, 1, 2]
    assert [*found] == [0, 10, 20, 30]
    assert [*reversed(found)] == [30, 20, 10, 0]


@pytest.mark.parametrize("place", [4, -5])
def test_beyond_the_end(place: int) -> None:
    with pytest.raises(IndexError):
        Computed(4, float)[place]
