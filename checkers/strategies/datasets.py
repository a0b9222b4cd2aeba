"""Strategies for neighbouring data sets that are larger than those a question is about."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from dpverify.defs.programs.datasets import DataSets, Positions

T = TypeVar("T")
FURTHER = 3
"""A larger data set has at most so many records more, or twice as many."""


@st.composite
def neighbouring(draw: st.DrawFn, sets: DataSets) -> tuple[Positions, Positions]:
    """Two neighbours, the second of which is larger than all data sets that are asked about."""
    most = sets.sizes[1]
    record = st.integers(0, len(sets.records) - 1)
    size = st.integers(most + 1, max(2 * most, most + FURTHER))
    drawn = draw(size.flatmap(lambda n: st.lists(record, min_size=n, max_size=n)))
    one = tuple(drawn if sets.ordered else sorted(drawn))
    if sets.keys:
        key = draw(st.sampled_from(sorted({sets.keys[k] for k in one})))
        other = sets.without(one, key)
    else:
        other = draw(st.sampled_from(list(sets.beside(one)) or [one]))
    assume(sets.allows(one) and one != other)
    return other, one


def some(strategy: st.SearchStrategy[T], count: int) -> list[T]:
    """So many examples at most, the same each time."""
    found: list[T] = []

    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(example: T) -> None:
        found.append(example)

    collect()
    return found
