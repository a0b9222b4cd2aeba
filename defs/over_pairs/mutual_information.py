"""Mutual-information privacy of a prior: what the output tells of the input, in nats."""

from __future__ import annotations

from typing import Final

from dpverify.defs.comparisons.expected_loss import ExpectedLoss
from dpverify.defs.numbers import ZERO, Number
from dpverify.defs.numbers.value import total
from dpverify.defs.over_pairs.contract import Asked, OverPairs


def _information(asked: Asked) -> Number:
    """Σ prior · E_P ln(P/mean law): finite, as the mean law has each output that is possible."""
    channel = asked.channel
    drawn = [(asked.prior(x), channel.row(i)) for i, x in enumerate(channel.inputs)]
    likely = [(weight, row) for weight, row in drawn if not weight.is_zero]
    columns = range(len(channel.outputs))
    mean = tuple(total([weight * row[o] for weight, row in likely]) for o in columns)
    information: Number = ZERO
    for weight, row in likely:
        information = information + weight * ExpectedLoss().measure(row, mean, {})
    return information


MUTUAL_INFORMATION: Final = OverPairs(
    "mutual-information-dp",
    "the mutual information of the output and an input that is drawn from the prior is at most ρ",
    "Cuff, Yu 2016, of one prior",
    "prior",
    _information,
    has_eps=False,
)
