"""For the kernel: two mixtures of densities on a line, and what a definition asks of them.

Trusted; shares nothing with `checkers/mixtures/`, which finds the numbers. A density is a sum of
terms, each smooth between its kinks, and is expanded there into a Taylor series of balls (arb):

- integrals: on an interval of half-width r around m the integral of F is 2·Σ F_k(m)·r^(k+1)/(k+1)
  over even k < n, but for at most 2·|F_n(Y)|·r^(n+1)/(n+1), where Y is the whole interval;
- signs: the loss L = ln(p/q) on Y lies within L(m) ± |L'(Y)|·r;
- far out, from R on: by the tails of the laws (P(|N| > k) ≤ e^(−k²/2) and so on), and where p/q
  itself is asked for by its terms: over the slowest of them each is constant or falls from R on.

What must never change: a ball that is returned contains the true number.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any, Final, NamedTuple

from flint import arb, arb_series, ctx

from dpverify.checkers.kernel.mixture_sources import (
    Ends,
    Fall,
    Share,
    Shares,
    q_of,
    told_from_0,
)
from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import series_length

FEWEST: Final = 16
"""Terms of a Taylor series, and one more for every eight bits that are wanted."""
LITTLE: Final = 64
"""How much less than a remainder all of an integral on an interval must be to be left as it is."""
TERMS: Final = 12
"""Terms of logarithms where the sign of a loss is asked for."""
MOST_CELLS: Final = 60_000
"""Intervals into which the line is cut for one answer."""


class _Beyond(NamedTuple):
    """Beyond the line, over the slowest term: p at most, q at least, and both far out."""

    p: arb
    q: arb
    p_limit: arb
    q_limit: arb
    ours: bool
    theirs: bool


LOOKS: Final = 48
"""Equal parts of an interval between whose ends its densities are looked at."""


@dataclass
class Memory:
    """What is remembered of two densities, for moments of several orders.

    Args: logs on intervals, by the ends, the place, and the length and precision of series; looks
        at their size, by the ends.
    """

    logs: dict[tuple[Any, ...], list[list[arb_series]]] = field(default_factory=dict)
    looks: dict[tuple[int, ...], list[tuple[float, float]]] = field(default_factory=dict)


class Line:
    """The line between what both densities reach, in intervals without a kink.

    Args: bits: outside the line lies a chance below 2^−bits; memory: of logarithms on intervals, of
        the same two densities.
    """

    def __init__(
        self, ours: Shares, theirs: Shares, bits: int, memory: Memory | None = None
    ) -> None:
        self.ours, self.theirs, self.bits = ours, theirs, bits
        self._memory = memory or Memory()
        self.left, self.order = MOST_CELLS, FEWEST + bits // 8
        places = {place for share in (*ours, *theirs) for place in share.places()}
        self.rest = arb(0)
        """The most that p may have outside the line, on either side."""
        for share in (*ours, *theirs):
            if share.source is not None:
                down, up, _ = share.source.far(bits)
                wide = _above(share.source.scale)
                places |= {share.source.centre - down * wide, share.source.centre + up * wide}
        for share in ours:
            if share.source is not None:
                self.rest += share.source.far(bits)[2] * share.probability()
        self.places = sorted(places)
        self._shares: list[tuple[list[Share], list[Share]]] | None = None

    def pieces(self) -> Iterator[tuple[Fraction, Fraction]]:
        """The intervals between kinks."""
        yield from pairwise(self.places)

    def falls(self, side: int) -> tuple[Fraction, list[list[tuple[Fall, Share]]]]:
        """Where the line ends on a side, and how the shares of p and of q that go on fall there."""
        start = self.places[-1] if side > 0 else self.places[0]
        found = []
        for shares in (self.ours, self.theirs):
            own = []
            for share in shares:
                cut = share.high if side > 0 else share.low
                if share.source is not None and cut is None:
                    fall = share.source.fall(start, side)
                    if fall is not None:
                        own.append((fall, share))
            found.append(own)
        return start, found

    def at_end(self, share: Share, start: Fraction, side: int) -> arb:
        """The density of a share where the line ends."""
        # At a kink the side that goes on is meant, where `start + side` lies.
        with series_length(1):
            log = share.log(arb(q_of(start)), start + side)
        return arb(0) if log is None else log[0].exp()

    def beyond(self, side: int) -> _Beyond | None:
        """p and q beyond the line, each over the slowest of their terms, at every point.

        Returns: None where a term is not known to fall as far out as that.
        """
        start, falls = self.falls(side)
        slow = max((fall[:2] for own in falls for fall, _ in own), default=None)
        most, least, limits = [arb(0), arb(0)], [arb(0), arb(0)], [arb(0), arb(0)]
        for k, own in enumerate(falls):
            for (a, b, wave), share in own:
                size = self.at_end(share, start, side)
                if slow == (a, b):
                    least[k] += arb((size * wave).lower())
                    limits[k] += size * arb(wave.upper())  # waves rise, and tend to their upper end
                elif slow is None or a > slow[0] or b > slow[1]:
                    return None
                most[k] += arb((size * wave).upper())
        return _Beyond(most[0], least[1], limits[0], limits[1], bool(falls[0]), bool(falls[1]))

    def outside(self, shares: Shares) -> arb:
        """What shares have outside the line."""
        first, last = self.places[0], self.places[-1]
        return sum((share.outside(first, last) for share in shares), arb(0))

    def height(self, alpha: arb) -> arb:
        """About the largest value of p^α·q^(1−α); it only says which remainders are small."""
        order = float(alpha.mid())
        looks = [look for piece in self.pieces() for look in self._look(*piece)]
        sizes = [order * p + (1 - order) * q for p, q in looks]
        return arb(max(sizes)).exp() if sizes else arb(0)

    def _look(self, low: Fraction, high: Fraction) -> list[tuple[float, float]]:
        """About ln p and ln q at some places of an interval without kinks; none where one is 0."""
        key = low.numerator, low.denominator, high.numerator, high.denominator
        looks = self._memory.looks
        if key not in looks:
            looks[key] = []
            for k in range(1, LOOKS):
                y = low + (high - low) * k / LOOKS
                with series_length(1):
                    both = self.logs(arb(q_of(y)), y)
                if all(both):
                    p, q = (sum((log[0].exp() for log in logs), arb(0)).log() for logs in both)
                    looks[key].append((float(p.mid()), float(q.mid())))
        return looks[key]

    def spend(self) -> None:
        """Count one interval; Undecided where they are too many."""
        self.left -= 1
        if self.left < 0:
            raise num.Undecided("time", "too many intervals for a re-check of two mixtures")

    def logs(self, at: arb, inside: Fraction) -> list[list[arb_series]]:
        """The logarithms of the shares of p and of q that are not 0 around a point."""
        found = [[share.log(at, inside) for share in each] for each in self._positive_at(inside)]
        return [[log for log in each if log is not None] for each in found]

    def _positive_at(self, inside: Fraction) -> tuple[list[Share], list[Share]]:
        """The shares of p and of q that may be positive around a point."""
        if self._shares is None:
            # An interval goes by the number of places up to it: the first one is beyond all places.
            self._shares = [([], []) for _ in range(len(self.places) + 1)]
            for k, shares in enumerate((self.ours, self.theirs)):
                for share in shares:
                    low, high = share.support()
                    first = 0 if low is None else bisect_right(self.places, low)
                    last = None if high is None else bisect_left(self.places, high)
                    for both in self._shares[first : None if last is None else last + 1]:
                        both[k].append(share)
        return self._shares[bisect_right(self.places, inside)]

    def active(self, low: Fraction, high: Fraction) -> tuple[bool, bool]:
        """Whether p, and q, are positive on an interval without kinks."""
        with series_length(1):
            p, q = self.logs(_middle(low, high), (low + high) / 2)
        return bool(p), bool(q)

    def both(self, at: arb, inside: Fraction) -> list[Any]:
        """p and q around a point."""
        zero = arb_series([0])
        return [sum((log.exp() for log in each), zero) for each in self.logs(at, inside)]

    def _near_and_far(self, low: Fraction, high: Fraction) -> list[list[Around]]:
        """The logarithms of the shares of p and of q around the middle, and on all of it."""
        inside = (low + high) / 2
        with series_length(TERMS):
            near = self.logs(_middle(low, high), inside)
            far = self.logs(_ball(low, high), inside)
        return [[*zip(*logs, strict=True)] for logs in zip(near, far, strict=True)]

    def loss(self, low: Fraction, high: Fraction) -> arb:
        """ln(p/q) on an interval on which both are positive: its middle, and its slope."""
        # By the mean value theorem: L in the middle and L' on the interval. Each of p and q is
        # taken over its own largest share: far out one of both may be 0 beside the other.
        off = _ball(low, high) - _middle(low, high)
        both = self._near_and_far(low, high)
        tops = [_largest(shares) for shares in both]
        apart = _Rise.over(tops[0], tops[1], off)
        here, slope = apart.middle, apart.slope
        for shares, top, sign in zip(both, tops, (1, -1), strict=True):
            rises = [_Rise.over(share, top, off) for share in shares]
            here += sign * _log_of_sum(rises)
            slope += sign * _mean_slope(rises)
        return here + slope * off

    def gain(self, low: Fraction, high: Fraction, odds: arb) -> arb:
        """At most ∫ max(0, p − odds·q) on an interval."""
        # As p·(1 − odds·q/p): a difference of balls of p and q alone would be as wide as both.
        with series_length(1):
            p, _ = self.both(_ball(low, high), (low + high) / 2)
        off, shares = _ball(low, high) - _middle(low, high), self._near_and_far(low, high)
        top = _largest([*shares[0], *shares[1]])  # it cancels
        p_over, q_over = (
            sum((_Rise.over(share, top, off).whole.exp() for share in each), arb(0))
            for each in shares
        )
        share = (p_over - odds * q_over) / p_over  # of p: at most all of it
        most = arb.min(share, arb(1)) if share.is_finite() else arb(1)
        return arb((most * p[0]).upper()) * arb(q_of(high - low))

    def _logs_on(
        self, low: Fraction, high: Fraction, inside: Fraction, *, whole: bool
    ) -> list[list[arb_series]]:
        """The same around the middle of an interval, or around all of it, remembered."""
        # Their parts, since to hash a fraction takes longer than all else here.
        ends = low.numerator, low.denominator, high.numerator, high.denominator
        key = *ends, whole, ctx.cap, ctx.prec
        logs = self._memory.logs
        if key not in logs:
            at = _ball(low, high) if whole else arb(q_of(inside))
            logs[key] = self.logs(at, inside)
        return logs[key]

    def over_top(self, low: Fraction, high: Fraction, *, whole: bool) -> tuple[Any, Any, Any]:
        """p and q around the middle of an interval, over the share that is largest there.

        Also the logarithm of that share. By Taylor's theorem a difference d of two logarithms lies
        on the `whole` interval within d(m) + d'(m)·t + d''·t²/2, and d' within d'(m) + d''·t; so
        that of two normal laws of one variance, of which d'' is 0, loses nothing.
        """
        inside = (low + high) / 2
        middle = arb(q_of(inside))
        off = (_ball(low, high) if whole else middle) - middle
        wholes = self._logs_on(low, high, inside, whole=whole)
        with series_length(2):
            points = self._logs_on(low, high, inside, whole=False)
        place = max(
            ((k, n) for k, logs in enumerate(points) for n in range(len(logs))),
            key=lambda kn: float(points[kn[0]][kn[1]][0].mid()),
        )
        top, here = wholes[place[0]][place[1]], points[place[0]][place[1]]
        found = []
        for k, logs in enumerate(wholes):
            total = arb_series([0])
            for n, log in enumerate(logs):
                if (k, n) == place:
                    total = total + 1
                    continue
                rise, start = log - top, points[k][n] - here
                value = start[0] + off * (start[1] + off * rise[2])
                slope = start[1] + 2 * off * rise[2]
                above = [rise[j] for j in range(2, rise.length())]
                total = total + arb_series([value, slope, *above]).exp()
            found.append(total)
        return found[0], found[1], top

    def integral(self, low: Fraction, high: Fraction, function: Function, least: arb) -> arb:
        """∫ function(p/s, q/s, ln s) of a share s, halving until the remainder is small."""
        total, waiting, last = arb(0), [(low, high)], self.order - 1
        little = least / LITTLE
        while waiting:
            a, b = waiting.pop()
            self.spend()
            inside, radius = (a + b) / 2, arb(q_of((b - a) / 2))
            with series_length(self.order):
                whole = function(*self.over_top(a, b, whole=True))
                size = whole[0] * 2 * radius
                if abs(size).upper() < little:  # far from where most of it lies
                    total += size
                    continue
                error = abs(whole[last]).upper() * 2 * radius ** (last + 1) / (last + 1)
                if not (error.is_finite() and error < least):
                    waiting += [(a, inside), (inside, b)]
                    continue
                point = function(*self.over_top(a, b, whole=False))
            # Odd powers cancel over [−r, r].
            for k in range(0, last, 2):
                total += 2 * point[k] * radius ** (k + 1) / (k + 1)
            total += error.union(-error)
        return total


Function = Callable[[Any, Any, Any], Any]
Around = tuple[arb_series, arb_series]
"""A logarithm, as its series around the middle of an interval and around all of it."""


@dataclass(frozen=True)
class _Rise:
    """A logarithm less another, on an interval: in its middle, on all of it, and its slope."""

    middle: arb
    whole: arb
    slope: arb

    @classmethod
    def over(cls, one: Around, other: Around, off: arb) -> _Rise:
        """By Taylor's theorem, with the last coefficient on the whole interval."""
        if one is other:  # a ball less itself would be as wide as both
            return cls(arb(0), arb(0), arb(0))
        # One by one: a difference of series would end where flint ends them at the time.
        near = [one[0][k] - other[0][k] for k in range(TERMS - 1)]
        rest = one[1][TERMS - 1] - other[1][TERMS - 1]
        whole, slope = rest, (TERMS - 1) * rest
        for k in range(TERMS - 2, -1, -1):
            whole = near[k] + off * whole
            if k:
                slope = k * near[k] + off * slope
        return cls(near[0], whole, slope)


def _largest(shares: Sequence[Around]) -> Around:
    """The one that is largest in the middle, or about as large."""
    return max(shares, key=lambda share: float(share[0][0].mid()))


def _log_of_sum(rises: Sequence[_Rise]) -> arb:
    """In the middle the logarithm of the sum of shares over the largest, which is one of them."""
    found = sum((rise.middle.exp() for rise in rises), arb(0)).log()
    if found.is_finite():
        return found
    # Far out logarithms are so large that nothing is known of their difference. One term is 1.
    most = reduce(arb.max, (rise.middle.upper() for rise in rises))
    return arb(0).union(most + arb(len(rises)).log())


def _mean_slope(rises: Sequence[_Rise]) -> arb:
    """The slope of the logarithm of a sum: the mean of those of its terms, weighed by these."""
    sizes = [rise.whole.exp() for rise in rises]
    steep = (size * rise.slope for size, rise in zip(sizes, rises, strict=True))
    mean = sum(steep, arb(0)) / sum(sizes, arb(0))
    # Far out the terms may be so small, and fall so fast, that no ball tells them from 0.
    return mean if mean.is_finite() else reduce(arb.union, (rise.slope for rise in rises))


def _ball(low: Fraction, high: Fraction) -> arb:
    return arb(q_of(low)).union(arb(q_of(high)))


def _middle(low: Fraction, high: Fraction) -> arb:
    return arb(q_of((low + high) / 2))


def _above(scale: arb) -> Fraction:
    """A rational number a little above a scale."""
    return Fraction(int((scale * 1024).upper().ceil().fmpz()) + 1, 1024)


def _positive(line: Line, eps: arb) -> tuple[list[Ends], list[Ends], arb]:
    """Where the loss is above ε, where that is not known, and the most that this may add to δ."""
    odds, least = eps.exp(), arb(2) ** -line.bits
    positive, unsure, more = list[Ends](), list[Ends](), arb(0)
    for low, high in line.pieces():
        ours, theirs = line.active(low, high)
        # Without q the loss is infinite, without p there is nothing to gain.
        if ours and not theirs:
            positive.append((low, high))
        waiting = [(low, high)] if ours and theirs else []
        while waiting:
            a, b = waiting.pop()
            line.spend()
            loss = line.loss(a, b)
            if loss > eps:
                positive.append((a, b))
            elif not loss <= eps:
                most = line.gain(a, b, odds)
                if 0 < most < least:
                    unsure.append((a, b))
                    more += most
                elif not most <= 0:
                    waiting += [((a + b) / 2, b), (a, (a + b) / 2)]
    return _joined(positive, {*line.places}), _joined(unsure, set()), more


def excess(ours: Shares, theirs: Shares, eps: arb, bits: int) -> arb:
    """∫ max(0, p − e^ε·q) over the values of one word."""
    line, odds, least = Line(ours, theirs, bits), eps.exp(), arb(2) ** -bits
    positive, _, more = _positive(line, eps)
    total = arb(0).union(more)
    # Outside the line the excess lies between 0 and what p has there.
    if not all(_no_more(line, side, odds) for side in (-1, 1)):
        total += arb(0).union(line.rest)
    for low, high in positive:
        total += line.integral(low, high, lambda p, q, top: (p - q * odds) * top.exp(), least)
    return total


def beyond(ours: Shares, theirs: Shares, eps: arb, bits: int, *, under: bool = False) -> arb:
    """The probability of a loss above ε, under p, or `under` the second law, q."""
    line, odds = Line(ours, theirs, bits), eps.exp()
    positive, unsure, _ = _positive(line, eps)
    weighed = theirs if under else ours
    total = arb(0)
    if not all(_no_more(line, side, odds) for side in (-1, 1)):
        total += arb(0).union(line.outside(weighed))
    for low, high in positive:
        total += sum((share.between(low, high) for share in weighed), arb(0))
    for low, high in unsure:
        total += arb(0).union(sum((share.between(low, high) for share in weighed), arb(0)))
    return total


def _no_more(line: Line, side: int, odds: arb) -> bool:
    """Whether p ≤ odds·q beyond the line, for certain."""
    try:
        found = line.beyond(side)
    except num.Undecided:  # Gumbel noise, of which nothing is left there
        return False
    return found is not None and bool(found.p - odds * found.q <= 0)


def largest_loss(ours: Shares, theirs: Shares, bits: int) -> arb | None:
    """sup ln(p/q) over the values of one word; None where it is infinite.

    The line is halved where more may be found than is known, until that is less than 2^−bits.
    """
    line = Line(ours, theirs, bits)
    known = _far_losses(line)
    pieces = [(piece, line.active(*piece)) for piece in line.pieces()]
    if known is None or any(p and not q for _, (p, q) in pieces):
        return None
    low, high = known
    cells = [piece for piece, (p, _) in pieces if p]
    least = arb(2) ** -bits
    while cells:
        losses = [(line.loss(a, b), a, b) for a, b in cells]
        for _, a, b in losses:
            line.spend()
            # The loss at a point is a bound from below, the ball of an interval one from above.
            low = arb.max(low, line.loss((a + b) / 2, (a + b) / 2).lower())
        cells = []
        for loss, a, b in losses:
            if loss <= low + least:
                high = arb.max(high, loss.upper())
            else:
                cells += [(a, (a + b) / 2), ((a + b) / 2, b)]
    return low.union(arb.max(low, high))


def _far_losses(line: Line) -> tuple[arb, arb] | None:
    """What the loss tends to on both sides, at least, and what it is there at most; None: ∞."""
    low, high = arb("-inf"), arb("-inf")
    for side in (-1, 1):
        found = line.beyond(side)
        if found is None:
            raise num.Undecided("unsupported", "how two mixtures compare far out")
        if not found.ours:
            continue
        if found.q_limit == 0:  # no share of q falls as slowly as one of p
            return None
        high = arb.max(high, (found.p / found.q).log().upper())
        if found.p_limit > 0:
            low = arb.max(low, (found.p_limit / found.q_limit).log().lower())
    return low, high


def is_infinite(ours: Shares, theirs: Shares, order: Fraction) -> bool:
    """Whether ∫ p^α·q^(1−α) is infinite over the values of one word."""
    line = Line(ours, theirs, FEWEST)
    rests = [_rest(line, side, order) for side in (-1, 1)]
    return any(map(_is_infinite, rests)) or any(
        a and not b for a, b in (line.active(*piece) for piece in line.pieces())
    )


def moment(
    ours: Shares, theirs: Shares, order: Fraction, bits: int, memory: Memory | None = None
) -> arb | None:
    """∫ p^α·q^(1−α) over the values of one word; None where it is infinite.

    Far out let p = Σ v_i·f_i with densities f_i, and V = Σ v_i. Since x^α is convex,
    p^α ≤ V^(α−1)·Σ v_i·f_i^α. As 1 − α < 0, q^(1−α) is at most that of its slowest term alone. The
    rest is then a sum of terms of at most e^(c + b·t + a·t²) with b < 0 ≥ a, each with an integral
    of at most e^c/(−b). The line is made longer until that is little.
    """
    alpha, far = arb(q_of(order)), bits
    for _ in range(12):
        line = Line(ours, theirs, far, memory)
        rests = [_rest(line, side, order) for side in (-1, 1)]
        if any(map(_is_infinite, rests)):
            return None
        if any(a and not b for a, b in (line.active(*piece) for piece in line.pieces())):
            return None
        least = line.height(alpha) * arb(2) ** -bits
        rest = sum((rest for rest in rests if rest is not None), arb(0))
        if None not in rests and rest < least:
            break
        far *= 2
    else:
        raise num.Undecided("precision", "the tails of two mixtures, as far as is looked")
    total = arb(0).union(rest)
    for low, high in line.pieces():
        if line.active(low, high)[0]:
            total += line.integral(
                low,
                high,
                lambda p, q, top: (p.log() * alpha + q.log() * (1 - alpha) + top).exp(),
                least,
            )
    return total


def _is_infinite(rest: arb | None) -> bool:
    """Whether it certainly is; not where nothing is known, of which balls are not finite either."""
    return rest is not None and bool(rest > 0) and not rest.is_finite()


def _rest(line: Line, side: int, order: Fraction) -> arb | None:
    """At most the integral beyond the line; ∞ where it is that, None where that is not known."""
    start, (ours, theirs) = line.falls(side)
    if not ours:
        return arb(0)
    if not theirs:
        return arb("inf")
    alpha = arb(q_of(order))
    weight = told_from_0(sum((share.probability() for _, share in ours), arb(0)))
    (a, b, wave), floor = max(theirs, key=lambda each: each[0][:2])
    slowest = max(fall[:2] for fall, _ in ours)
    square = order * slowest[0] + (1 - order) * a
    # A term e^(a·t² + b·t) with a < 0 has its slope b where the tail begins, not far out; two such
    # terms with one a are in the order of b there as well, so that both ends say the same.
    if square > 0 or (square == 0 and order * slowest[1] + (1 - order) * b >= 0):
        return arb("inf")
    total = arb(0)
    for (own_a, own_b, own_wave), share in ours:
        if order * own_a + (1 - order) * a > 0:
            return None
        slope = order * own_b + (1 - order) * b
        if slope >= 0:
            return None
        f = line.at_end(share, start, side) * own_wave.upper()
        g = line.at_end(floor, start, side) * wave.lower()
        v = told_from_0(share.probability())
        size = ((f / v).log() * alpha + g.log() * (1 - alpha)).exp()
        total += v / weight * size / -arb(q_of(slope))
    return total * (weight.log() * (alpha - 1)).exp() * weight


def _joined(intervals: Sequence[Ends], kinks: set[Fraction]) -> list[Ends]:
    """Intervals in order, those that touch as one, but for kinks between them."""
    found: list[Ends] = []
    for low, high in intervals:
        if found and found[-1][1] == low and low not in kinks:
            found[-1] = found[-1][0], high
        else:
            found.append((low, high))
    return found
