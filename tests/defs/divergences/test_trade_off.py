"""Trade-off functions: brute force over events, and hulls of several."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise

from dpverify.defs.divergences.trade_off import Corner, corners, lowest
from dpverify.defs.numbers import Value
from tests.defs.divergences.pairs import Weights, law, random_pairs

F = Fraction


def errors(p: Weights, q: Weights) -> list[tuple[Fraction, Fraction]]:
    """(P(S), 1 − Q(S)) of every event."""
    outputs = range(len(p))
    events = chain.from_iterable(combinations(outputs, size) for size in range(len(p) + 1))
    return [
        (F(sum(p[o] for o in event), sum(p)), 1 - F(sum(q[o] for o in event), sum(q)))
        for event in events
    ]


def fraction(value: Value) -> Fraction:
    exact = value.as_rational()
    assert exact is not None
    return F(int(exact.p), int(exact.q))


def test_no_event_is_below() -> None:
    """Every corner is attained by its event; no event lies below the line through two corners."""
    for p, q in random_pairs(60, seed=5, zeros=True):
        found = corners(law(p), law(q))
        points = [(fraction(each.alpha), fraction(each.beta)) for each in found]
        everything = errors(p, q)
        for each, point in zip(found, points, strict=True):
            alpha = F(sum(p[o] for o in each.event), sum(p))
            beta = 1 - F(sum(q[o] for o in each.event), sum(q))
            assert (alpha, beta) == point
        assert points[0][0] == 0
        assert points[-1] == (F(1), F(0))
        for (a, high), (b, low) in pairwise(points):
            assert a < b
            for alpha, beta in everything:
                assert beta * (b - a) >= high * (b - a) + (low - high) * (alpha - a)
        slopes = [(low - high) / (b - a) for (a, high), (b, low) in pairwise(points)]
        assert all(steep < flat for steep, flat in pairwise(slopes))


def corner(alpha: str, beta: str) -> Corner:
    return Corner(Value(F(alpha)), Value(F(beta)), ())


def test_a_hull() -> None:
    """(1/4, 1/2) lies above the line from (0, 1) to (1/2, 1/10); of equal α the lower β stays."""
    ends = [corner("0", "1"), corner("1", "0")]
    inner = [corner("1/2", "1/10"), corner("1/4", "3/5"), corner("1/2", "1/5")]
    hull = lowest([*inner, *ends])
    assert hull == (ends[0], inner[0], ends[1])
    assert lowest([*ends, corner("1/2", "1/2")]) == tuple(ends)
