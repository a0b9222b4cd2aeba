"""g-vulnerability: the expected gain of an attacker who may choose among guesses.

A gain matrix G has one row per guess w and one column per input x: G(w, x) is what w is worth if
the input is x. Source: Alvim, Chatzikokolakis, Palamidessi, Smith 2012, *Measuring information
leakage using generalized gain functions*; Alvim et al. 2020, ch. 3 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value, as_value, total
from dpverify.defs.qif.hyper import joint_columns
from dpverify.defs.qif.law import Law, law_of, prior_on
from dpverify.defs.validate import sequence

Gain = tuple[Law, ...]
"""Rows of exact numbers of any sign, one per guess."""


def gain_of(given: object, inputs: int) -> Gain:
    """Read a gain matrix.

    Args: given k ≥ 1 rows of as many exact numbers as there are inputs, in their order.
    Raises: DomainError for another shape, NumberError for what is no exact number.
    """
    rows = tuple(
        tuple(as_value(cell) for cell in sequence(row, f"row {number} of the gain matrix"))
        for number, row in enumerate(sequence(given, "the gain matrix"), start=1)
    )
    if not rows:
        raise DomainError("the gain matrix has no row; give at least one guess")
    for number, row in enumerate(rows, start=1):
        if len(row) != inputs:
            raise DomainError(
                f"row {number} of the gain matrix has {len(row)} entries for {inputs} inputs; give"
                " one per input, in their order"
            )
    return rows


def g_vulnerability(prior: object, gain: object) -> Value:
    """The expected gain of the best guess: max_w Σ_x π(x)·G(w, x).

    Args: prior n probabilities that sum to exactly 1; gain k × n, exact numbers.
    Returns: exact.

    >>> g_vulnerability(["1/2", "1/2"], [[1, 0], [0, 1], ["2/3", "2/3"]])
    Value('2/3')
    """
    law = law_of(prior, "the prior")
    return best_gain(law, gain_of(gain, len(law)))


def posterior_g_vulnerability(channel: Channel, gain: object, prior: object = None) -> Value:
    """The expected gain when the guess is chosen after seeing the output.

    V_g[π▷C] = Σ_y max_w Σ_x π(x)·C(y|x)·G(w, x).

    Args:
        channel: n × m.
        gain: k × n, exact numbers.
        prior: n probabilities, "uniform", or None for the channel's own.

    Returns:
        At least the g-vulnerability of the prior, exact.

    Raises:
        ChannelError, DomainError: no prior, no distribution, or a gain matrix of another shape.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> posterior_g_vulnerability(rr, [[1, 0], [0, 1], ["2/3", "2/3"]], "uniform")
    Value('3/4')
    """
    law, rows = prior_on(channel, prior), gain_of(gain, len(channel.inputs))
    return total(best_gain(joint, rows) for joint in joint_columns(channel, law))


def best_gain(weights: Sequence[Value], gain: Gain) -> Value:
    """max_w Σ_x weights(x)·G(w, x), for weights that need not sum to 1."""
    return max(total(a * b for a, b in zip(weights, row, strict=True)) for row in gain)
