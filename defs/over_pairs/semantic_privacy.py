"""Semantic privacy of a prior: beliefs would be nearly the same if one record had been left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.value import total
from dpverify.defs.over_pairs.contract import Asked, OverPairs
from dpverify.defs.validate import shown


def _farthest(asked: Asked) -> Value:
    """The largest distance of two posteriors, over outputs and over the record left out.

    Both have the prior; one takes the output for that of the database, the other for that of the
    database with the record absent. An output that is impossible there sets them 1 apart.
    """
    channel = asked.channel
    prior = [asked.prior(x) for x in channel.inputs]
    farthest = Value(0)
    for place in _places(channel.inputs):
        without = [_without(asked, x, place) for x in channel.inputs]
        for o in range(len(channel.outputs)):
            column = [channel.row(i)[o] for i in range(len(channel.inputs))]
            real = _posterior(prior, column)
            if real is None:
                continue  # never seen
            supposed = _posterior(prior, [column[i] for i in without])
            apart = Value(1) if supposed is None else _variation(real, supposed)
            farthest = max(farthest, apart)
    return farthest


def _places(inputs: Sequence[str]) -> range:
    lengths = {len(label) for label in inputs}
    if len(lengths) != 1:
        raise UsageError(
            "semantic-privacy reads an input as one character for each record, and the inputs have"
            f" {min(lengths)} to {max(lengths)}; rename them, such as 00, 01"
        )
    return range(lengths.pop())


def _without(asked: Asked, x: str, place: int) -> int:
    """The position of the database whose record at a place is absent."""
    label = f"{x[:place]}{asked.absent}{x[place + 1 :]}"
    if label not in asked.channel.inputs:
        raise UsageError(
            f"{shown(x)} without its record {place} is {shown(label)}, which is no input; add it,"
            " or correct absent"
        )
    return asked.channel.input_index(label)


def _posterior(prior: Sequence[Value], column: Sequence[Value]) -> list[Value] | None:
    joint = [weight * p for weight, p in zip(prior, column, strict=True)]
    whole = total(joint)
    return None if whole.is_zero else [part / whole for part in joint]


def _variation(p: Sequence[Value], q: Sequence[Value]) -> Value:
    return total([a - b for a, b in zip(p, q, strict=True) if a > b])


SEMANTIC_PRIVACY: Final = OverPairs(
    "semantic-privacy",
    "after every output, beliefs about the database are at most ε in total variation from what they"
    " would be had the output come from the database without one record",
    "Ganta, Kasiviswanathan, Smith 2008, of one prior",
    "absent",
    _farthest,
    has_eps=False,
)
