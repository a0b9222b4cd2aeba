"""The largest loss of two mixtures, sup of ln(p/q): from both sides, exactly where that is known.

Exactly, where every part of p stands in q as well: then p ≤ K·q for the largest quotient K of the
weights, and where p/q tends to K far out no smaller number will do. And where all noise is Laplace
noise of one scale: between two kinks p/q is (A·z + B)/(C·z + D) with z = e^(2y/b), so monotone, and
its supremum is at a kink. Else by halving the line and discarding what is smaller elsewhere.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from flint import arb, fmpq

from dpverify.checkers.mixtures.chances import exact_chance, exact_total
from dpverify.checkers.mixtures.excess import MOST_CELLS, Tick, total
from dpverify.checkers.mixtures.far_out import loss_of_merged
from dpverify.checkers.mixtures.parts import Mixture, Part, Window, unsupported
from dpverify.checkers.mixtures.pieces import Piece, cut, sums, tail_sums
from dpverify.checkers.mixtures.tails import Point, ends, rational
from dpverify.checkers.mixtures.terms import kinks, less, steeper
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value, exp

FINE = 80
"""The supremum is enclosed within 2^−FINE."""


def largest_loss(ours: Mixture, theirs: Mixture, bits: int, tick: Tick) -> arb | None:
    """sup ln(p/q) over all words, as a ball; None where it is infinite; −∞ where p is 0.

    Raises: Undecided for tails that are not known.
    """
    found: arb | None = arb("-inf")
    for word in sorted(ours):
        one, other = ours[word], theirs.get(word, ())
        if not one or found is None:
            continue
        if not other:
            return None
        loss: arb | None
        if any(part.merged for part in (*one, *other)):
            loss = loss_of_merged(one, other)
        elif one[0].spread is None:
            loss = (total(one, None, None) / total(other, None, None)).log()
        else:
            loss = _of_values(one, other, bits, tick)
        found = None if loss is None else loss if loss >= found else _either(found, loss)
    return found


def _either(one: arb, other: arb) -> arb:
    """The larger of two balls."""
    return one if one >= other else arb.max(one, other)


def _of_values(ours: Sequence[Part], theirs: Sequence[Part], bits: int, tick: Tick) -> arb | None:
    pieces = cut(ours, theirs, bits)
    if any(piece.ours and not piece.theirs for piece in pieces):
        return None
    best, tails = arb("-inf"), []
    for piece in pieces:
        if piece.tail and piece.ours:
            slow = piece.slowest(piece.theirs)
            if piece.slowest(piece.ours) > slow:
                return None
            found = tail_sums(piece, slow)
            if found is None:
                raise Undecided("precision", "the tail of a mixture is not known from so far on")
            p, q, p_limit, q_limit = found
            tails.append(arb(p.upper() / q.lower()).log().upper())
            if p_limit > 0:
                best = _either(best, (p_limit / q_limit).log())
    return _searched(
        [piece for piece in pieces if not piece.tail and piece.ours], best, tails, tick
    )


def _searched(pieces: Sequence[Piece], best: arb, tails: Sequence[arb], tick: Tick) -> arb:
    """The supremum, by halving the interval that may hold the most.

    Args: best what is reached elsewhere; tails what is not exceeded elsewhere.
    """
    fine = arb(2) ** -FINE
    waiting: list[tuple[float, int, fmpq, fmpq, Piece, arb]] = []
    count, lower = 0, arb(best.lower())
    closed = arb(best.upper())
    for bound in tails:
        closed = _either(closed, arb(bound)).upper()

    def add(low: fmpq, high: fmpq, piece: Piece) -> None:
        nonlocal count, lower
        here, whole = loss_on(piece, low, high)
        if here.lower() > lower:
            lower = arb(here.lower())
        count += 1
        heapq.heappush(waiting, (-float(whole.upper()), count, low, high, piece, whole.upper()))

    for piece in pieces:
        add(piece.low, piece.high, piece)
    while waiting:
        tick()
        _, _, low, high, piece, most = heapq.heappop(waiting)
        if most <= lower + fine:
            closed = _either(closed, arb(most)).upper()
            continue
        if count > MOST_CELLS:
            raise Undecided("time", "the largest loss of two mixtures is not found")
        middle = (low + high) / 2
        add(low, middle, piece)
        add(middle, high, piece)
    return lower.union(closed) if closed > lower else lower


def loss_on(piece: Piece, low: fmpq, high: fmpq) -> tuple[arb, arb]:
    """ln(p/q) in the middle of an interval, and on all of it."""
    p, q, leading, cell = sums(piece, low, high)
    slopes, here = [], []
    for terms, whole in ((piece.ours, p), (piece.theirs, q)):
        steep, middle = arb(0), arb(0)
        for term in terms:
            over = less(term, leading, cell)
            steep += term.height * over.exp() * steeper(term, leading, cell.y)
            middle += term.height * (term.power(cell.middle) - leading.power(cell.middle)).exp()
        slopes.append(steep / whole)
        here.append(middle)
    centre = (here[0] / here[1]).log()
    return centre, centre + (slopes[0] - slopes[1]) * cell.off


# ---------------------------------------------------------------- exactly


def exact_odds(ours: Mixture, theirs: Mixture) -> Value | None:
    """sup p/q where it is known exactly; None elsewhere."""
    found: list[Value] = []
    for word, parts in ours.items():
        other = theirs.get(word, ())
        if not parts:
            continue
        if not other:
            return None
        if parts[0].spread is None:
            p, q = exact_total(parts), exact_total(other)
            odds = None if p is None or q is None or q.sign() <= 0 else p / q
        else:
            odds = _of_one_scale(parts, other) or _within(parts, other)
        if odds is None:
            return None
        found.append(odds)
    return max(found, key=_Exactly) if found else None


def _within(ours: Sequence[Part], theirs: Sequence[Part]) -> Value | None:
    """The largest quotient of weights, where each part of p is one of q and p/q tends to it."""
    if any(part.masses or part.factors for part in (*ours, *theirs)):
        return None
    weights = {_alike(part): part.weight for part in theirs}
    if not all(_alike(part) in weights for part in ours):
        return None
    odds = max(part.weight / weights[_alike(part)] for part in ours)
    for piece in cut(ours, theirs, 4):
        if not piece.tail or not piece.ours:
            continue
        for part in ours:
            if part.weight / weights[_alike(part)] == odds and _alone(part, theirs, piece.tail):
                return Value(odds)
    return None


def _alone(part: Part, theirs: Sequence[Part], side: int) -> bool:
    """Whether a part falls more slowly to one side than all others of the second mixture."""
    orders = {_alike(other): _order(other, side) for other in theirs}
    mine = orders.pop(_alike(part))
    return mine is not None and all(other is None or other < mine for other in orders.values())


def _order(part: Part, side: int) -> tuple[Fraction, Fraction] | None:
    """How slowly a part falls to one side; None where it ends, or falls faster than e^(−y²/s)."""
    spread = part.spread
    ahead = part.window.high if side > 0 else part.window.low
    if spread is None or ahead is not None:
        return None
    match spread.law:
        case "gaussian":
            return -1 / (2 * spread.size), side * spread.centre / spread.size
        case "laplace" | "logistic":
            return Fraction(0), -1 / spread.size
        case "exponential" | "gumbel" if side == spread.sign:
            return Fraction(0), -1 / spread.size
        case "exponential" | "gumbel" | "uniform":
            return None
        case _:
            raise unsupported(f"{spread.law} noise")


def _alike(part: Part) -> tuple[object, Window]:
    return part.spread, part.window


def _of_one_scale(ours: Sequence[Part], theirs: Sequence[Part]) -> Value | None:
    """Of Laplace noise of one scale: the largest quotient at a kink, or at an end of a window.

    Far out the quotient is constant, so that it is there what it is at the last of these places.
    """
    every = (*ours, *theirs)
    laws = {(part.spread.law, part.spread.size) for part in every if part.spread is not None}
    if len(laws) != 1 or next(iter(laws))[0] != "laplace":
        return None
    places: list[Point] = [None, *sorted(kinks(every)), None]
    found: list[Value] = []
    for low, high in pairwise(places):
        active = [[part for part in parts if _covers(part, low, high)] for parts in (ours, theirs)]
        if not active[0]:
            continue
        for y in (low, high):
            if y is not None:
                p, q = (_density(parts, y) for parts in active)
                if p is None or q is None or q.sign() <= 0:
                    return None
                found.append(p / q)
    return max(found, key=_Exactly)


def _covers(part: Part, low: Point, high: Point) -> bool:
    """Whether a cell between two kinks, or beyond the last, lies in the window of a part."""
    first, last = ends(part.window)
    after = first is None or (low is not None and first <= low)
    return after and (last is None or (high is not None and high <= last))


def _density(parts: Sequence[Part], y: fmpq) -> Value | None:
    """A mixture of Laplace densities of one scale, times twice that; None where it is not exact."""
    found = Value(0)
    for part in parts:
        weight = exact_chance(part)
        if weight is None or part.spread is None:
            return None
        away = -abs(y - rational(part.spread.centre)) / rational(part.spread.size)
        found = found + exp(Value(away)) * weight
    return found


class _Exactly:
    """A key that orders exact numbers."""

    def __init__(self, value: Value) -> None:
        self.value = value

    def __lt__(self, other: _Exactly) -> bool:
        return (self.value - other.value).sign() < 0
