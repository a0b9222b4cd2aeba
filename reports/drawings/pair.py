"""Two rows of a channel and an event, rounded for drawing.

What must never change: nothing here decides anything. Whether a probability is 0 is asked of the
exact number, so that an infinite loss is drawn only where it is infinite.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from dpverify.defs.numbers import Loss, enclosure, parse
from dpverify.reports.escape import elided, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpverify.defs.channel import Channel
    from dpverify.defs.numbers import Number, Value

LARGEST = 700.0
"""e^ε of a larger ε is no float."""


@dataclass(frozen=True)
class Pair:
    """The laws P and Q of two inputs, and an event.

    Args:
        inputs: the labels of the two.
        outputs: all labels.
        p, q: probabilities, in [0, 1]; 0.0 may stand for less than a float can hold.
        losses: ln(p/q) in nats, ±inf where one alone is exactly 0, nan where both are.
        event: the labels in S.
        both: whether the relation holds both orders of the pair.
    """

    inputs: tuple[str, str]
    outputs: tuple[str, ...]
    p: tuple[float, ...]
    q: tuple[float, ...]
    losses: tuple[float, ...]
    event: frozenset[str]
    both: bool = True

    @property
    def names(self) -> tuple[str, str]:
        """The labels of the inputs for a caption: nothing hidden, at most 40 characters."""
        first, second = (elided(visible(label), 40) for label in self.inputs)
        return first, second

    @cached_property
    def inside(self) -> tuple[bool, ...]:
        """For each output whether it is in the event."""
        return tuple(output in self.event for output in self.outputs)

    def delta(self, eps: float) -> float:
        """Σ max(0, p − e^ε q): the smallest δ of this ordered pair."""
        odds = odds_of(eps)
        return math.fsum(max(0.0, p - odds * q) for p, q in zip(self.p, self.q, strict=True))

    def tail(self, eps: float, *, two_sided: bool = False) -> float:
        """P[L > ε], or P[|L| > ε]."""
        return math.fsum(
            p
            for p, loss in zip(self.p, self.losses, strict=True)
            if (abs(loss) if two_sided else loss) > eps
        )


def pair_of(channel: Channel, inputs: tuple[str, str], event: Iterable[str]) -> Pair:
    """Return the laws of two inputs, by labels, and an event."""
    first, second = inputs
    i, j = channel.input_index(first), channel.input_index(second)
    p, q = channel.row(i), channel.row(j)
    near = channel.neighbours
    return Pair(
        (first, second),
        channel.outputs,
        tuple(map(as_float, p)),
        tuple(map(as_float, q)),
        tuple(_loss(a, b) for a, b in zip(p, q, strict=True)),
        frozenset(event),
        near.contains(i, j) and near.contains(j, i),
    )


def odds_of(eps: float) -> float:
    """Return e^ε for drawing; beyond what a float holds, a number that looks the same."""
    return math.exp(min(eps, LARGEST))


def as_float(number: Number) -> float:
    """Return a number rounded for drawing."""
    if isinstance(number, Loss) and number.is_infinite:
        return math.inf
    return float(enclosure(number)[0])


def float_of(exact: str) -> float:
    """Return the number of a text of a document, rounded for drawing."""
    return as_float(parse(exact, allow_infinity=True))


def _loss(p: Value, q: Value) -> float:
    if p == 0:
        return math.nan if q == 0 else -math.inf
    return math.inf if q == 0 else _log(p) - _log(q)


def _log(value: Value) -> float:
    text = enclosure(value)[0]
    near = float(text)
    return math.log(near) if near > 0 else float(Decimal(text).ln())
