"""Which prior is meant: the one that is given, the uniform one, or the channel's own."""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, DomainError, UsageError
from dpverify.defs.numbers import Value, as_value, total
from dpverify.defs.prior import prior_of
from dpverify.defs.validate import sequence, shown, shown_number

Law = tuple[Value, ...]


def channel_given(given: object) -> Channel:
    """What was given, if it is a channel; raises UsageError otherwise."""
    if isinstance(given, Channel):
        return given
    raise UsageError(f"{shown(given)} is no channel; give a Channel, or load one with load_channel")


def prior_on(channel: Channel, prior: object = None) -> Law:
    """The prior on a channel's inputs.

    Args:
        channel: n × m.
        prior: n probabilities that sum to exactly 1, in the order of the inputs; "uniform"; or None
            for the channel's own.

    Raises:
        ChannelError: None is given and the channel has no prior, or it is no distribution.
        UsageError: the channel is none.
    """
    channel_given(channel)
    if prior is None:
        if channel.prior is None:
            raise ChannelError(
                "the channel has no prior; give prior='uniform', or one probability per input"
            )
        return channel.prior
    if isinstance(prior, str):
        if prior != "uniform":
            raise ChannelError(
                f"the prior is {shown(prior)}; give 'uniform', or one probability per input"
            )
        return uniform(len(channel.inputs))
    return prior_of(prior, channel.inputs)


def uniform(n: int) -> Law:
    """The uniform distribution on n things."""
    return (Value(1) / n,) * n


def law_of(given: object, what: str) -> Law:
    """A distribution without labels.

    Args: given numbers ≥ 0 that sum to exactly 1; what names it in the message.
    Raises: DomainError for a negative entry or another sum, NumberError for what is no number.
    """
    values = tuple(as_value(cell) for cell in sequence(given, what))
    for position, value in enumerate(values, start=1):
        if value < 0:
            raise DomainError(
                f"entry {position} of {what} is {shown_number(value)}; a probability is at least 0"
            )
    whole = total(values)
    if whole != 1:
        raise DomainError(f"{what} sums to {shown_number(whole)}, must be 1; correct its entries")
    return values
