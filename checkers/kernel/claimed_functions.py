"""For the kernel: reads a trade-off function f that a claim of f-differential privacy names.

Trusted. What must never change: a function that is returned is convex, does not rise, and lies
between 0 and 1 − α, so that it is one that tests of two laws can have.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

EPS = partial(num.as_eps, allow_infinity=True)
Points = list[tuple[num.Value, num.Value]]


def claimed_function(given: Any) -> tuple[str, Any]:
    """Read gaussian(MU), approx(EPS, DELTA) or points(0,1; …; 1,0)."""
    written = type(given) is str and given.endswith(")")
    need(written, "the trade-off function is not written as gaussian(…), approx(…) or points(…)")
    kind, _, inside = given[:-1].partition("(")
    match kind:
        case "gaussian":
            mu = doc.exactly(inside, EPS, "mu")
            need(mu >= 0 and mu != num.INFINITY, "the mu of a trade-off function is out of range")
            return kind, mu
        case "approx":
            first, second = inside.split(",")
            eps, delta = doc.exactly(first, EPS, "eps"), doc.exactly(second, num.as_bound, "delta")
            good = eps >= 0 and eps != num.INFINITY and 0 <= delta <= 1
            need(good, "the eps or the delta of a trade-off function is out of range")
            return kind, (eps, delta)
        case "points":
            pairs = [
                [doc.exactly(number, num.as_value, "a point") for number in point.split(",")]
                for point in inside.split(";")
            ]
            return kind, convex([(alpha, beta) for alpha, beta in pairs])
        case _:
            raise num.NumberError(f"there is no trade-off function {kind[:60]!a}")


def convex(points: Points) -> Points:
    """The points, if they go from α = 0 to (1, 0), between 0 and 1 − α, and bend upwards."""
    ends = len(points) > 1 and points[0][0] == 0 and points[-1] == (num.ONE, num.ZERO)
    need(ends, "the points do not go from α = 0 to (1, 0)")
    need(
        all(a < b for (a, _), (b, _) in pairwise(points)),
        "the points of a trade-off function do not increase in α",
    )
    need(
        all(0 <= beta <= 1 - alpha for alpha, beta in points),
        "a point of a trade-off function has its β outside [0, 1 − α]",
    )
    slopes = [(d - b) / (c - a) for (a, b), (c, d) in pairwise(points)]
    need(
        all(a <= b for a, b in pairwise([*slopes, num.ZERO])),
        "the points of a trade-off function are not convex",
    )
    return points


def bounds_of(function: tuple[str, Any]) -> list[tuple[Any, Any]]:
    """The (ε, δ) that say of a pair and its reverse what a function of straight pieces does.

    A piece c − s·α of it lies below the least error β of all tests where Q(S) − s·P(S) ≤ 1 − c for
    every event S. For s ≥ 1 that is δ(ln s) ≤ 1 − c of (Q, P), which is a pair of neighbours as
    well; for s < 1, by the complements of the events, δ(ln 1/s) ≤ 1 − c/s of (P, Q).
    """
    match function:
        case "approx", (eps, delta):
            return [(eps, delta)]
        case "points", points:
            pieces: list[tuple[Any, Any]] = []
            for (a, high), (b, low) in pairwise(points):
                s = (high - low) / (b - a)
                if s >= 1:
                    pieces.append((num.ln(s), 1 - (high + s * a)))
                elif s > 0:
                    pieces.append((-num.ln(s), 1 - (high + s * a) / s))
            return pieces
        case kind, _:
            raise num.NumberError(f"there is no trade-off function {kind[:60]!a}")
