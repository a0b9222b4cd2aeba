"""Local differential privacy: the channel is applied to each person's own value."""

from __future__ import annotations

from dataclasses import dataclass

from dpverify.defs.notions.pure_dp import PureDP


@dataclass(frozen=True, init=False, eq=False)
class LocalDP(PureDP):
    """Pure DP in which any two inputs are neighbours; the channel's own relation is not used."""

    name = "local-dp"
    all_pairs = True
    statement = "no event is more than e^ε times as likely on one input as on any other input"
    formula = "P(S) ≤ e^ε·Q(S) for every event S and any two inputs"
    source = "Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011, Definition 2.2"
