"""A prior: one probability per input of a channel."""

from __future__ import annotations

from collections.abc import Sequence

from dpverify.defs.errors import ChannelError, NumberError
from dpverify.defs.numbers import Value, as_value
from dpverify.defs.numbers.value import total
from dpverify.defs.validate import sequence, shown, shown_number


def prior_of(given: object, inputs: Sequence[str]) -> tuple[Value, ...]:
    """Read a prior.

    Args: given n numbers ≥ 0 in the order of inputs that sum to exactly 1; inputs n labels.
    Raises: ChannelError naming the input of the first fault, or the sum.
    """
    cells = sequence(given, "prior")
    if len(cells) != len(inputs):
        raise ChannelError(
            f"prior has {len(cells)} entries for {len(inputs)} inputs; give one per input, in the"
            " order of 'inputs'"
        )
    values = tuple(_probability(cell, label) for cell, label in zip(cells, inputs, strict=True))
    whole = total(values)
    if whole != 1:
        raise ChannelError(f"prior sums to {shown_number(whole)}, must be 1; correct its entries")
    return values


def _probability(cell: object, label: str) -> Value:
    try:
        value = as_value(cell)
    except NumberError as error:
        raise ChannelError(f"prior of {shown(label)}: {error}") from None
    if value < 0:
        raise ChannelError(
            f"prior of {shown(label)} is {shown_number(value)}; a probability is at least 0,"
            " correct the entry"
        )
    return value
