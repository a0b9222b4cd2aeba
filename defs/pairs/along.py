"""Two laws of words and of one released value each, whose densities are sums of exponentials.

Between finitely many rational places both densities are Σ c·e^{rv} with rational rates r. The sign
of p − e^ε·q there is known where the sum has at most one change of sign among its coefficients, in
the order of the rates: such a sum has at most one zero (Descartes' rule for sums of exponentials;
Laguerre 1883), and the signs at both ends say whether it lies between them.

What must never change: where the sign is not known so, the question is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Loss, Number, Real, Value, exp, ln
from dpverify.defs.pairs.contract import Pair

Sum = Mapping[Fraction, Any]
"""Σ c·e^{rv}: the coefficients c ≠ 0 by their rates r; Values, or Reals where e^ε is one."""
Mass = Value | Real
"""A probability."""
End = Loss | Real | None
"""A place on the line of values; None beyond all bounds."""
MOST_POWER = 12
"""Orders whose powers of sums are multiplied out."""


@dataclass(frozen=True)
class Cell:
    """Both densities between two places, of one word."""

    low: End
    high: End
    one: Sum
    other: Sum


class Along(Pair):
    """Words with their probabilities, and cells of the values that other words release.

    Args: words (P, Q) for each word without a value; cells those of all others.
    """

    kind = "a value that depends on comparisons"

    def __init__(self, words: Sequence[tuple[Mass, Mass]], cells: Sequence[Cell]) -> None:
        self.words, self.cells = tuple(words), tuple(cells)

    def excess(self, eps: Loss | Real) -> Number:
        """Σ max(0, P − e^ε·Q) over words, and ∫ max(0, p − e^ε·q) over cells."""
        odds = exp(eps)
        total: Number = Value(0)
        for p, q in self.words:
            gap = p - odds * q
            total = total + gap if gap.sign() > 0 else total
        for cell in self.cells:
            more = less(cell.one, cell.other, odds)
            for low, high in positive(more, cell.low, cell.high):
                total = total + integral(more, low, high)
        return total

    def beyond(self, eps: Loss | Real) -> Number:
        """P of where p > e^ε·q."""
        return self._where(exp(eps), Value(1))

    def beyond_either_way(self, eps: Loss | Real) -> Number:
        """P of where p > e^ε·q or q > e^ε·p."""
        return self._where(exp(eps), Value(1)) + self._where(Value(1), exp(eps), back=True)

    def _where(self, odds: Number, own: Number, *, back: bool = False) -> Number:
        """P of where p > odds·q; back: of where q > own·p."""
        sign = -1 if back else 1
        total: Number = Value(0)
        for p, q in self.words:
            total = total + p if ((own * p - odds * q) * sign).sign() > 0 else total
        for cell in self.cells:
            gap = less(scaled(cell.one, own * sign), scaled(cell.other, Value(sign)), odds)
            for low, high in positive(gap, cell.low, cell.high):
                total = total + integral(cell.one, low, high)
        return total

    def largest_loss(self) -> Loss | Real:
        """The largest ln(P/Q) of words, and at the ends of cells where it is monotone."""
        largest: Any = Loss(0)
        for p, q in self.words:
            if p.sign() > 0:
                largest = _larger(largest, INFINITY if q.sign() == 0 else ln(p / q))
        for cell in self.cells:
            if cell.one:
                largest = _larger(largest, self._loss(cell))
        return largest  # type: ignore[no-any-return]  # a Loss or a Real

    def loss_range(self) -> Loss | Real:
        """The largest loss from P, and the largest from Q: −L is the loss the other way round."""
        words = [(q, p) for p, q in self.words]
        cells = [Cell(cell.low, cell.high, cell.other, cell.one) for cell in self.cells]
        both = self.largest_loss(), Along(words, cells).largest_loss()
        return INFINITY if INFINITY in both else both[0] + both[1]

    def _loss(self, cell: Cell) -> Any:
        if not cell.other:
            return INFINITY
        (r, c), (s, d) = self._single(cell.one), self._single(cell.other)
        if r == s:
            return ln(c / d)
        end = cell.high if r > s else cell.low
        return INFINITY if end is None else ln(c / d) + end * Value(r - s)

    def _single(self, found: Sum) -> tuple[Fraction, Any]:
        if len(found) != 1:
            self.refuse("the largest loss, where densities are sums of several exponentials")
        return next(iter(found.items()))

    def divergence(self, order: Fraction) -> Number:
        """ln(Σ P^α·Q^(1−α) + ∫ p^α·q^(1−α)) / (α − 1)."""
        total: Number = Value(0)
        for p, q in self.words:
            if p.sign() > 0:
                if q.sign() == 0:
                    return INFINITY
                total = total + _power(p, order) * _power(q, 1 - order)
        for cell in self.cells:
            if cell.one:
                product = self._product(cell, order)
                if product is None or not _converges(product, cell):
                    return INFINITY
                total = total + integral(product, cell.low, cell.high)
        return ln(total) / Value(order - 1)

    def _product(self, cell: Cell, order: Fraction) -> Sum | None:
        """p^α·q^(1−α) on a cell; None where p > 0 = q."""
        if not cell.other:
            return None
        if len(cell.other) > 1:
            self.refuse("the Rényi divergence, where densities are sums of several exponentials")
        ((s, d),) = cell.other.items()
        if len(cell.one) == 1:
            ((r, c),) = cell.one.items()
            power: Sum = {r * order: _power(c, order)}
        elif order.denominator == 1 and order <= MOST_POWER:
            power = {Fraction(0): Value(1)}
            for _ in range(int(order)):
                power = times(power, cell.one)
        else:
            self.refuse("the Rényi divergence of that order, where densities are sums")
        return times(power, {s * (1 - order): _power(d, 1 - order)})

    def rate(self) -> Number:
        """Infinite where some order is; else not known."""
        return self._infinite("the divergences of all orders")

    def gaussian_distance(self) -> Number:
        """Infinite where the loss of some output is; else not known."""
        if self._impossible():
            return INFINITY
        return self.refuse("the comparison with normal laws")

    def _impossible(self) -> bool:
        """Whether P can give what Q cannot."""
        return any(cell.one and not cell.other for cell in self.cells) or any(
            p.sign() > 0 and q.sign() == 0 for p, q in self.words
        )

    def _infinite(self, question: str) -> Number:
        """INFINITY where the divergence of a large order is, since a tail of P outweighs Q's."""
        if self._impossible() or any(map(_outweighs, self.cells)):
            return INFINITY
        return self.refuse(question)


def _outweighs(cell: Cell) -> bool:
    """Whether p/q grows exponentially towards an end beyond all bounds."""
    if not cell.one or not cell.other:
        return False
    up = cell.high is None and max(cell.one) > max(cell.other)
    return up or (cell.low is None and min(cell.one) < min(cell.other))


def less(one: Sum, other: Sum, odds: Number) -> Sum:
    """one − odds·other, without zero terms."""
    found = dict(one)
    for rate, c in other.items():
        gap = odds * c
        found[rate] = found[rate] - gap if rate in found else -gap
    return {rate: c for rate, c in found.items() if c.sign()}


def scaled(found: Sum, factor: Number) -> Sum:
    """factor·sum."""
    return {rate: factor * c for rate, c in found.items()}


def times(left: Sum, right: Sum) -> Sum:
    """The product."""
    found: dict[Fraction, Any] = {}
    for r, c in left.items():
        for s, d in right.items():
            found[r + s] = found[r + s] + c * d if r + s in found else c * d
    return found


def positive(found: Sum, low: End, high: End) -> Iterator[tuple[End, End]]:
    """Yield the intervals within (low, high) on which a sum is above 0.

    Raises: Undecided("unsupported") where its zeros are not known.
    """
    signs = [found[rate].sign() for rate in sorted(found)]
    changes = sum(a != b for a, b in pairwise(signs))
    if not signs:
        return
    if not changes:
        if signs[0] > 0:
            yield low, high
        return
    if changes > 1:
        raise _unknown("whose sign changes more than once")
    start = signs[0] if low is None else at(found, low).sign()
    stop = signs[-1] if high is None else at(found, high).sign()
    if start == stop or not start or not stop:  # a zero at an end is the only one
        if (start or stop) > 0:
            yield low, high
        return
    place = _zero(found)
    yield (low, place) if start > 0 else (place, high)


def _zero(found: Sum) -> Loss | Real:
    """The zero of c·e^{rv} + d·e^{sv}, with c/d < 0: ln(−c/d)/(s − r)."""
    if len(found) != 2:
        raise _unknown("of more than two exponentials")
    (r, c), (s, d) = found.items()
    return ln(-c / d) / Value(s - r)


def _unknown(what: str) -> Undecided:
    return Undecided("unsupported", f"the zeros of a difference of densities {what} are not known")


def at(found: Sum, place: Any) -> Number:
    """The sum at a place."""
    total: Number = Value(0)
    for rate, c in found.items():
        total = total + c * exp(place * Value(rate))
    return total


def integral(found: Sum, low: End, high: End) -> Number:
    """∫ over an interval on which it converges."""
    total: Number = Value(0)
    for rate, c in found.items():
        if not rate:
            if low is None or high is None:
                raise _unknown("that does not decay")
            total = total + c * _as_number(high - low)
            continue
        for end, factor in ((high, c / Value(rate)), (low, -c / Value(rate))):
            if end is not None:
                total = total + factor * exp(end * Value(rate))
    return total


def _converges(found: Sum, cell: Cell) -> bool:
    up = cell.high is not None or all(rate < 0 for rate in found)
    return up and (cell.low is not None or all(rate > 0 for rate in found))


def _as_number(length: Any) -> Number:
    rational = length.as_rational() if isinstance(length, Loss) else None
    return length if rational is None else Value(rational)


def _power(base: Any, order: Fraction) -> Number:
    """base^order for base > 0."""
    if order.denominator == 1:
        return base ** int(order)  # type: ignore[no-any-return]  # a Value or a Real
    return exp(ln(base) * Value(order))


def _larger(one: Any, other: Any) -> Any:
    return other if other == INFINITY or other > one else one


def merged(sums: Iterable[Sum]) -> Sum:
    """The sum of sums, without zero terms."""
    found: dict[Fraction, Any] = {}
    for one in sums:
        for rate, c in one.items():
            found[rate] = found[rate] + c if rate in found else c
    return {rate: c for rate, c in found.items() if c.sign()}
