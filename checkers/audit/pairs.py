"""Inputs and pairs of them that an audit compares: listed, data sets, or drawn by a strategy."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dpverify.defs.errors import EmptyQuestion, UsageError
from dpverify.defs.programs.datasets import DataSets
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

MOST_PAIRS: Final = 1000
DRAWN: Final = 20
"""Pairs that are drawn by a strategy."""
Pairs = tuple[tuple[int, int], ...]


def inputs_and_pairs(
    inputs: Any, neighbours: Iterable[tuple[Any, Any]] | None, seed: int
) -> tuple[tuple[Any, ...], tuple[str, ...], Pairs]:
    """The inputs with their texts, and ordered pairs of their places.

    Args: inputs a list, data sets with their own neighbours, or a strategy of hypothesis that draws
        pairs; neighbours pairs of listed inputs, None for all; seed of what a strategy draws.
    Raises: UsageError, EmptyQuestion for what gives no pair, or too many.
    """
    drawn = hasattr(inputs, "example") and hasattr(inputs, "filter")
    if isinstance(inputs, DataSets):
        _alone(neighbours, "data sets have neighbours of their own")
        listed = tuple(inputs)
        pairs = tuple(pair for one in inputs.pairs for pair in (one, one[::-1]))
    elif drawn:
        _alone(neighbours, "a strategy draws pairs")
        listed, pairs = _drawn(inputs, seed)
    else:
        listed = tuple(inputs)
        pairs = _of_list(listed, neighbours)
    if len(listed) < 2:
        raise EmptyQuestion("an audit compares two inputs at least; give more of them")
    labels = tuple(_label(one) for one in listed)
    if drawn:
        labels = _apart(labels)
    if len(set(labels)) != len(labels):
        raise UsageError("an input stands twice; leave one out")
    if not 0 < len(pairs) <= MOST_PAIRS:
        raise UsageError(
            f"{len(pairs)} ordered pairs are to be compared; give from 1 to {MOST_PAIRS} of them"
            " by neighbours"
        )
    return listed, labels, pairs


def _alone(neighbours: object, why: str) -> None:
    if neighbours is not None:
        raise UsageError(f"neighbours is {shown(neighbours)}, but {why}; leave it out")


def _label(given_input: Any) -> str:
    text = str(given_input)
    return text if len(text) <= 200 else f"{text[:160]}… ({len(text)} characters)"


def _apart(labels: tuple[str, ...]) -> tuple[str, ...]:
    """The same texts, numbered where two inputs have one: of long inputs not all is shown."""
    numbers = [labels[:i].count(label) for i, label in enumerate(labels)]
    return tuple(
        f"{label} ({number + 1})" if number else label
        for label, number in zip(labels, numbers, strict=True)
    )


def _of_list(inputs: tuple[Any, ...], neighbours: Iterable[tuple[Any, Any]] | None) -> Pairs:
    if neighbours is None:
        return tuple(itertools.permutations(range(len(inputs)), 2))
    found: dict[tuple[int, int], None] = {}
    for pair in neighbours:
        try:
            first, second = (_place(inputs, one) for one in pair)
        except (ValueError, TypeError):
            raise UsageError(
                f"neighbours: {shown(pair)} is no pair of the inputs; give two of them"
            ) from None
        found |= {(first, second): None, (second, first): None}
    return tuple(found)


def _place(inputs: tuple[Any, ...], one: Any) -> int:
    """Where an input is: this very one, else one of its type, else one that is equal.

    Raises: ValueError where it is none of them.
    """
    for place, other in enumerate(inputs):
        if other is one:
            return place
    for place, other in enumerate(inputs):
        if type(other) is type(one) and other == one:
            return place
    return inputs.index(one)


def _content(one: Any) -> Hashable | None:
    """All that an input is, so that those alike are equal; None where that is not known.

    Its text would not do, which leaves out the middle of what is long: what stands for another
    input is no neighbour of its neighbours. An input of which it is None is like no other one.
    """
    kind = type(one)
    if kind in (bool, int, float, complex, str, bytes, Fraction, type(None)):
        return kind, repr(one)
    if kind is np.ndarray and not one.dtype.hasobject:
        return kind, one.dtype.str, one.shape, one.tobytes()
    if kind is dict:
        parts = [_content(part) for item in one.items() for part in item]
    elif kind in (list, tuple):
        parts = [_content(part) for part in one]
    else:
        return None
    return None if None in parts else (kind, *parts)


def _drawn(strategy: SearchStrategy[Any], seed: int) -> tuple[tuple[Any, ...], Pairs]:
    """Some pairs that a strategy draws, the same for the same seed, each input once.

    They do not depend on any sample: the risk is that of a list of them.
    """
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    places: dict[Hashable, int] = {}
    inputs: list[Any] = []
    pairs: dict[tuple[int, int], None] = {}

    def place(one: Any) -> int:
        key = _content(one)
        if key is None:
            key = len(inputs)
        if key not in places:
            places[key] = len(inputs)
            inputs.append(one)
        return places[key]

    @seeded(seed)
    @settings(
        max_examples=DRAWN, database=None, phases=[Phase.generate], deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(strategy)
    def collect(pair: Any) -> None:
        try:
            first, second = pair
        except (TypeError, ValueError):
            raise UsageError(
                f"the strategy drew {shown(pair)}; let it draw pairs of inputs, such as"
                " tuples(integers(), integers())"
            ) from None
        here, there = place(first), place(second)
        if here != there:
            pairs.update({(here, there): None, (there, here): None})

    collect()
    return tuple(inputs), tuple(pairs)
