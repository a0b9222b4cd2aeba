"""What a definition asks of two mixtures: each answer exact, or between two rational bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb, fmpq

from dpverify.checkers.bounds import Bounds
from dpverify.checkers.mixtures.compared import Answer, ends
from dpverify.checkers.mixtures.excess import Tick, beyond, excess
from dpverify.checkers.mixtures.loss import exact_odds, largest_loss
from dpverify.checkers.mixtures.moments import moment
from dpverify.checkers.mixtures.normal import Apart, apart
from dpverify.checkers.mixtures.parts import Mixture, Part, unsupported
from dpverify.checkers.mixtures.tails import rational
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, ln
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.functions import power
from dpverify.defs.pairs.contract import comparable as as_value

BITS = (90, 180, 360)
"""Precisions that are tried in turn."""
ENOUGH = 70
"""Correct bits with which an answer is good."""
GUARD = 64
CERTAIN = fmpq(1)
"""What no probability exceeds, whatever is known of it by balls."""
RATE_BITS = 48
"""Bits for the many divergences from which a rate is bounded."""
ORDERS = tuple(1 + Fraction(4) ** k for k in range(-4, 4))
"""Orders at which the divergence is taken for the rate at first: 1 + 1/256 to 65."""
MOST_ORDERS = 20
SLACK = arb(2) ** -20
"""Both bounds of a rate are stated so much wider, relatively: less precision re-checks them."""
NEAR, ROUGHLY = 1 + arb(1) / 100, 1 + arb(1) / 2
"""How near an upper bound of the rate is to be to the lower one, relatively; and at first."""


def refined(evaluate: Callable[[int], arb], most: fmpq | None = None) -> Answer:
    """The number ≥ 0 that balls of more and more bits enclose; the exact 0 where one is that.

    Args: most what it is known to be at most, if anything.
    """
    ball = arb(0)
    for bits in BITS:
        with working_precision(bits + GUARD):
            ball = evaluate(bits)
        if ball.is_exact() and ball == 0:
            return Value(0)
        if ball.rel_accuracy_bits() >= ENOUGH:
            break
    low, high = ball_bounds(ball)
    return Bounds(max(fmpq(0), low), high if most is None else min(high, most))


def _alike(ours: Sequence[Part], theirs: Sequence[Part]) -> bool:
    """Whether both laws of a word are surely the same: of the same parts."""
    plain = not any(part.masses or part.factors or part.merged for part in (*ours, *theirs))
    return plain and Counter(ours) == Counter(theirs)


@dataclass(frozen=True)
class MixturePair:
    """The laws of the output on an input and on its neighbour, in that order.

    Args: smooth where values are rounded on one grid: both laws before that.
    """

    ours: Mixture
    theirs: Mixture
    tick: Tick
    smooth: tuple[Mixture, Mixture] | None = None

    def turned(self) -> MixturePair:
        """The pair in the other order."""
        smooth = None if self.smooth is None else self.smooth[::-1]
        return MixturePair(self.theirs, self.ours, self.tick, smooth)

    def apart(self) -> Apart | None:
        """How far the laws are apart as normal laws; the same of rounded values (`normal.py`)."""
        return apart(*(self.smooth or (self.ours, self.theirs)))

    def sides(self) -> list[tuple[Sequence[Part], Sequence[Part]]]:
        """The parts of each word of both."""
        words = sorted({*self.ours, *self.theirs})
        return [(self.ours.get(word, ()), self.theirs.get(word, ())) for word in words]

    def unlike(self) -> list[tuple[Sequence[Part], Sequence[Part]]]:
        """`sides` without those of which both laws are surely the same."""
        return [(p, q) for p, q in self.sides() if not _alike(p, q)]

    def excess(self, eps: Loss | Real) -> Answer:
        """δ(ε) = sup over events S of P(S) − e^ε·Q(S)."""

        def at(bits: int) -> arb:
            odds = arb(1) if eps == 0 else eps.ball(bits + GUARD).exp()
            return sum((excess(p, q, odds, bits, self.tick)[0] for p, q in self.unlike()), arb(0))

        return refined(at, CERTAIN)

    def largest_loss(self) -> Answer:
        """The supremum of L."""
        odds = exact_odds(self.ours, self.theirs)
        if odds is not None:
            return ln(odds) if odds > 1 else Value(0)
        with working_precision(BITS[0] + GUARD):
            found = largest_loss(self.ours, self.theirs, BITS[0], self.tick)
        return INFINITY if found is None else _bounds(found)

    def loss_range(self) -> Answer:
        """The supremum of L less its infimum."""
        return _sum([self.largest_loss(), self.turned().largest_loss()])

    def moment(self, order: Fraction, bits: int) -> arb | None:
        """∫ p^α·q^(1−α), None where it is infinite."""
        return moment(self.ours, self.theirs, order, bits, self.tick)

    def divergence(self, order: Fraction) -> Answer:
        """The Rényi divergence D_α(P‖Q) of an order α > 1."""
        if not self.unlike():  # no ball of ln 1 has as many correct bits as are asked for
            return Value(0)
        found = self._of_moment(order, lambda m: m.log() / arb(rational(order - 1)))
        return INFINITY if found is None else found

    def chi_squared(self) -> Answer:
        """χ²(P‖Q), the moment of order 2 less 1."""
        if not self.unlike():
            return Value(0)
        found = self._of_moment(Fraction(2), lambda m: m - 1)
        return INFINITY if found is None else found

    def _of_moment(self, order: Fraction, function: Callable[[arb], arb]) -> Answer | None:
        with working_precision(BITS[0] + GUARD):
            if self.moment(order, 8) is None:
                return None

        def at(bits: int) -> arb:
            found = self.moment(order, bits)
            return arb(0) if found is None else function(found)

        return refined(at)

    def beyond(self, eps: Loss | Real) -> Answer:
        """P[L > ε]."""

        def at(bits: int) -> arb:
            odds = arb(1) if eps == 0 else eps.ball(bits + GUARD).exp()
            return sum((beyond(p, q, odds, bits, self.tick) for p, q in self.unlike()), arb(0))

        return refined(at, CERTAIN)

    def beyond_either_way(self, eps: Loss | Real) -> Answer:
        """P[|L| > ε]: beside that the probability under P of where q > e^ε·p."""

        def at(bits: int) -> arb:
            odds = arb(1) if eps == 0 else eps.ball(bits + GUARD).exp()
            found = arb(0)
            for p, q in self.unlike():
                found += beyond(p, q, odds, bits, self.tick)
                found += beyond(q, p, odds, bits, self.tick, under=p)
            return found

        return refined(at, CERTAIN)

    def gaussian_distance(self) -> Answer:
        """The smallest μ at which N(0,1) and N(μ,1) are at least as easy to tell apart."""
        if not self.unlike():
            return Value(0)
        found = self.apart()
        if found is None:
            raise unsupported("Gaussian DP, where parts are not matched normal laws")
        if found.least == found.most:
            return _root(found.most)
        with working_precision(BITS[0]):
            low, high = (ball_bounds(arb(rational(x)).sqrt()) for x in (found.least, found.most))
        return Bounds(max(fmpq(0), low[0]), high[1])

    def rate(self, near: arb = ROUGHLY) -> Answer:
        """The supremum of D_α(P‖Q)/α over all real orders α > 1.

        Args: near how near its bounds are to be, as a quotient.
        """
        if not self.unlike():
            return Value(0)
        found = self.apart()
        if found is not None and found.further == found.most:
            return Value(found.most / 2)
        with working_precision(BITS[0] + GUARD):
            bounds = rate_bounds(self, near)
        if bounds is None:
            return INFINITY
        low, high, orders = bounds
        upper = None if high is None else high.upper()
        most = None if found is None else found.most / 2
        if most is not None and (upper is None or upper > arb(rational(most))):
            return RateBounds(ball_bounds(low)[0], rational(most), orders)
        if upper is None:
            raise unsupported("zCDP, where the loss has no end and parts are not normal laws")
        return RateBounds(ball_bounds(low)[0], ball_bounds(upper)[1], orders)


@dataclass(frozen=True)
class RateBounds(Bounds):
    """Bounds of the supremum of D_α/α, and the orders whose divergences show them."""

    orders: tuple[Fraction, ...] = ()


def rate_bounds(
    pair: MixturePair, nearly: arb
) -> tuple[arb, arb | None, tuple[Fraction, ...]] | None:
    """Bounds of the supremum of D_α/α, from some orders; None where it is infinite.

    K(α) = (α − 1)·D_α is convex with K(1) = 0. So between two orders it lies below its chord
    s·(α − r) with r ≥ 1, and s·(α − r)/(α·(α − 1)) is largest at r + √(r² − r). Beyond the last
    order D_α is at most the largest loss; without a largest one there is no upper bound here.
    Orders are added where the upper bound is largest, until both bounds are near; then those are
    left out without which they are near as well, so that there is less to re-check.
    """
    known: dict[Fraction, arb] = {}
    for order in ORDERS:
        found = pair.moment(order, RATE_BITS)
        if found is None:
            return None
        known[order] = found.log()
    loss = pair.largest_loss()
    bounded = isinstance(loss, Bounds) or loss != INFINITY
    most = arb(ends(loss)[1] or fmpq(0)) if bounded else None
    while True:
        best = max(known, key=lambda order: float(_over(known[order], order).mid()))
        low = _over(known[best], best)
        if most is None:
            return low * (1 - SLACK), None, (best,)
        highs = _highs(known, most)
        worst = max(range(len(highs)), key=lambda k: float(highs[k].mid()))
        near = not _largest(highs) > low * nearly
        more = None if near or len(known) >= MOST_ORDERS else _order_between(sorted(known), worst)
        found = None if more is None else pair.moment(more, RATE_BITS)
        if more is None or found is None:
            break
        known[more] = found.log()
    wanted = arb.max(_largest(highs), low * nearly)
    known = _fewest(known, best, most, wanted)
    high = _largest(_highs(known, most)) * (1 + SLACK)
    return arb.max(low, arb(0)) * (1 - SLACK), high, tuple(sorted(known))


def _fewest(
    known: dict[Fraction, arb], best: Fraction, most: arb, wanted: arb
) -> dict[Fraction, arb]:
    """Few orders, with the best, by which the rate is at most what is wanted.

    One after the other is left out, each time that by which the bound rises least.
    """
    while True:
        left = [
            ({other: value for other, value in known.items() if other != order})
            for order in known
            if order != best
        ]
        bounds = [_largest(_highs(fewer, most)) for fewer in left]
        k = min(range(len(left)), key=lambda k: float(bounds[k].upper()), default=None)
        if k is None or bounds[k] > wanted:
            return known
        known = left[k]


def _highs(known: Mapping[Fraction, arb], most: arb) -> list[arb]:
    """At most D_α/α up to the first order, between any two that follow, and from the last on."""
    orders = sorted(known)
    points = [(Fraction(1), arb(0)), *((a, known[a]) for a in orders)]
    highs = [_between(one, other) for one, other in pairwise(points)]
    return [*highs, most / arb(rational(orders[-1]))]


def _largest(balls: Sequence[arb]) -> arb:
    found = arb(0)
    for ball in balls:
        found = arb.max(found, ball)
    return found


def _over(value: arb, order: Fraction) -> arb:
    """D_α/α, of K(α)."""
    return value / arb(rational(order * (order - 1)))


def _between(one: tuple[Fraction, arb], other: tuple[Fraction, arb]) -> arb:
    """At most D_α/α between two orders, by the chord of K."""
    (a, at_a), (b, at_b) = one, other
    slope = (at_b - at_a) / arb(rational(b - a))
    if a == 1:
        return slope
    root = arb.max(arb(rational(a)) - at_a / slope, arb(1))
    top = root + (root * (root - 1)).max(arb(0)).sqrt()
    at = arb.max(arb(rational(a)), arb.min(top, arb(rational(b))))
    return slope * (at - root) / (at * (at - 1))


def _order_between(orders: Sequence[Fraction], place: int) -> Fraction:
    """An order before the one at a place, or beyond the last one, with few digits."""
    if place == 0:
        return 1 + (orders[0] - 1) / 4
    if place == len(orders):
        return 1 + (orders[-1] - 1) * 4
    between = float((orders[place - 1] - 1) * (orders[place] - 1)) ** 0.5
    return 1 + Fraction(between).limit_denominator(10_000)


def _root(square: Fraction) -> Answer:
    return power(Value(square), Value(Fraction(1, 2))) if square else Value(0)


def _bounds(ball: arb) -> Bounds:
    low, high = ball_bounds(ball)
    return Bounds(max(fmpq(0), low), max(fmpq(0), high))


def _sum(answers: Sequence[Answer]) -> Answer:
    """A sum; exact where all terms are."""
    if any(not isinstance(answer, Bounds) and answer == INFINITY for answer in answers):
        return INFINITY
    numbers = [answer for answer in answers if not isinstance(answer, Bounds)]
    if len(numbers) == len(answers):
        found: Number = numbers[0]
        for number in numbers[1:]:
            found = as_value(found) + as_value(number)
        return found
    low, high = fmpq(0), fmpq(0)
    for answer in answers:
        lower, upper = ends(answer)
        low, high = low + lower, high + (upper or fmpq(0))
    return Bounds(low, high)
