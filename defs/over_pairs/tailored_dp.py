"""Tailored DP: the budget depends on the data and on whose record is compared with its absence."""

from __future__ import annotations

from typing import Final

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Loss, Real
from dpverify.defs.over_pairs.contract import Budgeted, Budgets, Pair


def _pairs(channel: Channel) -> list[Pair]:
    near = channel.neighbours.ordered_pairs(len(channel.inputs))
    both = [(channel.inputs[i], channel.inputs[j]) for i, j in near]
    return [*both, *((z, x) for x, z in both)]


def _either_order(budgets: Budgets, x: str, z: str) -> Loss | Real | None:
    """A pair that is given in both orders has the smaller budget: each of them is asked."""
    return min((budgets[pair] for pair in ((x, z), (z, x)) if pair in budgets), default=None)


TAILORED_DP: Final = Budgeted(
    "tailored-dp",
    "the laws on data with a record and without it are ε-indistinguishable for the ε of that record"
    " in that data",
    "Lui, Pass 2015",
    "pairs of neighbours",
    _pairs,
    _either_order,
)
