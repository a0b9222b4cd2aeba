"""Personalised DP: each person has a budget, which holds where that person's record differs."""

from __future__ import annotations

from typing import Final

from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Loss, Real
from dpverify.defs.over_pairs.contract import Budgeted, Budgets


def _differing(x: str, z: str) -> list[int]:
    return [k for k, (a, b) in enumerate(zip(x, z, strict=True)) if a != b]


def _places(channel: Channel) -> range:
    """The places of records; each neighbour differs in one of them."""
    lengths = {len(label) for label in channel.inputs}
    if len(lengths) != 1:
        raise UsageError(
            "personalised-dp reads an input as one character for each person, and the inputs have"
            f" {min(lengths)} to {max(lengths)}; rename them, such as 00, 01"
        )
    for i, j in channel.neighbours.ordered_pairs(len(channel.inputs)):
        x, z = channel.inputs[i], channel.inputs[j]
        if len(_differing(x, z)) != 1:
            raise UsageError(
                f"personalised-dp compares inputs that differ in one person's record, and the"
                f" neighbours {x} and {z} differ in {len(_differing(x, z))}; give other neighbours"
            )
    return range(lengths.pop())


def _of_person(budgets: Budgets, x: str, z: str) -> Loss | Real | None:
    return budgets.get(_differing(x, z)[0])


PERSONALISED_DP: Final = Budgeted(
    "personalised-dp",
    "the laws on two inputs that differ in one person's record are ε-indistinguishable for the ε of"
    " that person",
    "Jorgensen, Yu, Cormode 2015",
    "places of records, from 0",
    _places,
    _of_person,
)
