"""A function of one record: beside plain Python on all databases of a grid, and by hand.

The oracle never reads a tree: it is the same function in Python, at every database with records
0, 1/2 and 1, one of which is exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from operator import mul

import pytest

from dpverify.checkers.kernel.localised import Case, Setting, Unlocalised, cases
from dpverify.checkers.kernel.ratios import Ratio, number, substituted, variable
from dpverify.defs.expressions.grammar import parse

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
DOMAIN = ZERO, ONE
GRID = (ZERO, HALF, ONE)
Records = Sequence[Fraction]
Function = Callable[[Records], Fraction | int]


def total(values: Iterable[Fraction]) -> Fraction:
    """A fraction, of no values too."""
    return sum(values, ZERO)


def _ranked(x: Records, level: Fraction) -> Fraction:
    """The record of rank ⌈level·n⌉."""
    return sorted(x)[math.ceil(level * len(x)) - 1]


def _steps(x: Records) -> Fraction:
    return total(a * b for a, b in pairwise(x))


FUNCTIONS: dict[str, Function] = {
    "sum(x)^2": lambda x: total(x) ** 2,
    "(1+sum(x))^-1": lambda x: 1 / (1 + total(x)),
    "sum(x[i]^2)*sum(x)": lambda x: total(a * a for a in x) * total(x),
    "sum(x[i])^2-sum(x[j])^2": lambda _: ZERO,
    "sum((x[i]-mean(x))^2)": lambda x: total((a - total(x) / len(x)) ** 2 for a in x),
    "sum(x[i]*mean(x))": lambda x: total(x) ** 2 / len(x),
    "sum(abs(x[i]-x[i+1]))": lambda x: total(abs(a - b) for a, b in pairwise(x)),
    "2*sum(abs(x[i]-x[i+1]))/n": lambda x: 2 * total(abs(a - b) for a, b in pairwise(x)) / len(x),
    "sum(x[i]*x[i+1])": _steps,
    "sum(x[i]*x[i+1])^2": lambda x: _steps(x) ** 2,
    "sum(x[2*i])": lambda x: total(x[1::2]),
    "sum(x[2*i])^2": lambda x: total(x[1::2]) ** 2,
    "sum(x[2*i-1]*x[2*i])": lambda x: total(map(mul, x[::2], x[1::2])),
    "sum(x[i]*x[i+1]*x[i+2])^2": lambda x: (
        total(a * b * c for a, b, c in zip(x, x[1:], x[2:], strict=False)) ** 2
    ),
    "sum(i=1..n, i*x[i])": lambda x: total(i * a for i, a in enumerate(x, 1)),
    "sum(i=2..n, x[i]*x[1])": lambda x: x[0] * total(x[1:]),
    "sum(i=2..n-1, x[i])^2": lambda x: total(x[1:-1]) ** 2,
    "sum(x[i]*[x[i]>1/2])": lambda x: total(a for a in x if a > HALF),
    "sum(i<j, x[i]*x[j])/2": lambda x: total(a * b for a, b in combinations(x, 2)) / 2,
    "x[1]-sum(i<j, x[i]*x[j])": lambda x: x[0] - total(a * b for a, b in combinations(x, 2)),
    "prod(i=1..n, 1-x[i])": lambda x: math.prod(1 - a for a in x),
    "prod(i=2..n, x[i])*(1-x[1])": lambda x: math.prod(x[1:]) * (1 - x[0]),
    "x[1]*sum(x)": lambda x: x[0] * total(x),
    "(x[2]-x[n])^2": lambda x: (x[1] - x[-1]) ** 2,
    "[x[1]<x[2]]": lambda x: Fraction(x[0] < x[1]),
    "[x[1]<=x[2]]": lambda x: Fraction(x[0] <= x[1]),
    "max(x[1],x[2])*(1-x[2])": lambda x: max(x[0], x[1]) * (1 - x[1]),
    "max(x)-min(x)": lambda x: max(x) - min(x),
    "max(x)*x[n]": lambda x: max(x) * x[-1],
    "median(x)": lambda x: (sorted(x)[(len(x) - 1) // 2] + sorted(x)[len(x) // 2]) / 2,
    "smallest(2, x)*(1-x[1])": lambda x: sorted(x)[1] * (1 - x[0]),
    "quantile(1/4, x)*(1-x[1])": lambda x: _ranked(x, Fraction(1, 4)) * (1 - x[0]),
    "quantile(1/2, x)*(1-x[1])": lambda x: _ranked(x, HALF) * (1 - x[0]),
    "quantile(3/4, x)*(1-x[1])": lambda x: _ranked(x, Fraction(3, 4)) * (1 - x[0]),
}
WIDER = {
    "max(x)*x[n]": "x_n is one of the others, of which the largest is another variable",
    "quantile(1/4, x)*(1-x[1])": "x_1 may be the smallest, and is another variable",
    "sum(x[i]*x[i+1]*x[i+2])^2": "a record of n = 4 cannot be in three terms",
}
"""Where intervals allow more than records do: then the ratio may change further."""
OF_SIZES = ("sum(x[2*i])^2",)
"""Read for one n at a time."""


def gaps(function: Function, size: int, place: int) -> Fraction:
    """The largest change as one record is exchanged."""
    far = ZERO
    for others in product(GRID, repeat=size - 1):
        values = [function((*others[: place - 1], x, *others[place - 1 :])) for x in GRID]
        far = max(far, Fraction(max(values) - min(values)))
    return far


def _values(ratio: Ratio, names: Sequence[str], case: Case) -> Iterator[Ratio]:
    """The ratio at every corner of the intervals of its variables."""
    for corner in product(*(case.box[name] for name in names)):
        ends = {name: number(Fraction(end)) for name, end in zip(names, corner, strict=True)}
        yield substituted(ratio, ends)


def far_of(case: Case, size: int) -> Fraction:
    """The largest change of the ratio of a case, at corners of all that is no record."""
    far = ZERO
    ratio = substituted(case.ratio, {"n": number(size)})
    names = sorted(ratio.variables - {"record"})
    for at_corner in _values(ratio, names, case):
        exact = [substituted(at_corner, {"record": number(x)}).constant for x in GRID]
        values = [value for value in exact if value is not None]
        assert len(values) == len(GRID)
        far = max(far, max(values) - min(values))
    return far


def agree(far: Fraction, gap: Fraction, text: str) -> bool:
    """Never less than the function changes; and as far, but where more is allowed."""
    return far >= gap if text in WIDER else far == gap


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("text", FUNCTIONS)
def test_no_change_is_left_out_at_one_size(text: str, size: int) -> None:
    """At each place the ratio changes as far as the function does."""
    for place, case in enumerate(cases(parse(text), Setting(DOMAIN, size, size)), 1):
        assert not case.hole
        assert agree(far_of(case, size), gaps(FUNCTIONS[text], size, place), text), case.title


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("text", [text for text in FUNCTIONS if text not in OF_SIZES])
def test_no_change_is_left_out_for_every_n(text: str, size: int) -> None:
    """The ratios of all n from 4 on, at one of them: the case that changes furthest."""
    setting = Setting(DOMAIN, None, 4, odd=size % 2 == 1)
    far = max(far_of(case, size) for case in cases(parse(text), setting))
    gap = max(gaps(FUNCTIONS[text], size, place) for place in range(1, size + 1))
    assert agree(far, gap, text)


def test_steps_stand_alone_for_every_n() -> None:
    """Σ x_(2i) has n/2 terms or one less: alone it changes by 1, squared it is not read.

    For n = 3 the others are one record, x_2: the square of all is that of x_2.
    """
    every = [case.ratio.key for case in cases(parse("sum(x[2*i])"), Setting(DOMAIN, None, 2))]
    assert every == [number(0).key, variable("record").key]
    with pytest.raises(Unlocalised):
        list(cases(parse("sum(x[2*i])^2"), Setting(DOMAIN, None, 2)))
    with pytest.raises(Unlocalised):
        list(cases(parse("sum(i=1..n, x[2*i])"), Setting(DOMAIN, None, 2)))


@pytest.mark.parametrize(
    ("level", "size", "rank"), [("1/3", 3, 1), ("1/2", 3, 2), ("2/3", 3, 2), ("3/4", 3, 3),
                                ("1/4", 4, 1), ("3/8", 4, 2), ("3/4", 4, 3), ("4/5", 4, 4)],
)  # fmt: skip
def test_the_rank_of_a_quantile(level: str, size: int, rank: int) -> None:
    """⌈level·n⌉ by hand: nothing is below the first, nothing above the last."""
    ends = (rank > 1) + (rank < size)
    for case in cases(parse(f"quantile({level}, x)"), Setting(DOMAIN, size, size)):
        assert len(case.ratio.variables - {"record"}) == ends
