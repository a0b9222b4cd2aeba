"""Privacy at risk where the pair of neighbours is itself drawn from a data distribution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Value, as_value, total
from dpverify.defs.privacy_loss import law as law_of
from dpverify.defs.risk.finite_law import FiniteLaw


def law_of_random_pair(channel: Channel, weights: Mapping[tuple[str, str], Any]) -> FiniteLaw:
    """The law of the loss L(o) = ln(P_x(o)/P_x'(o)) when (x, x') is drawn, and then o from P_x.

    The second reading of privacy at risk: its `confidence` is the joint probability of |L| ≤ ε.
    The first, `privacy-at-risk`, fixes the pair and takes the worst; it implies the second with
    the same risk, and the second says nothing of a pair that is rarely drawn.

    Args:
        channel: the mechanism.
        weights: the probability of each ordered pair (x, x') of input labels; they sum to 1.

    Returns:
        The law, exact, with loss +inf where P_x'(o) = 0 < P_x(o).

    Raises:
        DomainError: weights that are negative or do not sum to 1, or a pair that is not of two
            inputs of the channel that are neighbours.

    Source:
        Dandekar, Basu, Bressan 2021, Definition 3, read with implicit randomness; random
        differential privacy: Hall, Rinaldo, Wasserman 2012.
    """
    places = {label: i for i, label in enumerate(channel.inputs)}
    related = set(channel.neighbours.ordered_pairs(len(channel.inputs)))
    points: list[tuple[Loss, Value]] = []
    read = {pair: as_value(weight) for pair, weight in weights.items()}
    if any(weight.sign() < 0 for weight in read.values()) or total(read.values()) != 1:
        raise DomainError("the weights of the pairs must be at least 0 and sum to 1")
    for (x, y), weight in read.items():
        if x not in places or y not in places or (places[x], places[y]) not in related:
            raise DomainError(f"({x}, {y}) is no pair of neighbours of the channel")
        law = law_of(channel.row(places[x]), channel.row(places[y]))
        points += [(loss, weight * mass) for loss, mass in law if not weight.is_zero]
    return FiniteLaw(points)
