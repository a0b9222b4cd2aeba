"""The 49 functions of DPriv-Bench in plain Python: an oracle that shares nothing with the program.

Each is (text, stated sensitivity as a function of n, function of a list). Written by hand from the
formulas of the function bank (Wang et al. 2026, arXiv 2604.15851, category 1).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise, product

X = Sequence[float]


def _mean(x: X) -> float:
    return sum(x) / len(x)


def _median(x: X) -> float:
    row, n = sorted(x), len(x)
    return row[n // 2] if n % 2 else (row[n // 2 - 1] + row[n // 2]) / 2


def _quartiles(x: X) -> float:
    row, n = sorted(x), len(x)
    return row[math.ceil(3 * n / 4) - 1] - row[math.ceil(n / 4) - 1]


def _sigma(u: float) -> float:
    return 1 / (1 + math.exp(-u))


def _steps(x: X) -> list[float]:
    return [a - b for a, b in pairwise(x)]


E = math.e
BANK: dict[int, tuple[Callable[[int], float], Callable[[X], float]]] = {
    1: (lambda _: 1, sum),
    2: (lambda _: 1, math.prod),
    3: (lambda _: 1, max),
    4: (lambda _: 1, min),
    5: (lambda n: 1 / n, _mean),
    6: (lambda _: 1, lambda x: math.hypot(*x)),
    7: (lambda _: 2, lambda x: sum(map(abs, _steps(x)))),
    8: (lambda n: 2 * (n - 1) / n, lambda x: sum(abs(v - _mean(x)) for v in x)),
    9: (lambda n: (n - 1) / n, lambda x: sum((v - _mean(x)) ** 2 for v in x)),
    10: (lambda _: 1, lambda x: sum(v * v for v in x)),  # μ = 0, one of its worst values
    11: (lambda _: 1, lambda x: sum(v * v for v in x)),
    12: (lambda _: 1, lambda x: sum(v**3 for v in x)),
    13: (lambda _: 1, lambda x: sum(math.sqrt(v) for v in x)),
    14: (lambda _: math.log(2), lambda x: sum(math.log1p(v) for v in x)),
    15: (lambda _: E - 1, lambda x: sum(math.exp(v) for v in x)),
    16: (lambda _: 1, lambda x: sum(math.sin(math.pi * v) for v in x)),
    17: (lambda _: 2, lambda x: sum(math.cos(math.pi * v) for v in x)),
    18: (lambda _: math.pi / 4, lambda x: sum(math.atan(v) for v in x)),
    19: (lambda _: 1 / 4, lambda x: sum(v * (1 - v) for v in x)),
    20: (lambda _: 1 / 16, lambda x: sum(v**2 * (1 - v) ** 2 for v in x)),
    21: (lambda _: 1, _median),
    22: (lambda _: 1, _quartiles),
    23: (lambda _: 1, lambda x: sum(v > 0.5 for v in x)),
    24: (lambda _: 1, lambda x: sum(0.25 <= v <= 0.75 for v in x)),
    25: (lambda _: 2, lambda x: sum(a * b for a, b in pairwise(x))),
    26: (lambda n: n - 1, lambda x: (sum(x) ** 2 - sum(v * v for v in x)) / 2),
    27: (lambda _: 1, lambda x: sum(a - b for a, b in zip(x[::2], x[1::2], strict=False))),
    28: (lambda n: 2 * n - 1, lambda x: sum(x) ** 2),
    29: (lambda n: n, lambda x: sum(i * v for i, v in enumerate(x, 1))),
    30: (lambda _: 1, lambda x: float(sum(x) > len(x) / 2)),
    31: (lambda _: 1, lambda x: sum(v > 0.7 for v in x)),
    32: (lambda _: 1, lambda x: float(all(v > 0.5 for v in x))),
    33: (lambda _: 1, lambda x: float(x[0] > x[1])),
    34: (lambda _: 1, lambda x: sum(v > 0.5 for v in x) % 2),
    35: (lambda _: math.log(2), lambda x: math.log(1 + sum(v * v for v in x))),
    36: (lambda _: math.sqrt(2), lambda x: math.hypot(*_steps([*x, x[0]]))),
    37: (lambda _: 1 / 2, lambda x: sum(v * v for v in x) / (1 + sum(x))),
    38: (lambda _: 1 - 1 / E, lambda x: math.exp(-sum(v * v for v in x))),
    39: (lambda _: 1 / 2, lambda x: sum(1 / (1 + v * v) for v in x)),
    40: (lambda _: (1 - 1 / E) / (2 * (1 + 1 / E)), lambda x: sum(map(_sigma, x))),
    41: (lambda n: E / (E + n - 1),
         lambda x: sum(v * math.exp(v) for v in x) / sum(map(math.exp, x))),
    42: (lambda _: 1 / 2, lambda x: sum(abs(v - 0.5) for v in x)),
    43: (lambda _: 2, lambda x: sum(v * v for v in _steps(x))),
    44: (lambda _: 1, lambda x: sum(reversed(x))),
    45: (lambda n: n - 1, lambda x: 1 + sum(v < x[0] for v in x)),
    46: (lambda _: 1, lambda x: sum(x[1::2])),
    47: (lambda _: 1, lambda x: sum(v / i for i, v in enumerate(x, 1))),
    48: (lambda _: math.log(3), lambda x: -sum(v * math.log(v + 2) for v in x)),  # δ = 2
    49: (lambda _: 1, lambda x: sum(abs(v - i / len(x)) for i, v in enumerate(x, 1))),
}  # fmt: skip


def largest_gap(number: int, n: int, grid: Sequence[float]) -> float:
    """The largest difference of two neighbours whose records lie on a grid."""
    function = BANK[number][1]
    best = 0.0
    for rest in product(grid, repeat=n - 1):
        for k in range(n):
            values = [function([*rest[:k], v, *rest[k:]]) for v in grid]
            best = max(best, max(values) - min(values))
    return best


def extremes(number: int, n: int, grid: Sequence[float]) -> tuple[float, float]:
    """The least and the largest value on the grid."""
    values = [BANK[number][1](list(x)) for x in product(grid, repeat=n)]
    return min(values), max(values)
