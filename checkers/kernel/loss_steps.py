"""For the kernel: the curves of single events whose losses are continuous, as balls.

The curve of a step is f(t) = sup over events S of P(S) − t·Q(S), at t = e^l (`loss_sums.Point`). On
a sample M = (1 − q)·R + q·A, of A with a record and R without; a record that is removed compares M
with R, one that is added R with M. Of a record that is *replaced* on a sample, the curve of one
that is removed bounds losses from 0 on, that of one that is added those below:

    M − t·N = q·(A − s·((t/s)·B + (1 − t/s)·R)),  s = (t − 1 + q)/q ≥ t ≥ 1,

for N = (1 − q)·R + q·B, where A against B, and A against R, are moved by the sensitivity at most
(Balle, Barthe, Gaboardi 2018, Theorem 2). What is attained is that of a record that is removed.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from dpverify.checkers.kernel.loss_sums import Point, Step
from dpverify.checkers.kernel.plans import Event, Noisy
from dpverify.defs import numbers as num


def curve_of(event: Event, direction: str, *, up: bool) -> Step:
    """A curve above that of one event in one direction, or one below it."""
    if event.rate == 1 or direction != "replace":
        return _one_way(event, direction)
    removed, added = _one_way(event, "remove"), _one_way(event, "add")
    if not up:
        return removed
    return lambda loss: removed(loss) if loss >= 0 else added(loss)


def _one_way(event: Event, direction: str) -> Step:
    source, rate = event.source, event.rate
    if not isinstance(source, Noisy) or source.law.startswith("discrete"):
        raise num.Undecided("unsupported", "an event without a curve here")
    ratio = source.ratio
    if source.law == "laplace":
        if rate == 1:
            return lambda loss: _laplace(ratio, loss)
        if direction == "add":
            return lambda loss: _laplace_added(ratio, rate, loss)
        return lambda loss: _laplace_removed(ratio, rate, loss)
    if direction == "add":
        return lambda loss: _added(ratio, rate, loss)
    return lambda loss: _removed(ratio, rate, loss)


def largest_loss(event: Event, direction: str) -> arb | None:
    """The largest loss of Laplace noise, which has an atom there; None for other noise."""
    source = event.source
    if not isinstance(source, Noisy) or source.law != "laplace":
        return None
    eps, q = arb(_exact(source.ratio)), arb(_exact(event.rate))
    if direction == "add":
        return -(1 - q + q * (-eps).exp()).log()
    return (1 - q + q * eps.exp()).log()


def _laplace(eps: Fraction, loss: Fraction) -> Point:
    """P(L > l) = 1 − e^((l−ε)/2)/2 and Q(L > l) = e^(−(l+ε)/2)/2 between the atoms at ±ε."""
    largest, place = _exact(eps), _exact(loss)
    if place < -largest:  # every loss is above l: the best event is everything, P − t·Q = 1 − t
        t = arb(place).exp()
        return Point(1 - t, t, t)
    if place > largest:
        return Point(arb(0), arb(0), arb(0))
    root = (arb(place - largest) / 2).exp()
    return Point(
        1 - root,
        root / 2 if place < largest else arb(0),
        root / 2 if place > -largest else arb(place).exp(),
    )


def _laplace_removed(eps: Fraction, rate: Fraction, loss: Fraction) -> Point:
    """M against R: M/R = 1 − q + q·A/R is above t where A/R is above s = (t − 1 + q)/q."""
    t, q = arb(_exact(loss)).exp(), arb(_exact(rate))
    ratio = (t - 1 + q) / q
    (_, r), (_, r_until) = _tails(eps, ratio)
    return Point(q * _excess(eps, ratio), t * r, t * r_until)


def _laplace_added(eps: Fraction, rate: Fraction, loss: Fraction) -> Point:
    """R against M: R/M is above t where R/A is above s = t·q/(1 − t·(1 − q))."""
    t, q = arb(_exact(loss)).exp(), arb(_exact(rate))
    rest = 1 - t * (1 - q)
    if rest <= 0:  # R/M is at most 1/(1 − q)
        return Point(arb(0), arb(0), arb(0))
    if not rest > 0:
        raise num.Undecided("precision", "a loss is too close to what none reaches")
    ratio = t * q / rest
    # R and A are Laplace laws that are shifted: each against the other is the same pair.
    (r, a), (r_until, a_until) = _tails(eps, ratio)
    until = (1 - q) * r_until + q * a_until
    return Point(rest * _excess(eps, ratio), t * ((1 - q) * r + q * a), t * until)


def _excess(eps: Fraction, ratio: arb) -> arb:
    """sup over S of first(S) − s·second(S) of shifted Laplace laws, 1 − s up to 1 − √(s·e^(−ε))."""
    side = _place(eps, ratio)
    if side < 0:
        return 1 - ratio
    return arb(0) if side > 0 else 1 - (ratio * (-arb(_exact(eps))).exp()).sqrt()


def _tails(eps: Fraction, ratio: arb) -> tuple[tuple[arb, arb], tuple[arb, arb]]:
    """The masses of first and second law where first/second is above s, and where not below."""
    side, none, whole = _place(eps, ratio), arb(0), arb(1)
    if side:
        same = (whole, whole) if side < 0 else (none, none)
        return same, same
    root = (ratio * (-arb(_exact(eps))).exp()).sqrt()
    same = (1 - root / 2, (-arb(_exact(eps))).exp() / root / 2)
    return same, same


def _place(eps: Fraction, ratio: arb) -> int:
    """−1, 0 or 1: whether s is below e^(−ε), between, or above e^ε."""
    low, high = (-arb(_exact(eps))).exp(), arb(_exact(eps)).exp()
    if ratio < low:
        return -1
    if ratio > high:
        return 1
    if low < ratio < high:
        return 0
    raise num.Undecided("precision", "a loss is too close to an end of those of Laplace noise")


def _removed(mean: Fraction, rate: Fraction, loss: Fraction) -> Point:
    """(1 − q)·N(0,1) + q·N(μ,1) against N(0,1); the loss is above l right of one z."""
    t = arb(_exact(loss)).exp()
    z = _end(mean, rate, loss)
    if z is None:
        return Point(1 - t, t, t)
    q = normal_tail(z)
    p = arb(_exact(1 - rate)) * q + arb(_exact(rate)) * normal_tail(z - arb(_exact(mean)))
    return Point(p - t * q, t * q, t * q)


def _added(mean: Fraction, rate: Fraction, loss: Fraction) -> Point:
    """N(0,1) against (1 − q)·N(0,1) + q·N(μ,1); the loss is above l left of one z."""
    t = arb(_exact(loss)).exp()
    z = _end(mean, rate, -loss)
    if z is None:  # the second density is above e^(−l) times the first everywhere: no loss above l
        return Point(arb(0), arb(0), arb(0))
    p = normal_tail(-z)
    q = arb(_exact(1 - rate)) * p + arb(_exact(rate)) * normal_tail(arb(_exact(mean)) - z)
    return Point(p - t * q, t * q, t * q)


def _end(mean: Fraction, rate: Fraction, loss: Fraction) -> arb | None:
    """z where 1 − q + q·e^(μz − μ²/2) is e^l; None where it is larger everywhere."""
    odds = arb(_exact(loss)).expm1() + arb(_exact(rate))
    if odds <= 0:
        return None
    if not odds > 0:
        raise num.Undecided("precision", "a loss is too close to the least one")
    mu = arb(_exact(mean))
    return (odds / arb(_exact(rate))).log() / mu + mu / 2


def normal_tail(z: arb) -> arb:
    """P[N(0,1) > z]."""
    return (z / arb(2).sqrt()).erfc() / 2


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
