"""Programs, from their text to the channel that they are; `measure` of it is a moment more.

Each run takes a program of its own, so that nothing is kept from the one before. The limit is what
a plain calculation of the same law takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import dpverify as dv
from benchmarks.waits.row import Goal, Row, Work


@dv.mechanism(inputs=[0, 1])
def coins(bit: int, draw: Any, *, n: int = 1000) -> int:
    """2·2^n paths that meet at n checkpoints."""
    heads = bit
    for step in range(n):
        draw.checkpoint(step, heads)
        heads += draw.flip("1/2")
    return heads


@dv.mechanism(inputs=[0, 1])
def flips(bit: int, draw: Any, *, n: int = 19) -> int:
    """2·2^n paths, no checkpoint."""
    return bit + sum(map(int, (draw.flip("1/3") for _ in range(n))))


@dv.mechanism(inputs=[0, 1])
def dice(bit: int, draw: Any, *, n: int = 708) -> int:
    """2·n² paths of two dice."""
    return bit + int(draw.uniform(range(n))) + int(draw.uniform(range(n)))


@dv.mechanism(inputs=[0, 1])
def exponentials(bit: int, draw: Any, *, n: int = 16) -> int:
    """2·2^n paths whose probabilities hold powers of e."""
    return bit + sum(map(int, (draw.flip("exp(-1)") for _ in range(n))))


@dv.mechanism(inputs=[0, 1])
def tosses(bit: int, draw: Any, *, n: int = 560) -> int:
    """Tosses until heads, n at most."""
    for toss in range(n):
        if draw.flip("1/2"):
            return toss + bit
    return n + bit


@dv.mechanism(inputs=[0, 1])
def heads_of(bit: int, draw: Any, *, n: int = 560) -> int:
    """2·2^n paths of n tosses, a statement each, no checkpoint."""
    heads = bit
    for _ in range(n):
        if draw.flip("1/3"):
            heads += 1
    return heads


def k_ary(value: int, draw: Any, *, n: int = 1000) -> Any:
    """Randomised response on n values, n² paths; its inputs are given below."""
    if draw.flip("1/3"):
        return value
    return draw.uniform(range(n))


def _counts(n: int) -> Any:
    counts = Counter({0: 1})
    for _ in range(n):
        counts = Counter({k: counts[k] + counts[k - 1] for k in range(max(counts) + 2)})
    return counts


def _faces(n: int) -> Any:
    sums: Counter[int] = Counter()
    for one in range(n):
        for other in range(n):
            sums[one + other] += 1
    return sums


def _same(n: int) -> Any:
    import numpy as np

    return np.eye(n) / 3 + np.full((n, n), 2 / 3 / n)


def _powers(n: int) -> list[Fraction]:
    return [Fraction(1, 2 ** (k + 1)) for k in range(n)]


def _channel_of(program: Any, limit: Callable[[int], Any]) -> Callable[[int], Work]:
    def work(n: int) -> Work:
        return Work(lambda: dv.channel_of(program.with_parameters(n=n)), lambda: limit(n))

    return work


def _k_ary(n: int) -> Work:
    def ours() -> Any:
        return dv.channel_of(dv.mechanism(inputs=range(n))(k_ary).with_parameters(n=n))

    return Work(ours, lambda: _same(n))


COUNTS = "counts of heads in a dictionary"
ROWS = (
    Row(4, "coins with checkpoints", "coins", COUNTS, (50, 100, 200, 1000),
        _channel_of(coins, _counts), {200: "not done in 100 s", 1000: "0.16 s by counting"}),
    Row(4, "paths of coins", "coins, 2·2^n paths", COUNTS, (13, 15, 17, 19),
        _channel_of(flips, _counts), {19: "14 s"}, goal=Goal(19, "s", 14 / 3)),
    Row(4, "paths of two dice", "sides, 2·n² paths", "sums of both dice in a dictionary",
        (100, 200, 400, 708), _channel_of(dice, _faces), {708: "6.7 s"},
        goal=Goal(708, "s", 6.7 / 3)),
    Row(4, "paths with powers of e", "coins, 2·2^n paths", COUNTS, (10, 12, 14, 16),
        _channel_of(exponentials, _counts)),
    Row(4, "randomised response on n values", "values", "its n × n floats in numpy",
        (100, 300, 500, 1000), _k_ary, {300: "82 s"}, goal=Goal(1000, "s", 2)),
    Row(4, "tosses until heads", "tosses at most", "its n probabilities",
        (70, 140, 280, 560), _channel_of(tosses, _powers), {560: "unknown"}),
    Row(4, "tosses, counted, no checkpoint", "tosses", COUNTS, (70, 140, 280, 560),
        _channel_of(heads_of, _counts)),
)  # fmt: skip
