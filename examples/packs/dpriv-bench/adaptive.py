"""Programs of category 2 about noise that depends on the data, quantiles, and symbols."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from dpverify import mechanism, moves

BOTH = ["D", "D'"]

STEPS = [str(k) for k in range(1, 8)]
STATES = [f"{k},{f}" for k in STEPS for f in (0, 1)] + ["0,0", "0,1", "0,1000"]
STATE_PAIRS = [
    [x, y]
    for x in STATES
    for y in STATES
    if x != y
    and abs(int(x.split(",")[0]) - int(y.split(",")[0])) <= 1
    and (
        abs(int(x.split(",")[1]) - int(y.split(",")[1])) <= 1
        or x.split(",")[0] == y.split(",")[0] == "0"
    )
]


@mechanism(inputs=STATES, neighbours=STATE_PAIRS)
def propose_test_release(
    label: str,
    draw: Any,
) -> Any:
    """Question 111, ε = β = 1, δ = e^(−2): the distance k to an unstable database, and f there.

    Of neighbours k moves by at most 1, and f by at most 1 unless k is 0 for both.
    """
    k, f = (int(x) for x in label.split(","))
    if k + draw.laplace(2) <= 4:
        return "none"
    return f + draw.laplace(2)


@mechanism(inputs=["10,0", "9,1"], neighbours="all")
def test_and_small_noise(label: str, draw: Any) -> Any:
    """Question 112: was it released, and below 0? δ = e^(−5), noise of half the scale."""
    k, f = (int(x) for x in label.split(","))
    return k + draw.laplace(2) > 10 and f + draw.laplace(1) < 0


@mechanism(inputs=BOTH, neighbours="all")
def below_the_proposal(label: str, draw: Any) -> Any:
    """Question 113 at ε = 1/2, Δ = 1: f moves by 19/10 < Δ/ε everywhere, and the oracle says 1."""
    return Fraction(19, 10) * int(label == "D'") + draw.laplace(1)


@mechanism(inputs=BOTH, neighbours="all")
def local_scale(label: str, draw: Any) -> Any:
    """Question 114 at ε = 1, Δ = 20: local sensitivities 1 and 10, f = 0, and the oracle says 1."""
    return draw.laplace(1 if label == "D" else 10)


@mechanism(inputs=BOTH, neighbours="all")
def trimmed_mean(label: str, draw: Any) -> Any:
    """Question 128, n = 3, m = 1: 0, 0, 1 and 0, 0, 2/5; the scale is the range, above 1/e."""
    return draw.gaussian(1 if label == "D" else "2/5")


ENDS = (Fraction(0), Fraction(1))


def _databases(grid: list[Fraction], sizes: tuple[int, ...]) -> dict[str, tuple[Fraction, ...]]:
    rows = [row for n in sizes for row in product(grid, repeat=n) if list(row) == sorted(row)]
    return {" ".join(map(str, row)): row for row in rows}


def _replaced(rows: dict[str, tuple[Fraction, ...]]) -> list[list[str]]:
    return [
        [x, y]
        for x in rows
        for y in rows
        if x < y and len(rows[x]) == len(rows[y])
        and any(
            tuple(sorted((*rows[x][:i], *rows[x][i + 1 :], v))) == rows[y]
            for i in range(len(rows[x]))
            for v in rows[y]
        )
    ]  # fmt: skip


def _quantile(
    row: tuple[Fraction, ...], grid: list[Fraction], base: int, draw: Any, *, lengths: bool = True
) -> Any:
    """Which cell of the grid holds the median; within a cell the law is uniform."""
    edges = [ENDS[0], *row, ENDS[1]]
    middle = len(row) // 2
    weights = [
        Fraction(base) ** -abs(k - middle) * ((b - a) if lengths else 1)
        for k, (a, b) in enumerate(pairwise(edges))
    ]
    cells: dict[str, Fraction] = {}
    points = [ENDS[0], *grid, ENDS[1]]
    for low, high in pairwise(points):
        for w, a, b in zip(weights, edges, edges[1:], strict=False):
            if a <= low and high <= b:
                share = w / sum(weights) * (high - low) / (b - a)
                cells[str(low)] = cells.get(str(low), Fraction(0)) + share
    return draw.choice(cells)


GRID = [Fraction(1, 100), Fraction(1, 4), Fraction(1, 2), Fraction(99, 100)]
THREE = _databases(GRID, (2, 3))
APART = [Fraction(1, 100), Fraction(1, 2)]
ONE = _databases(APART, (1,))


@mechanism(inputs=list(THREE), neighbours=_replaced(THREE))
def median(label: str, draw: Any, *, base: str = "2") -> Any:
    """Questions 116 and 118: two or three records on a grid; the weight is base^u times length."""
    return _quantile(THREE[label], GRID, int(base), draw)


@mechanism(inputs=list(ONE), neighbours=_replaced(ONE))
def median_without_lengths(label: str, draw: Any) -> Any:
    """Question 119: one record, 1/100 or 1/2, and weights that forget the lengths."""
    return _quantile(ONE[label], APART, 2, draw, lengths=False)


@mechanism(inputs=[(0, 0)], moves=moves.linf(1), symbols=("eps",))
def sum_and_size(given: Any, draw: Any, *, eps: Any = "1") -> Any:
    """Questions 72 and 76: a clipped sum in units of C, and a size; both move by 1 at most."""
    return tuple(value + draw.laplace(2 / eps) for value in given)


@mechanism(inputs=[(0, 0)], moves=moves.linf(1), symbols=("C", "eps"))
def sum_and_size_together(given: Any, draw: Any, *, C: Any = "1", eps: Any = "1") -> Any:  # noqa: N803  the name in the question
    """Question 82: the same numbers, with noise of (C + 1)/ε on the sum and on the size."""
    total, size = given
    return total + draw.laplace((C + 1) / (C * eps)), size + draw.laplace((C + 1) / eps)


@mechanism(inputs=[(0, 0)], moves=moves.l1(1), symbols=("eps",))
def both_distances(given: Any, draw: Any, *, eps: Any = "1") -> Any:
    """Question 78: a record adds x to one sum and 1 − x to the other, with x between 0 and 1."""
    return tuple(value + draw.laplace(1 / eps) for value in given)
