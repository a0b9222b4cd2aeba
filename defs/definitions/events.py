"""Events over a small set of outputs, for the forms that quantify over all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from dpverify.defs.logic import B, Logic, T


def subsets(outputs: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All events within the given outputs: by size, then lexicographically."""
    for count in range(len(outputs) + 1):
        yield from combinations(outputs, count)


def events(size: int) -> Iterator[tuple[int, ...]]:
    """All 2^size events over the outputs 0 … size−1."""
    return subsets(range(size))


def probability(terms: Sequence[T], event: Sequence[int], logic: Logic[T, B]) -> T:
    """The probability of an event, as a term."""
    return logic.total(terms[o] for o in event)


def within(p: Sequence[T], q: Sequence[T], event: Sequence[int], odds: T, logic: Logic[T, B]) -> B:
    """P(S) ≤ e^ε Q(S)."""
    bound = logic.times(odds, probability(q, event, logic))
    return logic.le(probability(p, event, logic), bound)
