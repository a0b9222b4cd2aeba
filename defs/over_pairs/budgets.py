"""What budgets of pairs are worth: how much has to be added to all of them.

What must never change: every ordered pair of neighbours that has a finite budget is compared, and a
pair of neighbours without a budget is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pure_dp import PureDP
from dpverify.defs.divergences.max_divergence import max_divergence
from dpverify.defs.errors import NumberError, UsageError
from dpverify.defs.numbers import Loss, Number, Real, as_eps
from dpverify.defs.over_pairs.contract import Budgeted, Budgets, Pair, PairsAnswer
from dpverify.defs.validate import shown


def of_budgets(definition: Budgeted, channel: Channel, budgets: Mapping[Any, Any]) -> PairsAnswer:
    """The largest loss beyond its budget, over ordered pairs of neighbours; 0 is within budget."""
    read = _read(definition, channel, budgets)
    largest: Number | None = None
    apart: dict[Pair, tuple[str, ...]] = {}
    for i, j in channel.neighbours.ordered_pairs(len(channel.inputs)):
        x, z = channel.inputs[i], channel.inputs[j]
        budget = definition.of_pair(read, x, z)
        if budget is None:
            raise UsageError(
                f"no budget covers the neighbours {x} and {z}; {definition.name} takes them by"
                f" {definition.keys}, and inf where anything may be told"
            )
        if isinstance(budget, Loss) and budget.is_infinite:
            continue
        p, q = channel.row(i), channel.row(j)
        beyond = max_divergence(p, q) - budget
        largest = beyond if largest is None else max(largest, beyond)
        event = PureDP(budget).violation(p, q)
        if event is not None:
            apart[x, z] = tuple(channel.outputs[o] for o in event)
    if largest is None:
        raise UsageError("every budget is inf, and nothing is asked; give a finite one")
    return PairsAnswer(definition.name, largest, apart)


def _read(definition: Budgeted, channel: Channel, budgets: Mapping[Any, Any]) -> Budgets:
    known = list(definition.known(channel))
    read: dict[Any, Loss | Real] = {}
    for key, given in budgets.items():
        if key not in known:
            raise UsageError(
                f"the budget of {shown(key)} is of none of the channel's {definition.keys};"
                f" such as {shown(known[0])}"
            )
        try:
            read[key] = as_eps(given, allow_infinity=True)
        except NumberError as error:
            raise UsageError(f"the budget of {shown(key)}: {error}") from None
        if read[key] < 0:
            raise UsageError(f"the budget of {shown(key)} is {shown(given)}, must be at least 0")
    return read
