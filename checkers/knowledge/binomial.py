"""One binomial law, by rigorous balls, without its whole table: what a million voters need.

Single probabilities come from the logarithm of the gamma function, stretches from those by
recurrence, tails from sums outward of the mode. A sum of a log-concave sequence u stops at an x
where the ratio r = u(x+1)/u(x) is below 1: what is left is at most u(x)·r/(1 − r), and is added to
the radius (the same bound as Lemma 1 of Desfontaines et al. 2020 has for binomial tails).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import working_precision

Sequence = Callable[[int], arb]
MAX_TERMS = 3_000_000


class Binomial:
    """P(X = x) = C(m, x) p^x (1 − p)^{m−x} for 0 < p < 1, as balls of `bits` of precision.

    It has what `count_laws.Table` has, but for the list of all probabilities.
    """

    exact = False

    def __init__(self, p: Value, m: int, bits: int) -> None:
        self.m, self.bits = m, bits
        with working_precision(bits + 60):
            self.p = p.ball(bits + 60)
            self.ratio = self.p / (1 - self.p)
            self.logs = self.p.log(), (1 - self.p).log(), arb(m + 1).lgamma()
        self._tails: dict[tuple[bool, int], arb] = {}
        self._single: dict[int, arb] = {}
        self._stretch: tuple[int, list[arb], list[arb], list[arb]] = (0, [], [], [])

    def at(self, x: int) -> arb:
        """P(X = x), 0 outside of 0..m."""
        if not 0 <= x <= self.m:
            return arb(0)
        first, items, _, _ = self._stretch
        if first <= x < first + len(items):
            return items[x - first]
        if x not in self._single:
            with working_precision(self.bits + 60):
                log_p, log_q, whole = self.logs
                ways = whole - arb(x + 1).lgamma() - arb(self.m - x + 1).lgamma()
                self._single[x] = (ways + x * log_p + (self.m - x) * log_q).exp()
        return self._single[x]

    def below(self, x: int) -> arb:
        """P(X ≤ x)."""
        first, items, below, _ = self._stretch
        if first <= x < first + len(items):
            return below[x - first]
        if x < 0:
            return arb(0)
        return arb(1) if x >= self.m else self._tail(0, x)

    def above(self, x: int) -> arb:
        """P(X ≥ x)."""
        first, items, _, above = self._stretch
        if first <= x < first + len(items):
            return above[x - first]
        if x > self.m:
            return arb(0)
        return arb(1) if x <= 0 else self._tail(x, self.m)

    def _tail(self, low: int, high: int) -> arb:
        key = (low == 0, low + high)
        if key not in self._tails:
            mode = self._mode(low, high)
            start = self.at(mode)
            up = _outward(start, mode, high, self.step, self.bits)
            down = _outward(start, -mode, -low, lambda x: 1 / self.step(-x - 1), self.bits)
            self._tails[key] = start + up + down
        return self._tails[key]

    def _mode(self, low: int, high: int) -> int:
        return min(max(self.mode, low), high)

    @property
    def mode(self) -> int:
        """About where P(X = x) is largest: it only places sums and windows."""
        return int(float(self.p.mid()) * (self.m + 1))

    def step(self, x: int) -> arb:
        """P(X = x+1)/P(X = x)."""
        return self.ratio * fmpq(self.m - x, x + 1)

    def prepare(self, low: int, high: int) -> None:
        """Compute a stretch of probabilities and tails at once."""
        low, high = max(low, 0), min(high, self.m)
        if low > high:
            return
        items = [self.at(low)]
        for x in range(low, high):
            items.append(items[-1] * self.step(x))
        below, above = [self.below(low)], [self.above(high)]
        for item in items[1:]:
            below.append(below[-1] + item)
        for item in reversed(items[:-1]):
            above.append(above[-1] + item)
        self._stretch = low, items, below, above[::-1]


def _outward(start: arb, first: int, last: int, step: Sequence, bits: int) -> arb:
    """Σ of u(first+1), …, u(last) with u(first) = start, u(x+1) = u(x)·step(x), u log-concave."""
    total, item, small = arb(0), start, start * arb(2) ** (-bits)
    for x in range(first, last):
        ratio = step(x)
        item = item * ratio
        total += item
        if x - first > MAX_TERMS:
            raise Undecided("unsupported", "a tail needs too many terms")
        if item < small and ratio < 1:
            rest = item * ratio / (1 - ratio)
            return total + rest.union(arb(0))
    return total


def window(
    u: Sequence, low: int, high: int, rises: Callable[[int], bool], bits: int
) -> tuple[int, int, arb]:
    """Where a log-concave u ≥ 0 on low..high is more than 2^{−bits} of its largest value.

    Args: rises(x) whether u(x+1) > u(x), as far as floats of balls tell: it only places the window.
    Returns: (first, last, a bound on the sum of u outside of first..last).
    """
    a, z = low, high
    while a < z:
        middle = (a + z) // 2
        a, z = (middle + 1, z) if rises(middle) else (a, middle)
    small = u(a) * arb(2) ** (-bits)
    first, rest_down = _edge(u, a, low, small)
    last, rest_up = _edge(u, a, high, small)
    return first, last, rest_down + rest_up


def _edge(u: Sequence, mode: int, end: int, small: Any) -> tuple[int, arb]:
    """The first x from the mode towards the end with u(x) small, and a bound on what is beyond."""
    side = 1 if end >= mode else -1
    near, far = 0, abs(end - mode)
    while near < far:
        middle = (near + far) // 2
        near, far = (near, middle) if u(mode + side * middle) < small else (middle + 1, far)
    x = mode + side * near
    if x == end:
        return x, arb(0)
    before, item = u(x - side) if near else u(x), u(x)
    ratio = item / before if near else arb(1)
    if not ratio < 1:
        return end, arb(0)
    return x, item * ratio / (1 - ratio)
