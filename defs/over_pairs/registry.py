"""All definitions over pairs by name, and what they say of a channel."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, Final

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.pure_dp import PureDP
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import ZERO, Value, as_eps, as_value
from dpverify.defs.over_pairs.adversarial_privacy import ADVERSARIAL_PRIVACY
from dpverify.defs.over_pairs.average_kl import AVERAGE_KL
from dpverify.defs.over_pairs.bounded_leakage import BOUNDED_LEAKAGE
from dpverify.defs.over_pairs.budgets import of_budgets
from dpverify.defs.over_pairs.contract import DRAWN, Asked, Budgeted, OverPairs, Pair, PairsAnswer
from dpverify.defs.over_pairs.crowd_blending import CROWD_BLENDING
from dpverify.defs.over_pairs.distributional_privacy import DISTRIBUTIONAL_PRIVACY
from dpverify.defs.over_pairs.generalised_dp import GENERALISED_DP
from dpverify.defs.over_pairs.input_discriminative import INPUT_DISCRIMINATIVE
from dpverify.defs.over_pairs.mutual_information import MUTUAL_INFORMATION
from dpverify.defs.over_pairs.negative_membership import NEGATIVE_MEMBERSHIP
from dpverify.defs.over_pairs.personalised_dp import PERSONALISED_DP
from dpverify.defs.over_pairs.positive_membership import POSITIVE_MEMBERSHIP
from dpverify.defs.over_pairs.predictive_dp import PREDICTIVE_DP
from dpverify.defs.over_pairs.random_dp import RANDOM_DP
from dpverify.defs.over_pairs.relaxed_dp import RELAXED_DP
from dpverify.defs.over_pairs.semantic_privacy import SEMANTIC_PRIVACY
from dpverify.defs.over_pairs.tailored_dp import TAILORED_DP
from dpverify.defs.over_pairs.ternary_difference import TERNARY_DIFFERENCE
from dpverify.defs.over_pairs.truncated_cdp import TRUNCATED_CDP
from dpverify.defs.over_pairs.typical_stability import TYPICAL_STABILITY
from dpverify.defs.validate import did_you_mean, shown

OVER_PAIRS: Final[Mapping[str, OverPairs | Budgeted]] = {
    definition.name: definition
    for definition in (
        RANDOM_DP, PREDICTIVE_DP, GENERALISED_DP, DISTRIBUTIONAL_PRIVACY, AVERAGE_KL,
        PERSONALISED_DP, TAILORED_DP, INPUT_DISCRIMINATIVE, MUTUAL_INFORMATION,
        POSITIVE_MEMBERSHIP, NEGATIVE_MEMBERSHIP, ADVERSARIAL_PRIVACY, SEMANTIC_PRIVACY,
        BOUNDED_LEAKAGE, TYPICAL_STABILITY, CROWD_BLENDING, TRUNCATED_CDP, TERNARY_DIFFERENCE,
        RELAXED_DP,
    )
}  # fmt: skip
"""By the names of the atlas."""
TOLD_APART: Final = ("pairs", "prior")
"""What is needed by definitions that look at which pairs are told apart at ε."""


def over_pairs(  # noqa: PLR0913 (by name, and each definition takes two at most)
    name: str,
    channel: Channel,
    *,
    eps: Any = None,
    law: Mapping[Pair, Any] | None = None,
    budgets: Mapping[Any, Any] | None = None,
    target: Collection[str] | None = None,
    absent: str | None = None,
    leaks: Mapping[str, str] | None = None,
    crowd: int | None = None,
    order: Any = None,
    left_out: Any = None,
) -> PairsAnswer:
    """The smallest bound with which a definition over pairs of inputs holds for a channel.

    Args: name such as "random-dp"; channel with a prior where inputs are drawn; eps the loss beyond
        which a pair counts as told apart, where the definition has one; law weights of pairs of
        inputs, of sum 1, where pairs are drawn; budgets the ε of each person, input or pair, where
        it varies; the bound is what has to be added to all of them, and none that is positive;
        target the inputs in which the secret is true, where a definition is about one; absent the
        character that stands for a record that is left out; leaks what each output leaks besides,
        where that is allowed; crowd how many people are to hide one another; order the largest
        order of a divergence that is asked about, above 1; left_out the probability of outputs that
        may be left out.
    Raises: UsageError for an unknown name, or what is missing, superfluous or no law.

    >>> half = [["1/2", "1/2"], ["1/2", "1/2"], [1, 0]]
    >>> rare = Channel(["a", "b", "c"], ["0", "1"], half, prior=["9/20", "9/20", "1/10"])
    >>> over_pairs("generalised-dp", rare, eps=0).value
    Value('1/10')
    >>> over_pairs("positive-membership", rare, target=["c"]).value
    Loss('ln(20/11)')
    """
    if not isinstance(name, str) or name not in OVER_PAIRS:
        hint = did_you_mean(name, OVER_PAIRS) if isinstance(name, str) else ""
        known = ", ".join(OVER_PAIRS)
        raise UsageError(f"there is no definition over pairs {shown(name)}; known: {known}{hint}")
    definition = OVER_PAIRS[name]
    given = {"eps": eps, "law": law, "budgets": budgets, "target": target, "absent": absent,
             "leaks": leaks, "crowd": crowd, "order": order, "left_out": left_out}  # fmt: skip
    _need(definition, channel, {key for key, value in given.items() if value is not None})
    if isinstance(definition, Budgeted):
        return of_budgets(definition, channel, budgets or {})
    weights = {} if law is None else _weights(channel, law)
    apart = (
        {}
        if eps is None or definition.needs not in TOLD_APART or definition is TYPICAL_STABILITY
        else _told_apart(channel, PureDP(eps), weights)
    )
    loss = None if eps is None else as_eps(eps)
    having = frozenset() if target is None else _target(channel, target)
    asked = Asked(
        channel, weights, apart, loss, having, _absent(absent), leaks or {},
        1 if crowd is None else _crowd(crowd), None if order is None else _order(order),
        ZERO if left_out is None else _left_out(left_out),
    )  # fmt: skip
    return PairsAnswer(name, definition.smallest(asked), apart)


_WHAT: Final = {
    "law": ('draws pairs of inputs; give law, as {("a", "b"): "1/2", …}', "draws no pairs"),
    "budgets": ('has budgets of its own; give budgets, as {"a": "1/2", …}', "has one ε for all"),
    "target": ('is about a target; give the inputs that have it, as ["a", …]', "has no target"),
    "absent": ('leaves records out; give the character of one left out, as "0"', "leaves none out"),
    "leaks": ('knows what is leaked; give leaks, as {"y": "a leak", …}', "knows no leaks"),
    "crowd": ("hides people in crowds; give crowd, a number of people", "has no crowds"),
    "order": ("looks at orders up to one; give order, such as 32", "has no largest order"),
    "left_out": ("leaves a probability out; give left_out, such as 1/100", "leaves nothing out"),
}
"""By argument: what is said where it is missing, and where it is superfluous."""


def _need(definition: OverPairs | Budgeted, channel: Channel, given: set[str]) -> None:
    """Refuse what is missing or superfluous, in one line."""
    name = definition.name
    needs = definition.needs if isinstance(definition, OverPairs) else "budgets"
    has_eps = isinstance(definition, OverPairs) and definition.has_eps
    if has_eps != ("eps" in given):
        raise UsageError(f"{name} {'needs eps' if has_eps else 'has no eps; leave it out'}")
    if needs == "prior" and "law" in given:
        raise UsageError(f"{name} draws inputs from the prior of the channel; leave law out")
    wanted = "law" if needs == "pairs" else needs
    for key, (missing, superfluous) in _WHAT.items():
        if (key == wanted) != (key in given):
            said = missing if key == wanted else f"{superfluous}; leave {key} out"
            raise UsageError(f"{name} {said}")
    if needs in DRAWN and channel.prior is None:
        raise UsageError(f"{name} draws inputs, and the channel has no prior; add one")


def _absent(given: str | None) -> str:
    if given is not None and not (isinstance(given, str) and len(given) == 1):
        raise UsageError(f"absent is {shown(given)}, must be one character, such as '0'")
    return given or ""


def _crowd(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise UsageError(f"crowd is {shown(given)}, must be a number of people, 1 or more")
    return given


def _left_out(given: Any) -> Value:
    chance = as_value(given)
    if not 0 <= chance <= 1:
        raise UsageError(f"left_out is {shown(given)}, must be a probability, from 0 to 1")
    return chance


def _order(given: Any) -> Fraction:
    order = as_value(given)
    if not order.is_rational or order <= 1:
        raise UsageError(f"order is {shown(given)}, must be a rational number above 1, such as 32")
    return order.as_fraction()


def _target(channel: Channel, target: Collection[str]) -> frozenset[str]:
    if isinstance(target, str) or not isinstance(target, Collection):
        raise UsageError(f"the target is {shown(target)}, must be a list of inputs")
    for label in target:
        if label not in channel.inputs:
            raise UsageError(f"the input {shown(label)} of the target is none of the channel's")
    return frozenset(target)


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
