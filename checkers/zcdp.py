"""Zero-concentrated differential privacy on finitely many outputs, in rigorous balls.

ρ(P, Q) = sup over α > 1 of D_α(P‖Q)/α. On [a, b] it is at most D_b/a, since D_α does not decrease
in α; beyond α = D_∞/ρ it is at most ρ. So intervals are halved until what remains is narrow.
Source: M. Bun, T. Steinke, Concentrated Differential Privacy, 2016, definition 1.1.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided
from dpverify.defs.notions.pure_dp import PureDP
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import working_precision

BITS = 96
MOST_STEPS = 200_000
Law = Sequence[Value]


@dataclass(frozen=True)
class Concentration:
    """ρ lies in [lower, upper], both proved; lower is D_α/α at the order given.

    Args: pair positions of the inputs; order None where ρ is the limit at α → 1 or 0.
    """

    lower: arb
    upper: arb
    order: Fraction | None
    pair: tuple[int, int]


def renyi(p: Law, q: Law, order: Fraction) -> arb:
    """D_α(P‖Q) for a rational order α ≥ 1 in a ball; D_1 is the Kullback–Leibler divergence.

    Raises: Undecided where an output has probability 0 under Q and not under P: it is infinite.
    """
    occurring = [(a, b) for a, b in zip(p, q, strict=True) if not a.is_zero]
    if any(b.is_zero for _, b in occurring):
        raise Undecided("unsupported", "the divergence is infinite: an output has probability 0")
    with working_precision(BITS):
        pairs = [(a.ball(BITS), b.ball(BITS)) for a, b in occurring]
        if order == 1:
            return sum((a * (a / b).log() for a, b in pairs), arb(0))
        alpha = arb(fmpq(order.numerator, order.denominator))
        moment = sum((a * ((alpha - 1) * (a / b).log()).exp() for a, b in pairs), arb(0))
        return moment.log() / (alpha - 1)


def concentration(
    p: Law, q: Law, width: Fraction = Fraction(1, 10**6)
) -> tuple[arb, arb, Fraction]:
    """Bounds of sup D_α/α over α ≥ 1 that are at most `width` apart, and the order of the lower.

    Raises: Undecided where it is infinite, or more steps would be needed.
    """
    gap = arb(fmpq(width.numerator, width.denominator))
    best, order = renyi(p, q, Fraction(1)), Fraction(1)
    largest = _largest(p, q)
    top = Fraction(2)
    while not largest / _number(top) < best + gap:
        found = renyi(p, q, top) / _number(top)
        best, order = (found, top) if found > best else (best, order)
        top *= 2
        if top > 2**40:
            break  # the laws are equal, or nearly so: `best` + width bounds the rest
    queue = [_bounded(p, q, Fraction(1), top)]
    for _ in range(MOST_STEPS):
        negative, low, high = queue[0]
        if -negative <= float((best + gap).lower()):
            upper = arb(-negative)
            return best, upper if upper > best.upper() else best + gap, order
        heapq.heappop(queue)
        middle = (low + high) / 2
        found = renyi(p, q, middle) / _number(middle)
        if found > best:
            best, order = found, middle
        heapq.heappush(queue, _bounded(p, q, low, middle))
        heapq.heappush(queue, _bounded(p, q, middle, high))
    raise Undecided("precision", "the supremum over all orders was not enclosed that narrowly")


def concentration_of(channel: Channel, width: Fraction = Fraction(1, 10**6)) -> Concentration:
    """The largest ρ over all ordered pairs of neighbours."""
    best: Concentration | None = None
    most: arb | None = None
    known: dict[tuple[tuple[str, str], ...], tuple[arb, arb, Fraction]] = {}
    for i, j in PureDP.pairs(channel):
        p, q = channel.row(i), channel.row(j)
        key = tuple(sorted((str(a), str(b)) for a, b in zip(p, q, strict=True)))
        if key not in known:
            known[key] = concentration(p, q, width)
        low, high, order = known[key]
        if best is None or low > best.lower:
            best = Concentration(low, high, order, (i, j))
        most = high if most is None or high > most else most
    if best is None or most is None:
        raise Undecided("unsupported", "the channel has no pair of neighbours")
    return Concentration(best.lower, most, best.order, best.pair)


def _bounded(p: Law, q: Law, low: Fraction, high: Fraction) -> tuple[float, Fraction, Fraction]:
    """An interval with minus its upper bound, rounded away from 0."""
    with working_precision(BITS):
        bound = float((renyi(p, q, high) / _number(low)).upper())
    return -(bound * (1 + 2**-50)), low, high


def _largest(p: Law, q: Law) -> arb:
    """D_∞, in a ball."""
    with working_precision(BITS):
        ratios = [a.ball(BITS) / b.ball(BITS) for a, b in zip(p, q, strict=True) if not a.is_zero]
        largest = ratios[0]
        for each in ratios[1:]:
            largest = largest.max(each)
        return largest.log()


def _number(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))
