"""Min-entropy leakage, and how large it can be over all priors.

Source: Smith 2009, *On the foundations of quantitative information flow*; Braun, Chatzikokolakis,
Palamidessi 2009, *Quantitative definitions of leakage for one-try attacks* (capacity); Alvim et al.
2020, ch. 5 and 7. They count in bits; here it is nats, as everywhere.
"""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Loss, Value, total
from dpverify.defs.privacy_loss import log
from dpverify.defs.qif.law import channel_given, prior_on
from dpverify.defs.qif.vulnerability import posterior_bayes_vulnerability


def min_entropy_leakage(channel: Channel, prior: object = None) -> Loss:
    """By how much an output raises the logarithm of the chance to guess: ln(V[π▷C]/V(π)).

    Args:
        channel: n × m.
        prior: n probabilities, "uniform", or None for the channel's own.

    Returns:
        In nats, at least 0, exact.

    Raises:
        ChannelError: no prior, or no distribution on the inputs.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> min_entropy_leakage(rr, "uniform")
    Loss('ln(3/2)')
    """
    law = prior_on(channel, prior)
    return log(posterior_bayes_vulnerability(channel, law) / max(law))


def bayes_capacity(channel: Channel) -> Value:
    """The largest factor by which an output raises the chance to guess: Σ_y max_x C(y|x).

    Attained by the uniform prior, and no prior and gain function with gains ≥ 0 do better.

    Args: channel n × m.
    Returns: in [1, min(n, m)], exact.
    Source: Alvim et al. 2020, ch. 7 (multiplicative Bayes capacity).
    """
    return total(max(column) for column in _columns(channel_given(channel)))


def min_capacity(channel: Channel) -> Loss:
    """The largest min-entropy leakage over all priors: ln Σ_y max_x C(y|x).

    Args: channel n × m.
    Returns: in nats, in [0, ln min(n, m)], exact.
    Source: Alvim et al. 2020, ch. 7 (multiplicative Bayes capacity, its logarithm).
    """
    return log(bayes_capacity(channel))


def _columns(channel: Channel) -> list[tuple[Value, ...]]:
    """The columns of the matrix, one per output."""
    return list(zip(*(channel.row(x) for x in range(len(channel.inputs))), strict=True))
