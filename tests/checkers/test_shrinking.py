"""Shrinking from the choices of what was met: smaller, with the property, and within its budget."""

from __future__ import annotations

from random import Random

from dpverify.checkers.generators import rows
from dpverify.checkers.generators.generator import (
    Draw,
    Recorded,
    booleans,
    composed,
    integers,
    lists,
)
from dpverify.checkers.generators.shrinking import shrunk


def seeded(seed: int = 0) -> Random:
    """Choices by a seed."""
    return Random(seed)  # noqa: S311  a seed, no secret


@composed
def sequences(draw: Draw) -> list[int]:
    """Up to twelve numbers below 100."""
    return [draw(integers(0, 99)) for _ in range(draw(integers(0, 12)))]


def test_what_is_recorded_is_drawn_as_before() -> None:
    """The same from a seed with and without a record; and the record makes it again."""
    for seed in range(20):
        for generator in (rows.matrices(3, 4), lists(booleans(), 5)):
            source = Recorded(seeded(seed))
            drawn = generator.plain(source)
            assert drawn == generator.plain(seeded(seed))
            assert drawn == generator.plain(Recorded(source.record))


def test_the_simplest_choices() -> None:
    """False, the least number and the first; a choice that is too large is the largest."""
    assert booleans().plain(Recorded([])) is False
    assert integers(3, 9).plain(Recorded([])) == 3
    assert integers(3, 9).plain(Recorded([50])) == 9


def test_the_smallest_list_with_a_large_number() -> None:
    """By hand: no six numbers with one ≥ 60 are smaller than five 0 and a 60."""
    numbers = lists(integers(0, 99), 6)
    for seed in range(20):
        source = Recorded(seeded(seed))
        if max(numbers.plain(source)) > 60:
            smallest = shrunk(numbers, source.record, lambda drawn: max(drawn) >= 60, most=500)
            assert smallest is not None
            assert sorted(smallest) == [0, 0, 0, 0, 0, 60]


def test_nothing_without_the_property_and_nothing_beyond_the_budget() -> None:
    """All that is returned has the property; it is asked for at most so many times."""
    source = Recorded(seeded(3))
    drawn = sequences().plain(source)
    total, asked = sum(drawn), []

    def has(numbers: list[int]) -> bool:
        asked.append(numbers)
        return sum(numbers) >= total // 2

    smallest = shrunk(sequences(), source.record, has, most=40)
    assert smallest is not None
    assert total // 2 <= sum(smallest)
    assert len(smallest) < len(drawn)
    assert len(asked) <= 40
    assert shrunk(sequences(), source.record, has, most=0) is None
    assert shrunk(sequences(), source.record, lambda _: False, most=100) is None
