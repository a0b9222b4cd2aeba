"""All definitions over pairs by name, and what they say of a channel."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any, Final

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pure_dp import PureDP
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Value, as_value
from dpverify.defs.over_pairs.average_kl import AVERAGE_KL
from dpverify.defs.over_pairs.contract import Asked, OverPairs, Pair, PairsAnswer
from dpverify.defs.over_pairs.distributional_privacy import DISTRIBUTIONAL_PRIVACY
from dpverify.defs.over_pairs.generalised_dp import GENERALISED_DP
from dpverify.defs.over_pairs.predictive_dp import PREDICTIVE_DP
from dpverify.defs.over_pairs.random_dp import RANDOM_DP
from dpverify.defs.validate import did_you_mean, shown

OVER_PAIRS: Final[Mapping[str, OverPairs]] = {
    definition.name: definition
    for definition in (
        RANDOM_DP, PREDICTIVE_DP, GENERALISED_DP, DISTRIBUTIONAL_PRIVACY, AVERAGE_KL,
    )
}  # fmt: skip
"""By the names of the atlas."""


def over_pairs(
    name: str, channel: Channel, *, eps: Any = None, law: Mapping[Pair, Any] | None = None
) -> PairsAnswer:
    """The smallest bound with which a definition over pairs of inputs holds for a channel.

    Args: name such as "random-dp"; channel with a prior where inputs are drawn; eps the loss beyond
        which a pair counts as told apart, where the definition has one; law weights of pairs of
        inputs, of sum 1, where pairs are drawn.
    Raises: UsageError for an unknown name, or what is missing, superfluous or no law.

    >>> half = [["1/2", "1/2"], ["1/2", "1/2"], [1, 0]]
    >>> rare = Channel(["a", "b", "c"], ["0", "1"], half, prior=["9/20", "9/20", "1/10"])
    >>> over_pairs("generalised-dp", rare, eps=0).value
    Value('1/10')
    """
    if name not in OVER_PAIRS:
        hint = did_you_mean(name, OVER_PAIRS) if isinstance(name, str) else ""
        known = ", ".join(OVER_PAIRS)
        raise UsageError(f"there is no definition over pairs {shown(name)}; known: {known}{hint}")
    definition = OVER_PAIRS[name]
    _need(name, channel, definition, eps, law)
    weights = {} if law is None else _weights(channel, law)
    apart = {} if eps is None else _told_apart(channel, PureDP(eps), weights)
    asked = Asked(channel, weights, apart)
    return PairsAnswer(name, definition.smallest(asked), apart)


def _need(
    name: str, channel: Channel, definition: OverPairs, eps: Any, law: Mapping[Pair, Any] | None
) -> None:
    """Refuse what is missing or superfluous, in one line."""
    if (eps is None) != (definition is AVERAGE_KL):
        how = "has no eps; leave it out" if eps is not None else "needs eps"
        raise UsageError(f"{name} {how}")
    if definition.needs == "pairs" and law is None:
        raise UsageError(f'{name} draws pairs of inputs; give law, as {{("a", "b"): "1/2", …}}')
    if definition.needs == "prior" and law is not None:
        raise UsageError(f"{name} draws inputs from the prior of the channel; leave law out")
    if definition.needs == "prior" and channel.prior is None:
        raise UsageError(f"{name} draws inputs, and the channel has no prior; add one")


def _weights(channel: Channel, law: Mapping[Pair, Any]) -> dict[Pair, Value]:
    weights = {pair: as_value(weight) for pair, weight in law.items()}
    for pair, weight in weights.items():
        unknown = [label for label in pair if label not in channel.inputs]
        if unknown or weight < 0:
            what = f"input {shown(unknown[0])}" if unknown else f"weight {weight} of {pair}"
            raise UsageError(f"the {what} of the law is none of the channel's; correct it")
    whole = sum(weights.values(), Value(0))
    if whole != 1:
        raise UsageError(f"the weights of the pairs sum to {whole}, must be 1; correct the law")
    return weights


def _told_apart(
    channel: Channel, claim: PureDP, weights: Mapping[Pair, Value]
) -> dict[Pair, tuple[str, ...]]:
    """The ordered pairs that are not within ε, each with an event that shows it."""
    pairs = (
        {order for pair in weights for order in permutations(pair)}
        if weights
        else {order for pair in combinations(channel.inputs, 2) for order in permutations(pair)}
    )
    apart: dict[Pair, tuple[str, ...]] = {}
    for x, z in sorted(pairs):
        p, q = (channel.row(channel.input_index(label)) for label in (x, z))
        event = claim.violation(p, q)
        if event is not None:
            apart[x, z] = tuple(channel.outputs[o] for o in event)
    return apart
