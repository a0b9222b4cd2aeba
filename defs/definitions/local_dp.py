"""Local differential privacy: the channel is applied to each person's own value."""

from __future__ import annotations

from dataclasses import dataclass

from dpverify.defs.definitions.pure_dp import PureDP


@dataclass(frozen=True, init=False, eq=False)
class LocalDP(PureDP):
    """P(S) ≤ e^ε Q(S) for every event S and any two inputs; the channel's relation plays no part.

    Args: eps ≥ 0, finite, in nats, exact.
    Raises: NumberError, DomainError: not an exact number, or outside its range.
    Source: Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011, Definition 2.2.

    >>> from dpverify.defs.channel import Channel
    >>> one_way = Channel(["0", "1"], ["y"], [[1], [1]], [("0", "1")], directed=True)
    >>> len(list(LocalDP.pairs(one_way)))
    2
    """

    name = "local-dp"
    all_pairs = True
    statement = "no event is more than e^ε times as likely on one input as on any other input"
    formula = "P(S) ≤ e^ε·Q(S) for every event S and any two inputs"
    source = "Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011, Definition 2.2"
