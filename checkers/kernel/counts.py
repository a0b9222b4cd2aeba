"""The kernel's laws of large counts: tails by its own sums, exact or with rigorous balls.

Trusted, beside `dpverify.defs.numbers` (with python-flint) and the standard library. Nothing is
shared with the evaluator of counts. Let X be the number of "yes" among the unknown records but the
target, f(x) = P(X = x), which is log-concave (Newton's inequalities), b the number of known "yes",
Z = b + [target is yes] + X; released is Z if Z > T, else ⊥. Used of f are P(X = x), P(X ≤ x) and
P(X ≥ x), and these facts, with E = e^ε ≥ 1:

- an event is a union of runs of values of Z; over a run lo..hi, with S(a, c) = P(a ≤ X ≤ c) and
  both ends reduced by b, P(run | no) − E·P(run | yes) is f(hi) − E·f(lo−1) − (E−1)·S(lo, hi−1), and
  with no and yes exchanged f(lo−1) − E·f(hi) − (E−1)·S(lo, hi−1): nothing cancels at E = 1;
- ratios f(x)/f(x−1) decrease, so the best event for (no, yes) is {Z ≤ b+y} for a y ≥ T−b, and its
  gain rises in y while f(y) > E·f(y−1) and falls after; for (yes, no) it is {Z ≥ b+j}, j > T−b,
  whose gain falls in j from the first j with f(j−1) > E·f(j) on, and rises before it;
- hence δ_b does not decrease with b.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from flint import arb, arb_poly, fmpz, fmpz_poly

from dpverify.defs import numbers as num
from dpverify.defs.numbers.balls import working_precision

MAX_EXACT = 400_000_000  # squared records times bits of a probability: exact up to this
MAX_MIXED = 30_000  # records of different probabilities, by balls
MAX_LOOP = 2_000_000  # terms of one sum
GUARD, BLOCK = 80, 2048
Limit = partial(num.Undecided, "unsupported")
Parts = Sequence[tuple[num.Value, int]]


class Ball(num.Real):
    """A number given by what computes a ball of it at a precision; balls are kept."""

    __slots__ = ("_compute", "_kept")

    def __init__(self, compute: Callable[[int], arb]) -> None:
        super().__init__("+")
        self._compute, self._kept = compute, {}  # type: ignore[var-annotated]  # see ball

    def ball(self, bits: int) -> arb:
        """A ball that contains the number."""
        if bits not in self._kept:
            with working_precision(bits + GUARD):
                self._kept[bits] = self._compute(bits + GUARD)
        return self._kept[bits]  # type: ignore[no-any-return]  # from compute

    def __str__(self) -> str:
        return f"about {self.ball(64).str(12, radius=False)}"


def summed(numbers: Sequence[Any]) -> Any:
    """The sum of many numbers, without nesting."""
    if any(isinstance(number, num.Real) for number in numbers):
        return Ball(lambda bits: sum((number.ball(bits) for number in numbers), start=arb(0)))
    return num.total(numbers)


def largest(numbers: Sequence[Any]) -> Any:
    """The largest of numbers that balls need not tell apart."""

    def compute(bits: int) -> arb:
        maximum: arb = numbers[0].ball(bits)
        for number in numbers[1:]:
            maximum = maximum.max(number.ball(bits))
        return maximum

    real = any(isinstance(number, num.Real) for number in numbers)
    return Ball(compute) if real else max(numbers)


class Exact:
    """A law of a count, exact, by the product of (1 − p + p·x)^count."""

    def __init__(self, parts: Parts) -> None:
        product, below = fmpz_poly([1]), fmpz(1)
        for p, count in parts:
            q = p.as_fraction()
            product *= fmpz_poly([q.denominator - q.numerator, q.numerator]) ** count
            below *= fmpz(q.denominator) ** count
        self.m = sum(count for _, count in parts)
        items = [product[x] for x in range(self.m + 1)]
        self._items, self._denominator = items, num.Value(below)
        self._up = [fmpz(0), *accumulate(items)]

    def at(self, x: int) -> Any:
        """P(X = x)."""
        return self.between(x, x)

    def between(self, low: int, high: int) -> Any:
        """P(low ≤ X ≤ high)."""
        low, high = max(low, 0), min(high, self.m)
        if low > high:
            return num.ZERO
        return num.Value(self._up[high + 1] - self._up[low]) / self._denominator


class Mixed:
    """A law of a count as balls of `bits`: of several probabilities, by a product."""

    def __init__(self, parts: Parts, bits: int) -> None:
        self.m, self.bits = sum(count for _, count in parts), bits
        if self.m > MAX_MIXED:
            raise Limit("too large: a count of many probabilities")
        level = [arb_poly([1])]
        for p, count in parts:
            chance = p.ball(bits)
            level += [arb_poly([1 - chance, chance]) ** count]
        while len(level) > 1:
            pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
            level = [pair[0] * pair[-1] if len(pair) == 2 else pair[0] for pair in pairs]
        self._items = [level[0][x].max(arb(0)) for x in range(self.m + 1)]
        self._up = [arb(0), *accumulate(self._items)]
        self._down = [arb(0), *accumulate(reversed(self._items))]

    def at(self, x: int) -> arb:
        """P(X = x)."""
        return self._items[x] if 0 <= x <= self.m else arb(0)

    def below(self, x: int) -> arb:
        """P(X ≤ x)."""
        return self._up[min(max(x + 1, 0), self.m + 1)]

    def above(self, x: int) -> arb:
        """P(X ≥ x)."""
        return self._down[min(max(self.m + 1 - x, 0), self.m + 1)]


class Alike:
    """The binomial law of m records of probability 0 < p < 1, as balls of `bits`.

    C(m, x) p^x (1 − p)^{m−x} is computed once for each block of x and carried on by ratios. A tail
    is summed away from the mode until a term u with ratio r < 1 is small; log-concavity bounds what
    is left by u·r/(1 − r).
    """

    def __init__(self, p: num.Value, m: int, bits: int) -> None:
        self.m, self.bits = m, bits
        self._p = p.ball(bits)
        self._odds = self._p / (1 - self._p)
        self._mode = int(float(p.ball(64).mid()) * m)  # where the tails are split, no more
        self._blocks: dict[int, list[arb]] = {}
        self._tails: dict[tuple[int, bool], list[arb]] = {}

    def at(self, x: int) -> arb:
        """P(X = x)."""
        if not 0 <= x <= self.m:
            return arb(0)
        return self._block(x // BLOCK)[x % BLOCK]

    def _direct(self, x: int) -> arb:
        ways = arb(fmpz.bin_uiui(self.m, x)) if self.m < 4096 else arb.bin_uiui(self.m, x)
        return ways * self._p**x * (1 - self._p) ** (self.m - x)

    def _ratio(self, x: int) -> arb:
        """f(x + 1)/f(x)."""
        return self._odds * (self.m - x) / (x + 1)

    def _block(self, j: int) -> list[arb]:
        if j not in self._blocks:
            first, last = j * BLOCK, min((j + 1) * BLOCK - 1, self.m)
            items = [self._direct(first)]
            for x in range(first, last):
                items.append(items[-1] * self._ratio(x))
            self._blocks[j] = items
        return self._blocks[j]

    def below(self, x: int) -> arb:
        """P(X ≤ x)."""
        if x < 0:
            return arb(0)
        if x >= self.m:
            return arb(1)
        return self._cumulated(x, up=True) if x <= self._mode else 1 - self.above(x + 1)

    def above(self, x: int) -> arb:
        """P(X ≥ x)."""
        if x > self.m:
            return arb(0)
        if x <= 0:
            return arb(1)
        return self._cumulated(x, up=False) if x > self._mode else 1 - self.below(x - 1)

    def _cumulated(self, x: int, *, up: bool) -> arb:
        """P(X ≤ x) if up, else P(X ≥ x), kept for the block of x; x on that side of the mode."""
        j = x // BLOCK
        if (j, up) not in self._tails:
            block = self._block(j)
            if up:
                start, items = self._tail(j * BLOCK - 1, -1), block
            else:
                start, items = self._tail((j + 1) * BLOCK, 1), block[::-1]
            sums = list(accumulate(items, initial=start))[1:]
            self._tails[j, up] = sums if up else sums[::-1]
        return self._tails[j, up][x % BLOCK]

    def _tail(self, x: int, side: int) -> arb:
        """f(x) + f(x + side) + … to the end of that side."""
        if not 0 <= x <= self.m:
            return arb(0)
        item = total = self.at(x)
        for _ in range(MAX_LOOP):
            if x == (self.m if side > 0 else 0):
                return total
            ratio = self._ratio(x) if side > 0 else 1 / self._ratio(x - 1)
            if ratio < 1 and item * ratio < (1 - ratio) * total * arb(2) ** (-self.bits):
                return total + (item * ratio / (1 - ratio)).union(arb(0))
            item, x = item * ratio, x + side
            total += item
        raise Limit("too large: a tail of a count")


class Balls:
    """A law of a count by balls of any precision, and its probabilities as numbers."""

    def __init__(self, parts: Parts) -> None:
        self._shift = sum(count for p, count in parts if p == 1)
        self.m = sum(count for _, count in parts)
        self._parts = [(p, count) for p, count in parts if 0 < p < 1 and count]
        self._laws: dict[int, Alike | Mixed] = {}

    def law(self, bits: int) -> Alike | Mixed:
        """The law of the records that are not sure, at a precision."""
        if bits not in self._laws:
            with working_precision(bits):
                self._laws[bits] = Alike(*self._parts[0], bits) if len(self._parts) == 1 else \
                    Mixed(self._parts, bits)  # fmt: skip
        return self._laws[bits]

    @property
    def ends(self) -> tuple[int, int]:
        """The smallest and the largest count of positive probability."""
        return self._shift, self._shift + sum(count for _, count in self._parts)

    def at_bits(self, x: int, bits: int) -> arb:
        """A ball of P(X = x)."""
        return self.law(bits).at(x - self._shift)

    def between_bits(self, low: int, high: int, bits: int) -> arb:
        """A ball of P(low ≤ X ≤ high)."""
        low, high, law = max(low - self._shift, 0), high - self._shift, self.law(bits)
        if low > min(high, law.m):
            return arb(0)
        if low == 0:
            return law.below(high)
        if high >= law.m:
            return law.above(low)
        if high - low < BLOCK:
            return sum((law.at(x) for x in range(low, high + 1)), start=arb(0))
        return 1 - law.below(low - 1) - law.above(high + 1)

    def at(self, x: int) -> Any:
        """P(X = x)."""
        inside = self.ends[0] <= x <= self.ends[1]
        return Ball(lambda bits: self.at_bits(x, bits)) if inside else num.ZERO

    def between(self, low: int, high: int) -> Any:
        """P(low ≤ X ≤ high)."""
        empty = low > high or high < self.ends[0] or low > self.ends[1]
        return num.ZERO if empty else Ball(lambda bits: self.between_bits(low, high, bits))


def law_of(parts: Parts) -> Exact | Balls:
    """The law of the number of "yes" among so many records of each probability."""
    merged: dict[num.Value, int] = {}
    for p, count in parts:
        merged[p] = merged.get(p, 0) + count
    parts, size = list(merged.items()), 1
    for p, _ in parts:
        exact = p.as_rational()
        size = max(size, MAX_EXACT if exact is None else int(exact.q).bit_length())
    whole = sum(count for _, count in parts) ** 2 * size <= MAX_EXACT
    return Exact(parts) if whole else Balls(parts)
