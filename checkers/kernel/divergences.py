"""The kernel for claims about divergences of neighbours: re-checks a saved result from its text.

Trusted: this file, `kernel/stated.py`, `kernel/trade_offs.py`, `dpverify.defs.numbers`, the
standard library and python-flint. For the laws P, Q of an ordered pair, besides what `stated`
checks:

- total-variation, P(S) − Q(S) ≤ δ;  bounded-range, P(o)·Q(o') ≤ e^ε·Q(o)·P(o') for all o, o';
- those of `definitions.py` that rise with the divergence of one order, ln(Σ P^α·Q^(1−α))/(α−1),
  such as renyi-dp and chi-squared-dp: a place shows that divergence;
- zcdp, K(α) ≤ ρ·α(α−1) for every real α > 1. K(α) = (α−1)·D_α is convex with K(1) = 0, and D_α
  does not decrease. The orders are chosen here, not read. The claim is shown
  - on [1, b] if K(b) ≤ ρ(b−1): K lies below its chord ρ(α−1), and α ≥ 1;
  - on [1, b] if KL ≤ ρ and K'' ≤ 2ρ: K − ρ·α(α−1) is 0 at 1, does not rise there, and is concave;
  - on [a, b] if both ends lie below by ρ(b−a)²/4: so far at most is ρ·α(α−1) below its chord;
  - beyond D_∞/ρ always, as D_α ≤ D_∞ ≤ ρ·α.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

from flint import arb, fmpq

from dpverify.checkers.kernel import trade_offs
from dpverify.checkers.kernel.definitions import DEFINITIONS, OfOneOrder, parameter
from dpverify.checkers.kernel.lanes import Lanes
from dpverify.checkers.kernel.moments import leading
from dpverify.checkers.kernel.outcome import Outcome
from dpverify.checkers.kernel.stated import (
    EPS,
    Claim,
    Law,
    Limit,
    PairClaim,
    added,
    replayed,
    stated_as,
)
from dpverify.checkers.kernel.weights import FINE, Row, rounded_down
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need

BITS: Final = 256
DEEP: Final = 64  # halvings of an interval of orders
MANY: Final = 20_000  # orders for one pair
SHORT: Final = 64  # longer orders are computed by balls


def replay(document: object) -> Outcome:
    """Re-check a result about a divergence; the same answers as `door.replay`."""
    return replayed(document, CLAIMS)


class _TotalVariation(PairClaim):
    key = "delta"

    def parse(self, given: Any) -> Any:
        delta = num.as_bound(given)
        need(delta <= 1, "delta is greater than 1")
        return delta

    def open_pairs(self, bound: Any) -> Iterator[tuple[str, str]]:
        """Those that bounds of what events gain at ε = 0 do not settle."""
        rows = self.channel.integers
        if rows is None:
            return super().open_pairs(bound)
        lanes = Lanes(rows, num.ONE)
        return self.left_open(lanes.open_pairs(self.channel.numbered_pairs, bound))

    def pair(self, p: Law, q: Law, bound: Any) -> bool:
        return bool(num.total(p[y] - q[y] for y in self.outputs if p[y] > q[y]) <= bound)

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        p, q = self.weights(place)
        self.exceeds(place, p - q - bound, below=below, parse=num.as_bound)


class _BoundedRange(PairClaim):
    key = "eps"
    place = ("inputs", "outputs", "losses")

    def open_pairs(self, bound: Any) -> Iterator[tuple[str, str]]:
        """Those where whole numbers and a bound of e^ε do not settle it."""
        rows = self.channel.integers
        if rows is None:
            return super().open_pairs(bound)
        pairs = self.channel.numbered_pairs or list(permutations(range(len(rows)), 2))
        spend("ranges of all pairs", len(pairs) * len(self.outputs), self.channel.bits)
        low = rounded_down(num.exp(bound))
        return self.left_open((i, j) for i, j in pairs if not _within(rows[i], rows[j], low))

    def pair(self, p: Law, q: Law, bound: Any) -> bool:
        occurring = [y for y in self.outputs if p[y] > 0 or q[y] > 0]
        # The largest and the smallest quotient P/Q, without division: Q may be 0.
        high = low = occurring[0]
        for y in occurring:
            high = y if p[y] * q[high] > p[high] * q[y] else high
            low = y if p[y] * q[low] < p[low] * q[y] else low
        return bool(p[high] * q[low] <= num.exp(bound) * q[high] * p[low])

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        p, q = self.laws(place)
        named = doc.member(place, "outputs", list)
        need(len(named) == 2, f"the place has {len(named)} outputs, not two")
        high, low = (doc.labels([y], "an output", self.outputs)[0] for y in named)
        losses = [_loss(p[y], q[y]) for y in (high, low)]
        stated_as(place["losses"], losses, "a loss", EPS)
        left, right = p[high] * q[low], q[high] * p[low]
        need(left > 0 or right > 0, "the two losses are infinite alike")
        loss_range = num.INFINITY if right == 0 else _loss(left, right)
        if not (below and bound == num.INFINITY and loss_range == num.INFINITY):
            self.exceeds(place, loss_range - bound, below=below)


def _within(first: Row, second: Row, odds: int) -> bool:
    """Whether quotients P(o)/Q(o) certainly differ by a factor of at most odds/2^64."""
    pairs = [(a, b) for a, b in zip(first.weights, second.weights, strict=True) if a or b]
    if not all(a and b for a, b in pairs):
        return False
    (high, below_high) = (low, below_low) = pairs[0]
    for a, b in pairs:
        if a * below_high > high * b:
            high, below_high = a, b
        elif a * below_low < low * b:
            low, below_low = a, b
    return (high * below_low) << FINE <= odds * below_high * low


class _OfOneOrder(PairClaim):
    """A definition whose number rises with the divergence of one order, by its row of the table."""

    row: OfOneOrder
    place = ("inputs", "order", "divergence")

    def read(self) -> None:
        self.fixed = {
            name: parameter(self.given[name], name, kind) for name, kind in self.row.fixed.items()
        }
        self.order = self.row.order(self.fixed)

    def parse(self, given: Any) -> Any:
        """The bound; a measured one may be infinite."""
        if self.row.kind == "loss":
            return EPS(given)
        infinite = num.as_number(given, allow_infinity=True) == num.INFINITY
        return num.INFINITY if infinite else num.as_bound(given)

    def number(self, p: Law, q: Law) -> Any:
        """The number of the pair, from its row."""
        divergence = _divergence(p, q, self.order)
        return num.INFINITY if divergence == num.INFINITY else self.row.rises(divergence)

    def open_pairs(self, bound: Any) -> Iterator[tuple[str, str]]:
        """Of all pairs those that may have the largest divergence: the number rises with it."""
        rows = self.channel.integers
        if rows is None or self.channel.pairs is not None or self.order <= 1:
            return super().open_pairs(bound)
        return self.left_open(leading(rows, self.order))

    def pair(self, p: Law, q: Law, bound: Any) -> bool:
        number = self.number(p, q)
        return bool(number != num.INFINITY and number <= bound)

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        need(_order(place["order"]) == self.order, f"the order is not {self.order}, as claimed")
        p, q = self.laws(place)
        divergence = _divergence(p, q, self.order)
        doc.agrees(doc.member(place, "divergence", dict), divergence, "the divergence", EPS)
        number = self.number(p, q)
        if below and bound == 0:  # below 0 there is nothing
            return
        if number == num.INFINITY:  # no finite bound holds, and an infinite one is attained
            need(below or bound != num.INFINITY, "an infinite bound is never exceeded")
            if "excess" in place:
                doc.agrees(doc.member(place, "excess", dict), number, "the excess", self.parse)
            return
        need(bound != num.INFINITY, "the divergence at the place is finite, the bound is not")
        self.exceeds(place, number - bound, below=below, parse=self.parse)


def _claim_of(name: str, definition: OfOneOrder) -> type[Claim]:
    """The claim about finite channels that follows from a row of the table."""

    class _Claimed(_OfOneOrder):
        row = definition
        key = definition.bound or ""
        details = tuple(definition.fixed)

    _Claimed.__qualname__ = _Claimed.__name__ = name
    return _Claimed


class _ZCDP(PairClaim):
    key = "rho"
    place = ("inputs", "order", "divergence")
    by_balls = True

    def pair(self, p: Law, q: Law, bound: Any) -> bool:
        if all(p[y] == q[y] for y in self.outputs):
            return True
        if bound == 0 or any(q[y] == 0 < p[y] for y in self.outputs):
            return False
        with working_precision(BITS):
            return AllOrders(p, q, bound).proved()

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        order = _order(place["order"])
        need(order > 1 or (below and order == 1), "the order is not greater than 1")
        most = bound if bound == num.INFINITY else bound * num.Value(order)
        p, q = self.laws(place)
        divergence = _divergence(p, q, order)
        doc.agrees(doc.member(place, "divergence", dict), divergence, "the divergence", EPS)
        infinite = below and most == num.INFINITY and divergence == num.INFINITY
        if not infinite and not (below and most == 0):  # below 0 there is nothing
            self.exceeds(place, divergence - most, below=below)


class AllOrders:
    """K(α) ≤ ρ·α(α−1) for every real α > 1, or not, or Undecided."""

    def __init__(self, p: Law, q: Law, rho: Any) -> None:
        seen = [y for y in p if p[y] > 0]
        self.laws, self.claimed = (p, q), rho
        self.mass = [p[y].ball(BITS) for y in seen]
        self.loss = [_loss(p[y], q[y]).ball(BITS) for y in seen]
        self.rho: arb = rho.ball(BITS)
        self.left = MANY

    def k(self, order: Fraction) -> arb:
        """K(α), in a ball."""
        self.left -= 1
        need(
            self.left > 0,
            "too large: more orders of the divergence are needed than are tried",
            Limit,
        )
        beyond = _ball(order - 1)
        pairs = zip(self.mass, self.loss, strict=True)
        moment = arb(0)
        for mass, loss in pairs:
            moment += mass * (beyond * loss).exp()
        return moment.log()

    def g(self, order: Fraction) -> arb:
        """K(α) − ρ·α(α−1)."""
        return self.k(order) - self.rho * _ball(order * (order - 1))

    def curved(self, order: Fraction) -> bool:
        """Whether K'' > 2ρ may occur up to an order: K'' is a variance of the loss."""
        reach = arb(0).union(_ball(order - 1))
        weights = [m * (reach * x).exp() for m, x in zip(self.mass, self.loss, strict=True)]
        mean = sum((m * x for m, x in zip(self.mass, self.loss, strict=True)), arb(0)).mid()
        # Around any number, such as this one, the mean square is at least the variance.
        spread = arb(0)
        for weight, x in zip(weights, self.loss, strict=True):
            spread += weight * (x - mean) * (x - mean)
        return not spread / sum(weights, arb(0)) <= 2 * self.rho

    def proved(self) -> bool:
        """Whether it was proved; not where an order refutes it."""
        low = Fraction(2)
        for _ in range(DEEP):
            if self.g(low) > 0:
                return False
            if self.k(low) <= self.rho * _ball(low - 1):
                break
            if not self.curved(low) and _divergence(*self.laws, Fraction(1)) <= self.claimed:
                break
            low = (1 + low) / 2
        else:
            raise Limit("the orders next to 1 do not separate")
        while not all(x <= self.rho * _ball(low) for x in self.loss):
            high = 2 * low - 1
            if not self.between(low, self.g(low), high, self.g(high), DEEP):
                return False
            low = high
        return True

    def between(self, a: Fraction, at_a: arb, b: Fraction, at_b: arb, deep: int) -> bool:
        """The same for the orders from a to b."""
        if at_a > 0 or at_b > 0:
            return False
        room = -self.rho * _ball((b - a) ** 2 / 4)
        if at_a <= room and at_b <= room:
            return True
        need(deep > 0, "the divergences at two orders next to each other are not told apart", Limit)
        middle = (a + b) / 2
        there = self.g(middle)
        left = self.between(a, at_a, middle, there, deep - 1)
        return left and self.between(middle, there, b, at_b, deep - 1)


def _divergence(p: Law, q: Law, order: Fraction) -> Any:
    """D_α(P‖Q) in nats; at order 1 the divergence of Kullback and Leibler."""
    seen = [y for y in p if p[y] > 0]
    if any(q[y] == 0 for y in seen):
        return num.INFINITY
    if order == 1:
        terms = [p[y] * _loss(p[y], q[y]) for y in seen if p[y] != q[y]]
        return added(terms) if terms else num.Loss(0)
    terms = [_power(p[y], q[y], order) for y in seen]
    return num.ln(added(terms)) / num.Value(order - 1)


def _power(p: num.Value, q: num.Value, order: Fraction) -> Any:
    """p^α·q^(1−α)."""
    if max(order.numerator, order.denominator) > SHORT:
        return p * num.Real("exp", _loss(p, q) * num.Value(order - 1))
    if order.denominator == 1:
        return p**order.numerator / q ** (order.numerator - 1)
    scaled = _loss(p, q) * num.Value(order - 1)
    return p * (scaled.odds() if isinstance(scaled, num.Loss) else num.Real("exp", scaled))


def _loss(p: num.Value, q: num.Value) -> Any:
    if p == 0 or q == 0:
        need(p != q, "an output that cannot occur has no loss")
        return num.INFINITY if q == 0 else -num.INFINITY
    return num.ln(p / q)


def _order(given: Any) -> Fraction:
    exact = doc.exactly(given, num.as_value, "the order").as_rational()
    if exact is None:
        raise num.NumberError("the order of a divergence is irrational; a rational one is needed")
    return Fraction(int(exact.p), int(exact.q))


def _ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


CLAIMS: Final[Mapping[str, type[Claim]]] = {
    "total-variation": _TotalVariation,
    "bounded-range": _BoundedRange,
    "zcdp": _ZCDP,
    **trade_offs.CLAIMS,
    **{
        name: _claim_of(name, definition)
        for name, definition in DEFINITIONS.items()
        if isinstance(definition, OfOneOrder)
    },
}
"""The definitions that are re-checked here."""
