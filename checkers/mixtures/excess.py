"""δ(ε) of two mixtures: ∫ max(0, p − e^ε·q), with the intervals on which p is certainly larger.

The line is halved until the sign of p − e^ε·q is certain on an interval, or the interval adds less
than is asked for. Where the sign is certain the integral is a difference of distribution functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flint import arb, fmpq

from dpverify.checkers.mixtures.chances import chance
from dpverify.checkers.mixtures.parts import Part
from dpverify.checkers.mixtures.pieces import Piece, cut, sums, tail_sums
from dpverify.checkers.mixtures.tails import Point, value_mass
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import zeros_of

MOST_CELLS = 100_000
"""Intervals of one word."""
Tick = Callable[[], None]


class Event(NamedTuple):
    """Where p is certainly larger, in order; a bound of what the rest adds, and where it may."""

    where: tuple[tuple[Point, Point], ...]
    rest: arb
    unsure: tuple[tuple[Point, Point], ...] = ()


def larger(ours: Sequence[Part], theirs: Sequence[Part], odds: arb, bits: int, tick: Tick) -> Event:
    """Where p > odds·q; the rest adds at most `rest` to ∫ max(0, p − odds·q), of the order 2^−bits.

    Raises: Undecided("time") after too many intervals.
    """
    where: list[tuple[Point, Point]] = []
    unsure: list[tuple[Point, Point]] = []
    rest, left = arb(0), MOST_CELLS
    least = arb(2) ** -bits
    for piece in cut(ours, theirs, bits):
        tick()
        waiting = [(piece.low, piece.high)]
        while waiting:
            low, high = waiting.pop()
            left -= 1
            if left < 0:
                raise Undecided("time", "the sign of the difference of two densities is not found")
            sign, most = _sign(piece, low, high, odds, ours)
            if sign > 0:
                where.append(_open(piece, low, high))
            elif sign == 0:
                if piece.tail or most < least:
                    rest += most
                    unsure.append(_open(piece, low, high))
                else:
                    middle = (low + high) / 2
                    waiting += [(middle, high), (low, middle)]
    return Event(tuple(_joined(where)), rest, tuple(_joined(unsure)))


def _open(piece: Piece, low: fmpq, high: fmpq) -> tuple[Point, Point]:
    """An interval, without an end where a tail has none."""
    return None if piece.tail < 0 else low, None if piece.tail > 0 else high


def _sign(piece: Piece, low: fmpq, high: fmpq, odds: arb, ours: Sequence[Part]) -> tuple[int, arb]:
    """The sign of p − odds·q on an interval, or 0 and the most that this adds."""
    if not piece.ours:
        return -1, arb(0)
    if not piece.theirs:
        return 1, arb(0)
    if piece.tail:
        most = total(ours, *_open(piece, piece.low, piece.high))
        try:
            slow = max(piece.slowest(piece.ours), piece.slowest(piece.theirs))
        except Undecided:  # Gumbel noise, of which nothing is left there
            return 0, most
        found = tail_sums(piece, slow)
        return 0 if found is None else _certain(found[0] - odds * found[1]), most
    p, q, leading, cell = sums(piece, low, high)
    difference = p - odds * q
    sign = _certain(difference)
    if sign:
        return sign, arb(0)
    height = leading.power(cell.middle) + leading.slope(cell.y) * cell.off
    return 0, arb((difference * height.exp()).upper()) * arb(high - low)


def _certain(number: arb) -> int:
    return 1 if number > 0 else -1 if number <= 0 else 0


def _joined(where: Sequence[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """Intervals in order, those that touch as one."""
    found: list[tuple[Point, Point]] = []
    for low, high in where:
        if found and found[-1][1] is not None and found[-1][1] == low:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def total(parts: Sequence[Part], low: Point, high: Point) -> arb:
    """The probability of a word, with its value between two points."""
    return sum((chance(part) * value_mass(part, low, high) for part in parts), arb(0))


def excess(
    ours: Sequence[Part], theirs: Sequence[Part], odds: arb, bits: int, tick: Tick
) -> tuple[arb, Event | None]:
    """∫ max(0, p − odds·q) of one word, and where p is larger; None of a word without a value."""
    if not ours:
        return arb(0), None
    if ours[0].spread is None:
        difference = total(ours, None, None) - odds * total(theirs, None, None)
        whole = _positive(difference)
        many = any(part.merged for part in (*ours, *theirs))
        return (whole.union(total(ours, None, None)) if many else whole), None
    if not theirs:
        return total(ours, None, None), Event(((None, None),), arb(0))
    event = larger(ours, theirs, odds, bits, tick)
    found = arb(0)
    for low, high in event.where:
        found += total(ours, low, high) - odds * total(theirs, low, high)
    return found + arb(0).union(event.rest), event


def beyond(
    ours: Sequence[Part],
    theirs: Sequence[Part],
    odds: arb,
    bits: int,
    tick: Tick,
    under: Sequence[Part] | None = None,
) -> arb:
    """P of where p > odds·q, of one word; `under` another law than p by which it is weighed.

    Raises: Undecided("precision") of a word without a value where that is not known.
    """
    weighed = ours if under is None else under
    if not ours or not weighed:
        return arb(0)
    if not theirs:
        return total(weighed, None, None)
    if ours[0].spread is None:
        if any(part.merged for part in (*ours, *theirs)):
            return arb(0).union(total(weighed, None, None))
        difference = total(ours, None, None) - odds * total(theirs, None, None)
        if not difference > 0 and not difference <= 0:
            # With y = 1 − e^ε·q/p the loss is ε − ln(1 − y), within 2·|y| of ε where |y| ≤ 1/2.
            gap = 2 * difference / total(ours, None, None)
            near = zeros_of(gap) if gap.is_finite() else None
            text = "whether the loss of a word is larger than ε"
            said = "" if near is None else f": it is within 10^-{near} of it"
            raise Undecided("precision", f"{text}{said}", near)
        return total(weighed, None, None) if difference > 0 else arb(0)
    event = larger(ours, theirs, odds, bits, tick)
    found = sum((total(weighed, low, high) for low, high in event.where), arb(0))
    for low, high in event.unsure:
        found += arb(0).union(total(weighed, low, high))
    return found


def _positive(number: arb) -> arb:
    return number if number > 0 else arb(0) if number <= 0 else arb(0).union(number.upper())
