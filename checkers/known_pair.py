"""Asking first about the pair of inputs that violated a claim before."""

from __future__ import annotations

from dataclasses import replace

from dpverify.checkers.decide import check
from dpverify.checkers.gate import confirmed
from dpverify.checkers.subjects import subject_of
from dpverify.checkers.verdict import Fails, Verdict
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import InputError, Undecided
from dpverify.defs.operations import restrict


def fails_on(
    channel: Channel,
    definition: Definition,
    pair: tuple[str, str],
    *,
    source: str | None = None,
    time_limit: float | None = None,
) -> tuple[Fails, Verdict] | None:
    """Whether the claim still fails on this pair of inputs, in either order.

    The channel is as it is now: nothing of the earlier witness is used but its two labels.

    Args:
        channel: n × m.
        definition: the claim.
        pair: two inputs.
        source: where the channel came from, for the result.
        time_limit: seconds; None for no limit.

    Returns:
        The failure, re-checked by the kernel on the whole channel, without the tight value (other
        pairs were not looked at), and the verdict on the pair alone, whose tight value bounds the
        channel's from below. None where the claim holds on the pair, the inputs are gone or no
        neighbours any more, or the question stays open.
    """
    try:
        alone = check(restrict(channel, pair), definition, time_limit=time_limit)
        if not isinstance(alone, Fails):
            return None
        about = subject_of(channel, source)
        more = replace(alone.more, trade_off=())  # that of the pair is not the channel's
        fails = replace(alone, subject=about, tight={}, attained_by=None, checked={}, more=more)
        return confirmed(fails), alone
    except (InputError, Undecided):
        return None
