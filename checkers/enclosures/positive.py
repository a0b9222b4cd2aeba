"""∫ max(0, f) along a line: cells on which the sign of f is certain, and the rest bounded.

f is a difference of sums of products. A cell on which a ball shows f > 0 is integrated, one with
f ≤ 0 is left out, any other is halved, or counts between 0 and its width times the largest f. Where
p = odds·q on a whole interval, as in the tails of Laplace noise, interpolation bounds f instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count

from flint import acb, arb

from dpverify.checkers.enclosures.products import Product, between, nothing, pieces
from dpverify.checkers.enclosures.sources import Function, ball

MOST_CELLS = 4_000
"""Cells that are halved."""
NODES = 32
OFTEN = 16
"""After how many of them it is looked whether they suffice."""
Weighted = Sequence[tuple[arb, Product]]
Interval = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Positive:
    """The integral, and intervals outside of which f is nowhere certainly positive."""

    integral: arb
    where: tuple[Interval, ...]


def positive_part(
    plus: Weighted, minus: Weighted, bits: int, tick: Callable[[], None] = lambda: None
) -> Positive:
    """∫ max(0, Σ w·plus − Σ w·minus), to about 2^−bits where the cells suffice.

    Args: products with densities, weights ≥ 0.
    """
    if not plus:
        return Positive(arb(0), ())
    low, high, outside = _reach(plus, bits)
    every = [*plus, *((-w, product) for w, product in minus)]
    cells = _Cells(every, tick)
    kinks = {low, high}.union(*(product.kinks() for _, product in every))
    for u, v in pieces(kinks, low, high):
        cells.look(u, v, (u + v) / 2)
    cells.refine(bits)
    total = (outside + cells.flat) * arb(0.5, 0.5)
    for _, _, top, _ in cells.open:
        total += top * arb(0.5, 0.5)
    runs = _runs(cells.positive)
    for u, v, middle in runs:
        total += cells.integral(u, v, middle)
    return Positive(total, _joined(runs))


Cell = tuple[Fraction, Fraction, Fraction]
"""Both ends, and a point inside the piece without kinks that the cell is in."""


class _Cells:
    """Cells where f is positive, and a heap of open ones, those that matter most first."""

    def __init__(self, every: Weighted, tick: Callable[[], None]) -> None:
        self._every, self._tick, self._number = every, tick, count()
        self._pieces: dict[Fraction, list[tuple[arb, Function]]] = {}
        self.positive: list[Cell] = []
        self.flat = arb(0)
        self.open: list[tuple[float, int, arb, Cell]] = []

    def value(self, t: acb, inside: Fraction) -> acb:
        """f on the piece that `inside` lies in."""
        parts = self._pieces.get(inside)
        if parts is None:
            found = [(weight, product.on(inside)) for weight, product in self._every]
            parts = self._pieces[inside] = [(w, each) for w, each in found if each is not nothing]
        total = acb(0)
        for weight, each in parts:
            total += weight * each(t)
        return total

    def integral(self, u: Fraction, v: Fraction, middle: Fraction) -> arb:
        """∫ f over a cell."""
        return between(lambda t: self.value(t, middle), u, v)

    def look(self, u: Fraction, v: Fraction, middle: Fraction) -> None:
        """Sort in one cell."""
        self._tick()
        f = self.value(acb(ball(u).union(ball(v))), middle).real
        if f > 0:
            self.positive.append((u, v, middle))
        elif not f <= 0:
            top = (f.upper() * ball(v - u)).upper()
            size = float(top) if top.is_finite() else float("inf")
            heappush(self.open, (-size, next(self._number), top, (u, v, middle)))

    def _most(self, u: Fraction, v: Fraction, middle: Fraction) -> arb:
        """A bound of |f| on a cell where it may be 0 throughout, which halving never shows.

        On a piece f is an entire function. With |f| ≤ M within 4h of the middle of a cell of
        half-width h, its interpolation in n Chebyshev nodes errs by (1 + Λ)·M·4^−n·4/3 at most,
        Λ ≤ 1 + (2/π)·ln n < 4 the Lebesgue constant.
        """
        centre, half = acb(ball((u + v) / 2)), ball((v - u) / 2)
        wide = (4 * half) * arb(0, 1)
        around = abs(self.value(centre + acb(wide, wide), middle)).upper()
        at = [(arb.pi() * (2 * j + 1) / (2 * NODES)).cos() for j in range(NODES)]
        values = [abs(self.value(centre + half * x, middle)).upper() for x in at]
        worst = arb(0)
        for value in values:
            worst = worst.max(value)
        return (4 * worst + 5 * around * arb(4) ** -NODES * 4 / 3).upper()

    def refine(self, bits: int) -> None:
        """Halve open cells until they matter less than 2^−bits together, or there are too many."""
        for done in range(MOST_CELLS):
            if done % OFTEN == 0 and sum(-size for size, *_ in self.open) < 2.0**-bits:
                return
            if not self.open:
                return
            u, v, middle = heappop(self.open)[-1]
            half = (u + v) / 2
            if done >= OFTEN and abs(self.value(acb(ball(half)), middle)) < 2.0**-bits:
                most = self._most(u, v, middle)
                if most < 2.0**-bits:
                    self.flat += most * ball(v - u)
                    continue
            self.look(u, half, middle)
            self.look(half, v, middle)


def _reach(plus: Weighted, bits: int) -> tuple[Fraction, Fraction, arb]:
    """An interval, and a bound of ∫ Σ w·plus outside it."""
    found = [product.reach(bits) for _, product in plus]
    outside = arb(0)
    for (weight, _), (_, _, each) in zip(plus, found, strict=True):
        outside += weight * each
    low, high = min(u for u, _, _ in found), max(v for _, v, _ in found)
    return low, max(low, high), outside


def _runs(
    cells: list[Cell],
) -> list[Cell]:
    """Neighbouring cells of one piece as one."""
    found: list[Cell] = []
    for u, v, middle in sorted(cells):
        if found and found[-1][1:] == (u, middle):
            found[-1] = (found[-1][0], v, middle)
        else:
            found.append((u, v, middle))
    return found


def _joined(runs: list[Cell]) -> tuple[Interval, ...]:
    """Neighbouring runs as intervals."""
    found: list[tuple[Fraction, Fraction]] = []
    for u, v, _ in runs:
        if found and found[-1][1] == u:
            found[-1] = (found[-1][0], v)
        else:
            found.append((u, v))
    return tuple(found)
