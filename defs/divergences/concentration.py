"""Whether D_α(P‖Q) ≤ ρ·α for every real order α > 1, and the smallest such ρ, in rigorous balls.

Let K(α) = (α−1)·D_α = ln Σ P·e^((α−1)L), and g(α) = K(α) − ρ·α(α−1), to be ≤ 0. K is convex and
D_α does not decrease, so finitely many orders decide for all the others:

- on [1, b]: if D_b ≤ ρ; or if K'(1) = KL ≤ ρ and K'' ≤ 2ρ there (K'' is the variance of L under
  the tilted law), since then K(α) ≤ ρ(α−1) + ρ(α−1)² = ρ·α(α−1);
- on [a, b]: if max(g(a), g(b)) + ρ(b−a)²/4 ≤ 0, by the chord of K;
- beyond D_∞/ρ: always.

Of the orders up to a given one alone (truncated concentrated DP) the same, stopped there.

Source of the definition: Bun, Steinke 2016, Definition 1.1. Of the method: this file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from flint import arb, fmpq

from dpverify.defs.divergences.renyi import kullback_leibler
from dpverify.defs.numbers import INFINITY, Loss, Real, Undecided, Value
from dpverify.defs.numbers.balls import ball_bounds, working_precision, zeros_of
from dpverify.defs.privacy_loss import log

BITS: Final = 192
ALIKE: Final = 92
"""Losses below 2^-92 have squares of the size of what balls of 192 bits leave open."""
MOST_ORDERS: Final = 10_000
FIRST: Final = (2, 3, 4, 8, 16, 32)
CLOSEST: Final = 50
"""Orders are told apart down to 2^-50 of one another."""
WIDTHS: Final = (fmpq(1, 10**9), fmpq(1, 10**5), fmpq(1, 10**3))
"""Relative widths of the enclosure of a rate that is no limit; the first for which it is proved."""

Law = Sequence[Value]
Tick = Callable[[], None]


@dataclass(frozen=True)
class Rate:
    """sup over α > 1 of D_α/α.

    Args: order where D_α/α ≥ lower, 1 for the limit α → 1; exact where the supremum is that limit,
        0 or infinite; else it lies in [lower, upper].
    """

    order: Fraction
    exact: Loss | Real | None = None
    lower: fmpq | None = None
    upper: fmpq | None = None

    @property
    def infinite(self) -> bool:
        """Whether no ρ is large enough."""
        return isinstance(self.exact, Loss) and self.exact.is_infinite

    @property
    def most(self) -> Loss | Real:
        """A ρ that is certainly large enough."""
        return Loss(self.ends[1]) if self.exact is None else self.exact

    @property
    def least(self) -> Loss | Real:
        """A ρ that D_α/α reaches, or comes as near to as one likes."""
        return Loss(self.ends[0]) if self.exact is None else self.exact

    @property
    def ends(self) -> tuple[fmpq, fmpq]:
        """Rational bounds of a finite rate."""
        if self.lower is not None and self.upper is not None:
            return self.lower, self.upper
        return ball_bounds((self.exact or Loss(0)).ball(BITS))


class Moments:
    """K(α) of one pair of laws where P gives nothing that Q cannot, in balls."""

    def __init__(self, p: Law, q: Law) -> None:
        pairs = [(a, b) for a, b in zip(p, q, strict=True) if not a.is_zero]
        with working_precision(BITS):
            self.masses = [a.ball(BITS) for a, _ in pairs]
            self.losses = [log(a / b).ball(BITS) for a, b in pairs]
            largest = self.losses[0]
            for each in self.losses[1:]:
                largest = largest.max(each)
            self.largest = largest

    def log_moment(self, order: Fraction) -> arb:
        """K(α) = (α−1)·D_α."""
        beyond = _number(order - 1)
        terms = zip(self.masses, self.losses, strict=True)
        return sum((mass * (beyond * each).exp() for mass, each in terms), arb(0)).log()

    def variance(self, order: Fraction) -> arb:
        """A ball that bounds the variance of L under every tilted law from 1 to an order."""
        reach = arb(0).union(_number(order - 1))
        centre = sum((m * x for m, x in zip(self.masses, self.losses, strict=True)), arb(0)).mid()
        weights = [m * (reach * x).exp() for m, x in zip(self.masses, self.losses, strict=True)]
        pairs = zip(weights, self.losses, strict=True)
        spread = (w * (x - centre) * (x - centre) for w, x in pairs)  # ** is nan around 0
        return sum(spread, arb(0)) / sum(weights, arb(0))


def violating_order(
    p: Law, q: Law, rho: Loss | Real, tick: Tick | None = None, most: Fraction | None = None
) -> Fraction | None:
    """A rational order α > 1 with D_α > ρ·α; None where it is proved that there is none.

    Args:
        p: probabilities under P, one per output, sum 1.
        q: probabilities under Q, in the same order.
        rho: ρ ≥ 0, finite.
        tick: called now and then; raises Undecided where the time is up.
        most: the largest order that is asked about; None for all.

    Raises:
        Undecided: "precision" where ρ is, or is very near, the supremum.
    """
    if all(a == b for a, b in zip(p, q, strict=True)):
        return None
    if _infinite(p, q) or rho == 0:
        return _at_most(Fraction(2), most)
    with working_precision(BITS):
        return _Search(p, q, rho, tick, most=most).answer()


def concentration(p: Law, q: Law, tick: Tick | None = None, most: Fraction | None = None) -> Rate:
    """The smallest ρ with D_α(P‖Q) ≤ ρ·α for all α > 1, or for those up to an order.

    Raises:
        Undecided: "precision" where the supremum was not enclosed.

    >>> p, q = [Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4]
    >>> str(concentration(p, q).exact)
    '1/2*ln(3)'
    """
    if all(a == b for a, b in zip(p, q, strict=True)):
        return Rate(Fraction(1), Loss(0))
    if _infinite(p, q):
        return Rate(_at_most(Fraction(2), most), INFINITY)
    if _too_alike(p, q):
        raise Undecided(
            "precision",
            f"every loss is below 2^-{ALIKE}; D_α/α differs from order to order by less than balls"
            f" of {BITS} bits tell; ask whether a rho that is claimed holds (check)",
        )
    limit = kullback_leibler(p, q)
    try:
        with working_precision(BITS):
            order = _Search(p, q, limit, tick, limit, most).answer()
    except Undecided as stop:
        if stop.code == "time":
            raise
        order = _at_most(Fraction(2), most)
    if order is None:
        return Rate(Fraction(1), limit)
    for width in WIDTHS:
        try:
            with working_precision(BITS):
                return _enclosed(p, q, order, width, tick, most)
        except Undecided as stop:
            if stop.code == "time" or width is WIDTHS[-1]:
                raise
    raise Undecided("precision", "the supremum over all orders was not enclosed")


def _enclosed(
    p: Law, q: Law, order: Fraction, width: fmpq, tick: Tick | None, most: Fraction | None
) -> Rate:
    """Better and better orders, until no order beats the best by more than the width."""
    moments = Moments(p, q)
    for attempt in range(64):
        finest = 1000 ** min(3, 1 + attempt // 4)
        order = _climbed(moments, order, most, tick).limit_denominator(finest)
        order = _at_most(max(order, 1 + Fraction(1, finest)), most)
        lower, _ = ball_bounds(_rate(moments, order))
        upper = lower * (1 + width)
        better = violating_order(p, q, Loss(upper), tick, most)
        if better is None:
            return Rate(order, None, lower, upper)
        order = better
    raise Undecided("precision", "the supremum over all orders was not enclosed")


def _climbed(
    moments: Moments, order: Fraction, most: Fraction | None, tick: Tick | None
) -> Fraction:
    """An order near a local maximum of D_α/α; midpoints of balls steer, they decide nothing.

    Steps that led upwards are doubled: of laws that differ by 10^-17 the maximum may be at 10^17.
    """
    best, step = _rate(moments, order).mid(), (order - 1) / 2
    while step > order / 2**24:
        if tick is not None:
            tick()
        for candidate in (order - step, _at_most(order + step, most)):
            rate = _rate(moments, candidate).mid()
            if rate > best:
                best, order, step = rate, candidate, 2 * step
                break
        else:
            step /= 2
        step = min(step, (order - 1) / 2)
    return order


def _rate(moments: Moments, order: Fraction) -> arb:
    return moments.log_moment(order) / _number(order * (order - 1))


@dataclass
class _Search:
    """The proof for one ρ, or an order that refutes it."""

    p: Law
    q: Law
    rho: Loss | Real
    tick: Tick | None
    limit: Loss | Real | None = None
    most: Fraction | None = None

    def __post_init__(self) -> None:
        self.moments = Moments(self.p, self.q)
        self.bound = self.rho.ball(BITS)
        self.work = 0

    def above(self, order: Fraction) -> arb:
        """g(α)."""
        self.work += 1
        if self.work % 16 == 0 and self.tick is not None:
            self.tick()
        if self.work > MOST_ORDERS:
            raise Undecided("precision", f"{MOST_ORDERS} orders do not decide for all of them")
        return self.moments.log_moment(order) - self.bound * _number(order * (order - 1))

    def answer(self) -> Fraction | None:
        for cell in sorted({_at_most(Fraction(order), self.most) for order in FIRST}):
            if self.above(cell) > 0:
                return cell
        low, refuted = self.start()
        if refuted:
            return low
        for high in self.steps(low):
            answer = self.between(low, high)
            if answer is not None:
                return answer
            low = high
        return None

    def start(self) -> tuple[Fraction, bool]:
        """(b, whether g(b) > 0); if not, [1, b] is proved."""
        within: bool | None = None
        furthest = _at_most(Fraction(2), self.most) - 1
        for halvings in range(CLOSEST):
            order = 1 + furthest / 2**halvings
            here = self.above(order)
            if here > 0:
                return order, True
            if here + self.bound * _number((order - 1) ** 2) <= 0:  # K(b) ≤ ρ(b−1)
                return order, False
            if self.moments.variance(order) <= 2 * self.bound:
                within = self.limit_holds() if within is None else within
                if within:
                    return order, False
        nearest = 1 + furthest / 2 ** (CLOSEST - 1)
        raise self.undecided(nearest, self.above(nearest))

    def undecided(self, order: Fraction, gap: arb) -> Undecided:
        """That the claim was not told from D_α/α at an order, and how near both are.

        Args: gap g(α), which is α(α−1) times their difference.
        """
        apart = gap / _number(order * (order - 1))
        near = zeros_of(apart) if apart.is_finite() else None
        text = f"the claim is not told from the divergence of an order near {float(order):.9g}"
        return Undecided(
            "precision", text if near is None else f"{text}: it is within 10^-{near} of it", near
        )

    def limit_holds(self) -> bool:
        """Whether KL ≤ ρ, exactly where both are exact."""
        limit = kullback_leibler(self.p, self.q) if self.limit is None else self.limit
        return limit <= self.rho

    def steps(self, low: Fraction) -> Iterator[Fraction]:
        """Ends of intervals from `low` on, to where further orders are fine or not asked about."""
        while low != self.most and not self.moments.largest <= self.bound * _number(low):
            low = _at_most(1 + 2 * (low - 1), self.most)
            yield low

    def between(self, low: Fraction, high: Fraction) -> Fraction | None:
        """Prove [low, high], or return an order that refutes it."""
        open_ends = [(low, self.above(low), high, self.above(high))]
        while open_ends:
            a, at_a, b, at_b = open_ends.pop()
            if at_b > 0:
                return b
            if at_a.max(at_b) + self.bound * _number((b - a) ** 2 / 4) <= 0:
                continue
            if (b - a) * 2**CLOSEST < a:
                raise self.undecided(a, at_a)
            middle = (a + b) / 2
            at_middle = self.above(middle)
            open_ends += [(middle, at_middle, b, at_b), (a, at_a, middle, at_middle)]
        return None


def _at_most(order: Fraction, most: Fraction | None) -> Fraction:
    return order if most is None else min(order, most)


def _too_alike(p: Law, q: Law) -> bool:
    """Whether all losses are so small that their squares drown in the radius of the balls."""
    least = fmpq(1, 2**ALIKE)
    with working_precision(BITS):
        return all(
            abs(log(a / b).ball(BITS)) < arb(least)
            for a, b in zip(p, q, strict=True)
            if not a.is_zero
        )


def _infinite(p: Law, q: Law) -> bool:
    return any(b.is_zero and not a.is_zero for a, b in zip(p, q, strict=True))


def _number(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))
