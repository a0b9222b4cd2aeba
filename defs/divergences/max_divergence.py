"""Max divergence: the largest privacy loss of an output.

D_∞(P‖Q) = max over o with P(o) > 0 of ln(P(o)/Q(o)); the smallest ε with P(S) ≤ e^ε Q(S) for all
events S.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpverify.defs.numbers import Loss, Value
from dpverify.defs.privacy_loss import loss


def max_divergence(p: Sequence[Value], q: Sequence[Value]) -> Loss:
    """The max divergence of P from Q.

    max_o ln(P(o)/Q(o)).

    Args:
        p: probabilities under P, sum 1.
        q: probabilities under Q, in the same order, sum 1.

    Returns:
        ε ≥ 0 in nats, exact; inf where some Q(o) = 0 < P(o).

    Source:
        Dwork, Roth 2014, Definition 3.6.

    >>> half, third = Value(1) / 2, Value(1) / 3
    >>> str(max_divergence([half, half], [third, 2 * third]))
    'ln(3/2)'
    """
    o = worst_output(p, q)
    return loss(p[o], q[o])


def worst_output(p: Sequence[Value], q: Sequence[Value]) -> int:
    """The first output at which the privacy loss is largest.

    Ratios are compared as p·q' > p'·q; an output of probability 0 under P is never chosen.
    """
    best: int | None = None
    for o in range(len(p)):
        if p[o].is_zero:
            continue
        if best is None or (not q[best].is_zero and p[o] * q[best] > p[best] * q[o]):
            best = o
    if best is None:
        raise ValueError("P has no output of positive probability")
    return best
