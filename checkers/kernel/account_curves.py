"""For the kernel: a curve of δ(ε) that an account carries, and the trade-off curve that follows.

Each point is an account of δ at one ε, which `accounts.py` confirms. Trusted: this file,
`outcome.py` and `plans.py` beside it, `dpverify.defs.numbers` and the standard library.

What must never change: accepted means that the δ of every point lies between its bounds, and that
the trade-off function of the plan lies between the bounds of each β. That is the largest *convex*
function f such that no test that tells two neighbours apart, in either order, has errors of the
first kind α and of the second kind below f(α); of several pairs, and of one pair in both orders,
the tests of no single one need come as low. It follows from δ(ε), the largest of both directions,
where each pair that counts also counts in the other order:

    f(α) = sup over ε ≥ 0 of max(0, 1 − δ(ε) − e^ε·α, e^(−ε)·(1 − δ(ε) − α))

(Dong, Roth, Su 2022, Proposition 2.12).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.plans import either_way, fraction, read_plan
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.documents import need

BITS: Final = 256
MOST_POINTS: Final = 1_000
POINT: Final = ("given", "delta", "directions")


def confirm(document: Mapping[str, Any], account: Callable[[Any], Outcome]) -> list[str]:
    """Reject unless the curve of an account is true.

    Args: document an account with a plan that was read; account what confirms one that has no
        curve.
    Returns: paths of what was not read.
    """
    if "curve" not in document:
        need("trade_off" not in document, "a trade-off curve follows from a curve of δ")
        return []
    points = doc.member(document, "curve", list)
    need(0 < len(points) <= MOST_POINTS, f"a curve has 1 to {MOST_POINTS} points")
    unread, stated = [], []
    for i, point in enumerate(points):
        known_keys(point, "a point of the curve", POINT)
        known_keys(point["given"], "what is given at a point", ("eps",))
        whole = {key: document[key] for key in ("schema", "plan", "evidence")}
        outcome = account({**whole, **point})
        if outcome.status != "accepted":
            raise num.Undecided("unsupported", outcome.text)
        unread += [f"curve[{i}].{path}" for path in outcome.unread]
        delta = point["delta"]
        stated.append((
            fraction(point["given"]["eps"], "ε"),
            fraction(delta["lower"], "a lower bound"), fraction(delta["upper"], "an upper bound"),
        ))  # fmt: skip
    rising = all(before[0] < after[0] for before, after in pairwise(stated))
    need(rising, "the ε of a curve rise from point to point")
    if "trade_off" in document:
        _trade_off(document, stated)
    return unread


def _trade_off(document: Any, points: list[tuple[Fraction, Fraction, Fraction]]) -> None:
    """Reject unless the errors of tests lie between the stated bounds."""
    relation, alternatives = read_plan(document["plan"])
    symmetric = all(either_way(relation, events) for events in alternatives)
    need(symmetric, "a trade-off curve is of neighbours that may change places")
    errors = doc.member(document, "trade_off", list)
    need(len(errors) <= MOST_POINTS, f"a trade-off curve has {MOST_POINTS} points at most")
    before = Fraction(-1)
    for error in errors:
        known_keys(error, "a point of the trade-off curve", ("alpha", "beta"))
        alpha = fraction(error["alpha"], "α")
        need(0 <= alpha <= 1, "an error α lies between 0 and 1")
        need(before < alpha, "the α of a trade-off curve rise from point to point")
        before = alpha
        known_keys(error["beta"], "β", ("lower", "upper"))
        lower, upper = (fraction(error["beta"][end], "β") for end in ("lower", "upper"))
        need(lower <= _least(points, alpha), "a lower bound of β is not confirmed")
        need(upper >= _most(points, alpha), "an upper bound of β is not confirmed")


def _least(points: list[tuple[Fraction, Fraction, Fraction]], alpha: Fraction) -> Fraction:
    """A lower bound of f(α): the supremum over the points alone, with the upper bounds of δ."""
    known = Fraction(0)
    for eps, _, delta in points:
        _, odds = _odds(eps)
        left = 1 - delta - alpha
        known = max(known, 1 - delta - odds * alpha, left / odds if left > 0 else Fraction(0))
    return known


def _most(points: list[tuple[Fraction, Fraction, Fraction]], alpha: Fraction) -> Fraction:
    """An upper bound of f(α).

    δ falls. So between two points it is at least what it is at the second one, while e^ε is at
    least what it is at the first one, or 1 before all points; behind the last one δ is 0 or more.
    A test that does not look errs with α + β = 1.
    """
    starts = [Fraction(0), *(eps for eps, _, _ in points)]
    deltas = [*(delta for _, delta, _ in points), Fraction(0)]
    known = Fraction(0)
    for eps, delta in zip(starts, deltas, strict=True):
        odds, _ = _odds(eps)
        known = max(known, 1 - delta - odds * alpha, (1 - delta - alpha) / odds)
    return min(known, 1 - alpha)


def _odds(eps: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^ε; 1 for 0."""
    with working_precision(BITS):
        low, high = ball_bounds(arb(fmpq(eps.numerator, eps.denominator)).exp())
    return Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))
