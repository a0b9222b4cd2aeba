"""The privacy loss L(o) = ln(P(o)/Q(o)) of two laws on the same finite set of outputs.

Conventions that must never change: an output with P(o) = Q(o) = 0 does not occur and contributes
nothing; Q(o) = 0 < P(o) has loss +inf; P(o) = 0 < Q(o) has loss −inf, which P never sees.
Comparisons are written p > odds·q with odds = e^ε, so that zero needs no special case.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import INFINITY, Loss, Real, Value, exceeds, exp, ln, total

Odds = Value | Real
Group = tuple[Value | None, tuple[int, ...]]


def loss(p: Value, q: Value) -> Loss:
    """The privacy loss of one outcome.

    ln(p/q).

    Args:
        p: its probability under P.
        q: its probability under Q.

    Returns:
        A loss in nats, exact, ±inf where one of the two is 0.

    Raises:
        DomainError: both are 0, so the outcome does not occur.

    Source:
        Dwork, Roth 2014, section 2.3.1.

    >>> str(loss(Value(3) / 4, Value(1) / 4))
    'ln(3)'
    """
    if q.is_zero:
        if p.is_zero:
            raise DomainError("an outcome of probability 0 under both laws has no privacy loss")
        return INFINITY
    return -INFINITY if p.is_zero else log(p / q)


def law(p: Sequence[Value], q: Sequence[Value]) -> tuple[tuple[Loss, Value], ...]:
    """The law of the privacy loss L(o) for o drawn from P.

    Args:
        p: probabilities under P, one per output.
        q: probabilities under Q, in the same order.

    Returns:
        Pairs (loss in nats, its probability under P > 0), losses distinct and increasing; exact.
    """
    groups = [(ratio, total(p[o] for o in event)) for ratio, event in by_ratio(p, q)]
    return tuple((_log_or_inf(ratio), mass) for ratio, mass in reversed(groups))


def by_ratio(p: Sequence[Value], q: Sequence[Value]) -> list[Group]:
    """The outputs with P(o) > 0, grouped by P(o)/Q(o).

    Returns:
        Pairs (ratio, outputs in order), ratios distinct and decreasing; None stands for infinity.
    """
    infinite = tuple(o for o in range(len(p)) if q[o].is_zero and not p[o].is_zero)
    finite = [o for o in range(len(p)) if not p[o].is_zero and not q[o].is_zero]
    groups: list[Group] = [(None, infinite)] if infinite else []
    return groups + grouped({o: p[o] / q[o] for o in finite})


def by_absolute_ratio(p: Sequence[Value], q: Sequence[Value]) -> list[Group]:
    """The outputs with P(o) > 0, grouped by max(P(o)/Q(o), Q(o)/P(o)), decreasing."""
    groups = [(ratio, event) for ratio, event in by_ratio(p, q) if ratio is None]
    ratios = {o: r if r >= 1 else 1 / r for r, event in by_ratio(p, q) if r for o in event}
    return [*groups, *grouped(ratios)]


def grouped(ratios: dict[int, Value]) -> list[Group]:
    """Outputs collected by equal ratio, ratios decreasing, outputs increasing."""
    order = sorted(ratios, key=ratios.__getitem__, reverse=True)
    groups: list[tuple[Value, list[int]]] = []
    for o in order:
        if groups and groups[-1][0] == ratios[o]:
            groups[-1][1].append(o)
        else:
            groups.append((ratios[o], [o]))
    return [(ratio, tuple(sorted(event))) for ratio, event in groups]


def tail_event(p: Sequence[Value], q: Sequence[Value], odds: Odds) -> tuple[int, ...]:
    """The outputs whose loss exceeds ε: {o : P(o) > e^ε Q(o)}, indices increasing.

    Args:
        p: probabilities under P.
        q: probabilities under Q, in the same order.
        odds: e^ε ≥ 1.

    Raises:
        Undecided: odds is known only by an enclosure that does not separate.
    """
    if isinstance(odds, Value):
        return tuple(o for o in range(len(p)) if exceeds(p[o], odds, q[o]))
    return tuple(o for o in range(len(p)) if p[o] > odds * q[o])


def absolute_tail_event(p: Sequence[Value], q: Sequence[Value], odds: Odds) -> tuple[int, ...]:
    """The outputs that P can give and whose loss exceeds ε in absolute value."""
    return tuple(
        o for o in range(len(p)) if not p[o].is_zero and (p[o] > odds * q[o] or q[o] > odds * p[o])
    )


def odds_of(eps: Loss | Real) -> Odds:
    """e^ε of a finite ε."""
    return eps.odds() if isinstance(eps, Loss) else exp(eps)


def attaining_event(p: Sequence[Value], q: Sequence[Value], eps: Loss | Real) -> tuple[int, ...]:
    """The outputs with P(o) > 0 whose loss is at least ε; with ε = inf, {Q = 0 < P}.

    The event that shows a tight ε to be tight: for every ε' < ε its losses exceed ε', which the
    smaller {P > e^ε Q} need not show.
    """
    possible = [o for o in range(len(p)) if not p[o].is_zero]
    if isinstance(eps, Loss) and eps.is_infinite:
        return tuple(o for o in possible if q[o].is_zero)
    odds = odds_of(eps)
    return tuple(o for o in possible if p[o] >= odds * q[o])


def absolute_attaining_event(
    p: Sequence[Value], q: Sequence[Value], eps: Loss | Real
) -> tuple[int, ...]:
    """The outputs with P(o) > 0 whose absolute loss is at least ε."""
    possible = [o for o in range(len(p)) if not p[o].is_zero]
    if isinstance(eps, Loss) and eps.is_infinite:
        return tuple(o for o in possible if q[o].is_zero)
    odds = odds_of(eps)
    return tuple(o for o in possible if p[o] >= odds * q[o] or q[o] >= odds * p[o])


def mass(p: Sequence[Value], event: Sequence[int]) -> Value:
    """P(S), exact."""
    return total(p[o] for o in event)


def smallest_tail_eps(groups: Sequence[Group], p: Sequence[Value], bound: Odds) -> Loss | Real:
    """The smallest ε ≥ 0 with P[loss > ε] ≤ bound; the infimum is attained.

    P[L > ε] is a right-continuous step function of ε, so its level sets are closed on the left.

    Args:
        groups: from `by_ratio` (loss) or `by_absolute_ratio` (absolute loss).
        p: probabilities under P.
        bound: in [0, 1].

    Returns:
        ε in nats, exact; inf where outputs of infinite loss weigh more than the bound.
    """
    seen = Value(0)
    for ratio, event in groups:
        if ratio is not None and ratio <= 1:
            break
        seen = seen + mass(p, event)
        if seen > bound:
            return _log_or_inf(ratio)
    return Loss(0)


def log(ratio: Value) -> Loss:
    """ln of a positive value, as a loss."""
    result = ln(ratio)
    if isinstance(result, Real):
        raise TypeError("ln of a value is a loss")
    return result


def _log_or_inf(ratio: Value | None) -> Loss:
    return INFINITY if ratio is None else log(ratio)
