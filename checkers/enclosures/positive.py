"""∫ max(0, f) along a line, enclosed: cells on which the sign of f is certain, and the rest bounded.

f is a difference of sums of products. A cell on which a ball shows f > 0 is integrated, one with
f ≤ 0 is left out, any other is halved, or counts between 0 and its width times the largest f.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count

from flint import acb, arb

from dpverify.checkers.enclosures.products import Product, between, pieces
from dpverify.checkers.enclosures.sources import ball

MOST_CELLS = 6_000
"""Cells that are looked at."""
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
    """∫ max(0, Σ w·plus − Σ w·minus), about `bits` bits behind the point where cells suffice.

    Args: products with densities, weights ≥ 0.
    """
    if not plus:
        return Positive(arb(0), ())
    low, high, outside = _reach(plus, bits)
    every = [*plus, *((-w, product) for w, product in minus)]

    def value(t: acb, inside: Fraction) -> acb:
        total = acb(0)
        for weight, product in every:
            total += weight * product.value(t, inside)
        return total

    kinks = {low, high}.union(*(product.kinks() for _, product in every))
    certain: list[tuple[Fraction, Fraction, Fraction]] = []
    heap: list[tuple[float, int, arb, Fraction, Fraction, Fraction]] = []
    number, error, enough = count(), 0.0, 2.0**-bits

    def look(u: Fraction, v: Fraction, middle: Fraction) -> None:
        nonlocal error
        tick()
        f = value(acb(ball(u).union(ball(v))), middle).real
        if f > 0:
            certain.append((u, v, middle))
        elif not f <= 0:
            top = (f.upper() * ball(v - u)).upper()
            size = float(top) if top.is_finite() else float("inf")
            heappush(heap, (-size, next(number), top, u, v, middle))
            error += min(size, 1e300)

    for u, v in pieces(kinks, low, high):
        look(u, v, (u + v) / 2)
    while heap and next(number) < 4 * MOST_CELLS:
        if error < enough:
            error = sum(-size for size, *_ in heap)  # without what rounding left over
            if error < enough:
                break
        size, _, _, u, v, middle = heappop(heap)
        error -= min(-size, 1e300)
        half = (u + v) / 2
        look(u, half, middle)
        look(half, v, middle)
    total = outside * arb(0.5, 0.5)
    for _, _, top, *_ in heap:
        total += top * arb(0.5, 0.5)
    runs = _runs(certain)
    for u, v, middle in runs:
        total += _integral(value, u, v, middle)
    return Positive(total, _joined(runs, low, high))


def _integral(
    value: Callable[[acb, Fraction], acb], u: Fraction, v: Fraction, middle: Fraction
) -> arb:
    return between(lambda t, _: value(t, middle), u, v)


def _reach(plus: Weighted, bits: int) -> tuple[Fraction, Fraction, arb]:
    """An interval, and a bound of ∫ Σ w·plus outside it."""
    found = [product.reach(bits) for _, product in plus]
    outside = arb(0)
    for (weight, _), (_, _, each) in zip(plus, found, strict=True):
        outside += weight * each
    low, high = min(u for u, _, _ in found), max(v for _, v, _ in found)
    return low, max(low, high), outside


def _runs(
    cells: list[tuple[Fraction, Fraction, Fraction]],
) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Neighbouring cells of one piece as one."""
    found: list[tuple[Fraction, Fraction, Fraction]] = []
    for u, v, middle in sorted(cells):
        if found and found[-1][1:] == (u, middle):
            found[-1] = (found[-1][0], v, middle)
        else:
            found.append((u, v, middle))
    return found


def _joined(
    runs: list[tuple[Fraction, Fraction, Fraction]], low: Fraction, high: Fraction
) -> tuple[Interval, ...]:
    """Neighbouring runs as intervals."""
    del low, high
    found: list[tuple[Fraction, Fraction]] = []
    for u, v, _ in runs:
        if found and found[-1][1] == u:
            found[-1] = (found[-1][0], v)
        else:
            found.append((u, v))
    return tuple(found)
