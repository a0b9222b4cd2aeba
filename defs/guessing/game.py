"""The game of guessing the input: the best guesser's error, and what two laws allow a test.

A test rejects P on a set S of outputs. Its errors are α = P(S), a false alarm, and β = Q(not S), a
miss. The trade-off curve is the smallest β for each α; with randomised tests it is the lower convex
hull of the errors of the sets {Q > t·P} (Neyman, Pearson 1933): finitely many points describe it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError
from dpverify.defs.guessing.attacker import prior_in
from dpverify.defs.numbers import ONE, ZERO, Real, Value, total
from dpverify.defs.privacy_loss import Odds, by_ratio

Point = tuple[Value, Value]


def guess_error(channel: Channel, prior: object = None) -> Value:
    """The error of the best guesser of the input: 1 − Σ_y max_x π(x)·P(y|x).

    Args:
        channel: n × m.
        prior: n probabilities; None for the channel's own.

    Returns:
        Exact, in [0, 1 − 1/n].

    Raises:
        ChannelError: there is no prior.

    Source:
        M. Xu, CS 458/658 Module 6 part 3, University of Waterloo, 2023, for two inputs.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> guess_error(rr, ["1/2", "1/2"])
    Value('1/4')
    """
    law = prior_in(channel, prior)
    rows = range(len(law))
    best = (max(law[x] * channel.entry(x, y) for x in rows) for y in range(len(channel.outputs)))
    return ONE - total(best)


def trade_off(p: Sequence[Value], q: Sequence[Value]) -> tuple[Point, ...]:
    """The corners (α, β) of the trade-off curve of P against Q, from α small to (1, 0).

    Args:
        p: probabilities under P, one per output, sum 1.
        q: probabilities under Q, in the same order, sum 1.

    Returns:
        Exact points, α increasing, β decreasing, convex; the first has α = 0 and rejects what P
        cannot give. Between them the curve is straight.

    Source:
        Dong, Roth, Su 2022, Definition 2.1, for finite sets.

    >>> quarter = Value(1) / 4
    >>> [(str(a), str(b)) for a, b in trade_off([3 * quarter, quarter], [quarter, 3 * quarter])]
    [('0', '1'), ('1/4', '1/4'), ('1', '0')]
    """
    alpha, beta = ZERO, ONE
    points: list[Point] = []
    for ratio, outputs in by_ratio(q, p):
        if ratio is not None and not points:
            points.append((alpha, beta))
        alpha = alpha + total(p[y] for y in outputs)
        beta = beta - total(q[y] for y in outputs)
        points.append((alpha, beta))
    if alpha != 1:  # outputs that Q cannot give: rejecting P there gains nothing
        points.append((ONE, ZERO))
    return tuple(points)


def weighted_error(points: Sequence[Point], weight: Value) -> Value:
    """min over tests of w·α + (1−w)·β: the error of the best guesser, P having probability w.

    Raises: DomainError where w is outside [0, 1].
    """
    if not 0 <= weight <= 1:
        raise DomainError(f"the weight {weight} must lie in [0, 1]")
    return min(weight * alpha + (ONE - weight) * beta for alpha, beta in points)


def delta_of(points: Sequence[Point], odds: Odds) -> Value | Real:
    """δ(ε) of Q against P: max over tests of (1 − β) − e^ε·α.

    The hockey-stick divergence max_S Q(S) − e^ε·P(S); with the curve of Q against P that of P.

    Args:
        points: from `trade_off`.
        odds: e^ε ≥ 1.
    """
    delta: Value | Real = ZERO
    for alpha, beta in points:
        here = (ONE - beta) - odds * alpha
        delta = max(delta, here)
    return delta


def total_variation_of(points: Sequence[Point]) -> Value:
    """TV = max over tests of 1 − α − β, which is δ(0)."""
    return max(ONE - alpha - beta for alpha, beta in points)
