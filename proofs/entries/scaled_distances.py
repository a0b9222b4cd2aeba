"""Metric privacy counts distances in any unit: what is lost per unit is scaled the other way."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from dpverify.defs.channel import Channel
from dpverify.defs.definitions.metric_dp import MetricDP
from dpverify.defs.numbers import Loss, Number, Value
from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import ANY
from dpverify.proofs.statement import Property, Statement

SOURCE = (
    "A. Pankova, P. Laud, Interpreting ε of Differential Privacy in Terms of Advantage in Guessing"
    " or Approximating Sensitive Attributes, CSF 2022"
)


def _scaled(
    powers: tuple[int, int], objects: Mapping[str, Channel], parameters: Mapping[str, Number]
) -> bool:
    """Whether (ε, d) and (α^s·ε, α^t·d) hold of M alike, s and t the powers; d is |i − j|."""
    eps, alpha = parameters["eps"], parameters["alpha"]
    if not isinstance(eps, Loss) or not isinstance(alpha, Value) or eps.is_infinite:
        return True
    by, channel = alpha.as_fraction(), objects["M"]
    return _private(channel, eps, Fraction(1)) is _private(
        channel, eps * by ** powers[0], by ** powers[1]
    )


def _private(channel: Channel, eps: Number, unit: Fraction) -> bool:
    n = len(channel.inputs)
    line = [[unit * abs(i - j) for j in range(n)] for i in range(n)]
    measured = MetricDP(eps=eps).measured(channel.with_parts(distance=line))
    return bool(measured.value <= eps)


def _scaling(powers: tuple[int, int] = (1, -1), words: str = "(αε)·(d/α)") -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "alpha": "value"},
        hypotheses=(condition("alpha > 0"),),
        conclusion=Property(
            f"M is ε·d-private on a line of inputs exactly if it is {words}-private",
            f"M is ε·d-private ⇔ M is {words}-private",
            holds=partial(_scaled, powers),
        ),
        sizes={"inputs": (2, 4), "outputs": (2, 3)},
    )


ENTRIES = (
    Entry(
        id="guessing.metric.scaling",
        title="ε·d-privacy is (αε)·(d/α)-privacy: distances may be counted in any unit",
        statement=_scaling(),
        source=SOURCE,
        expected="tested",
        notes="Both sides bound the same product at every pair; decided exactly on each instance.",
        mutants=(
            Mutant("loss-alone", "only ε is scaled", _scaling((1, 0), "(αε)·d")),
            Mutant("both-ways", "both are multiplied by α", _scaling((1, 1), "(αε)·(αd)")),
        ),
    ),
)
