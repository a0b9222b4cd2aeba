"""The reduced form of a channel: what is left when no attacker can tell outputs apart."""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.defs.operations import merge_proportional
from dpverify.defs.qif.law import channel_given


def reduced(channel: Channel) -> Channel:
    """The channel with proportional columns summed and columns of zeros left out.

    Two channels leak the same under every prior and every gain function exactly if their reduced
    forms agree up to names and order of the outputs. Neither ε nor δ changes.

    Returns: n × k with k ≤ m, exact; an output has the name of the first one summed into it.
    Source: Alvim et al. 2020, ch. 4 (reduced matrix, abstract channel).

    >>> c = Channel(["a", "b"], ["u", "v", "w"], [["1/4", "1/2", "1/4"], ["1/6", "2/3", "1/6"]])
    >>> reduced(c).outputs
    ('u', 'v')
    """
    merged = merge_proportional(channel_given(channel))
    n = len(merged.inputs)
    kept = [y for y in range(len(merged.outputs)) if any(merged.entry(x, y) for x in range(n))]
    if len(kept) == len(merged.outputs):
        return merged
    return Channel(
        merged.inputs,
        [merged.outputs[y] for y in kept],
        [[merged.entry(x, y) for y in kept] for x in range(n)],
        merged.neighbours,
        distance=merged.distance,
        prior=merged.prior,
        provenance=merged.provenance,
    ).resting_on(merged.assumptions)
