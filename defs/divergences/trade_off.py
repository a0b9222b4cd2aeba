"""The trade-off function of two laws with the tests that attain its corners.

A test of P against Q rejects P on an event S; its errors are α = P(S) and β = 1 − Q(S). T(P, Q)(α)
is the least β. On finitely many outputs T is the lower convex hull of the points of the events
{Q > t·P} (Neyman, Pearson 1933), so it is given exactly by its corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dpverify.defs.numbers import ONE, ZERO, Value, total
from dpverify.defs.privacy_loss import by_ratio


@dataclass(frozen=True)
class Corner:
    """A corner (α, β) of a trade-off function, and the event (outputs in order) that attains it."""

    alpha: Value
    beta: Value
    event: tuple[int, ...]


C = TypeVar("C", bound=Corner)


def corners(p: Sequence[Value], q: Sequence[Value]) -> tuple[Corner, ...]:
    """The corners of T(P, Q), α increasing from 0 to 1, β decreasing to 0.

    Args:
        p: probabilities under P, one per output, sum 1.
        q: probabilities under Q, in the same order.

    Returns:
        Exact; between them T is straight. The first rejects what P cannot give, the last is (1, 0).

    Source:
        Dong, Roth, Su 2022, Definition 2.1 and equation (2).

    >>> p, q = [Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4]
    >>> [(str(each.alpha), str(each.beta), each.event) for each in corners(p, q)]
    [('0', '1', ()), ('1/4', '1/4', (1,)), ('1', '0', (0, 1))]
    """
    event: tuple[int, ...] = ()
    alpha, beta = ZERO, ONE
    hull: list[Corner] = []
    for ratio, outputs in by_ratio(q, p):
        if ratio is not None and not hull:
            hull.append(Corner(ZERO, ONE, ()))
        event = tuple(sorted((*event, *outputs)))
        alpha, beta = alpha + total(p[o] for o in outputs), beta - total(q[o] for o in outputs)
        hull.append(Corner(alpha, beta, event))
    if hull[-1].alpha != 1:  # outputs that Q cannot give: rejecting P there gains nothing
        hull.append(Corner(ONE, ZERO, tuple(range(len(p)))))
    return tuple(hull)


def lowest(points: Iterable[C]) -> tuple[C, ...]:
    """The lower convex hull of corners of several functions, from α = 0 to (1, 0).

    The largest convex function below all of them: a mechanism is f-DP for a convex f exactly if f
    is nowhere above the hull of all ordered pairs of neighbours.
    """
    hull: list[C] = []
    for corner in sorted(points, key=lambda point: (point.alpha, point.beta)):
        while len(hull) > 1 and not _turns_up(hull[-2], hull[-1], corner):
            hull.pop()
        hull.append(corner)
    return tuple(hull)


def _turns_up(a: Corner, b: Corner, c: Corner) -> bool:
    """Whether b lies strictly below the segment from a to c."""
    left = (b.beta - a.beta) * (c.alpha - a.alpha)
    return left < (c.beta - a.beta) * (b.alpha - a.alpha)
