"""What is believed of a target: the laws of the output with it and without it, and their mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.value import total
from dpverify.defs.over_pairs.contract import Asked


@dataclass(frozen=True)
class Belief:
    """Of one output that occurs: how likely the target is before it, and after it."""

    before: Value
    after: Value


def beliefs(asked: Asked) -> Iterator[Belief]:
    """Of each output that occurs. Those of events are means of these, so that none is farther off.

    Raises: UsageError where the target is sure, or sure to be absent, before any output.
    """
    channel = asked.channel
    before = total([asked.prior(x) for x in channel.inputs if x in asked.target])
    if before.is_zero or before == 1:
        raise UsageError(
            f"the target has probability {before} before any output, and nothing can be learnt of"
            " it; give another target or prior"
        )
    for o in range(len(channel.outputs)):
        joint = [asked.prior(x) * channel.row(i)[o] for i, x in enumerate(channel.inputs)]
        whole = total(joint)
        if whole.is_zero:
            continue
        with_it = total(
            [p for p, x in zip(joint, channel.inputs, strict=True) if x in asked.target]
        )
        yield Belief(before, with_it / whole)


def gains(asked: Asked) -> list[Value]:
    """By output, the factor by which the target becomes more likely; less than 1 if less likely."""
    return [belief.after / belief.before for belief in beliefs(asked)]


def gains_of_absence(asked: Asked) -> list[Value]:
    """By output, the factor by which the absence of the target becomes more likely."""
    return [(1 - belief.after) / (1 - belief.before) for belief in beliefs(asked)]
