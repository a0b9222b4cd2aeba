"""Databases that are stated for every n, beside the same ones written out at some n."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil
from statistics import median
from typing import Any

import pytest

from dpverify.checkers.kernel import explicit
from dpverify.checkers.kernel.localised import Setting
from dpverify.checkers.kernel.ratios import number, substituted
from dpverify.defs.expressions.grammar import parse
from dpverify.defs.numbers import NumberError, Undecided

DOMAIN = Fraction(0), Fraction(1)
READ = (
    "sum(x)", "mean(x)^2", "sum(x[i]*x[i+1])", "sum(i=2..n, i*x[i])", "max(x)", "prod(x)",
    "x[n]-x[1]", "sum(i<j, abs(x[i]-x[j]))", "sum((x[i]-mean(x))^2)", "prod(i=1..n, 1-x[i])",
)  # fmt: skip
"""Functions that are read for every n from 4 on."""
REFUSED: dict[str, tuple[str, int]] = {
    "x[2] is x[n-1] at n = 3": ("x[n-1]-x[2]", 3),
    "x[1] is x[n-1] at n = 2": ("x[n-1]-x[1]", 2),
    "x[n-5] is not there": ("x[n-5]+x[1]", 2),
    "x[4] is not there": ("x[4]+x[1]", 2),
    "the sum has no terms at n = 2": ("x[1]*sum(i=4..n, 1)", 2),
    "the sum has no term of x[1] at n = 2": ("sum(i=1..n-2, x[i])", 2),
    "the sum has no term of x[2] at n = 3": ("sum(i=1..n-2, x[i])", 3),
    "x[n+1] is not there": ("sum(i=1..n, x[i+1])", 2),
    "x[0] is not there": ("sum(i=1..n, x[i-1])", 2),
    "there is no other factor at n = 2": ("x[1]*prod(i=3..n, x[i])", 2),
    "all pairs see x[1]": ("sum(i<j, x[1])", 2),
    "there is no third of two records": ("smallest(3, x)", 2),
    "steps are counted nowhere": ("sum(x[2*i]+x[1])", 2),
    "half of all records": ("sum(x[2*i-1]+1)^2", 2),
}
PLACES = [
    {"record": record, "values": ["1", "0"], "others": others}
    for record in ("1", "2", "n") for others in ("0", "1", "1/2", "halves")
]  # fmt: skip


def _written_out(place: dict[str, Any], n: int) -> dict[str, Any]:
    """The databases at one n."""
    k = {"1": 0, "2": 1, "n": n - 1}[place["record"]]
    row = [place["others"]] * n
    return {"databases": [[*row[:k], v, *row[k + 1 :]] for v in place["values"]]}


def _every_n(text: str, least: int, place: dict[str, Any]) -> Any:
    setting = Setting(DOMAIN, None, least)
    return explicit.distance(parse(text), setting, place, "bounded")


@pytest.mark.parametrize("text", READ)
def test_both_readings_agree(text: str) -> None:
    """At n = 4, …, 7, wherever a pattern is read; at one place of each function at least."""
    read = 0
    for place in PLACES:
        try:
            far = _every_n(text, 4, place)
        except (NumberError, Undecided):
            continue
        read += 1
        for n in range(4, 8):
            if place["others"] != "halves":
                at = explicit.distance(
                    parse(text), Setting(DOMAIN, n, n), _written_out(place, n), "bounded"
                )
                assert substituted(far, {"n": number(n)}).key == at.key, (place, n)
    assert read


@pytest.mark.parametrize("why", REFUSED)
def test_what_is_not_so_for_every_n_is_refused(why: str) -> None:
    """No pattern says what the function is, or all that do are right from the least n on."""
    text, least = REFUSED[why]
    for place in PLACES:
        try:
            far = _every_n(text, least, place)
        except (NumberError, Undecided):
            continue
        assert place["others"] != "halves", place
        for n in range(least, least + 4):
            at = explicit.distance(
                parse(text), Setting(DOMAIN, n, n), _written_out(place, n), "bounded"
            )
            assert substituted(far, {"n": number(n)}).key == at.key, (place, n)


def test_lower_quantiles_are_low_ends() -> None:
    """Of ranks ⌈n/4⌉ < ⌈n/2⌉ < ⌈3n/4⌉ the highest is the record's: the others stand below it.

    By hand at n = 4, …, 9: ⌈3n/4⌉ − 1 records are 0 and the rest 1, as the record goes from 1 to 0.
    At n = 3, where (3/4 − 1/2)·3 < 1, nothing is said.
    """
    tree = parse("quantile(3/4, x)+2*quantile(1/2, x)-quantile(1/4, x)")
    halves = {"record": "1", "values": ["1", "0"], "others": "halves"}
    far = explicit.distance(tree, Setting(DOMAIN, None, 4), halves, "bounded")
    for n in range(4, 10):
        ranks = [-(-n * part // 4) for part in (3, 2, 1)]
        low = ranks[0] - 1
        rows = [sorted([x, *[0] * low, *[1] * (n - 1 - low)]) for x in (1, 0)]
        first, second = (sum(c * row[r - 1] for c, r in zip((1, 2, -1), ranks, strict=True))
                         for row in rows)  # fmt: skip
        assert substituted(far, {"n": number(n)}).constant == first - second == 1
    with pytest.raises(NumberError, match="same rank"):
        explicit.distance(tree, Setting(DOMAIN, None, 3), halves, "bounded")


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_order_statistics_of_numbers(n: int) -> None:
    """At all neighbours of a grid: the median of Python's library, the record of rank ⌈p·n⌉."""
    weighted = "x[1]+2*median(x)-4*quantile(2/5, x)+8*smallest(1, x)+16*min(x)-32*max(x)"
    tree, setting = parse(weighted), Setting(DOMAIN, n, n)

    def by_hand(row: list[Fraction]) -> Fraction:
        ranked = sorted(row)
        level = ranked[ceil(Fraction(2, 5) * n) - 1]
        return row[0] + 2 * median(ranked) - 4 * level + 24 * ranked[0] - 32 * ranked[-1]

    grid = [Fraction(k, 4) for k in (0, 1, 4)]
    for row in product(grid, repeat=n):
        other = [grid[(grid.index(row[-1]) + 1) % 3]]
        pair = [list(row), [*row[:-1], *other]]
        databases = [[str(x) for x in database] for database in pair]
        far = explicit.distance(tree, setting, {"databases": databases}, "bounded")
        assert far.constant == by_hand(pair[0]) - by_hand(pair[1]), databases


@pytest.mark.parametrize(
    ("neighbours", "databases", "why"),
    [
        ("bounded", ("001", "111"), "differ in other than one record"),
        ("bounded", ("001", "001"), "differ in other than one record"),
        ("bounded", ("001", "01"), "different sizes"),
        ("bounded", ("01", "11"), "another size"),
        ("unbounded", ("001", "11"), "not the first without a record"),
        ("unbounded", ("001", "011"), "not the first without a record"),
        ("unbounded", ("011", "0"), "not the first without a record"),
    ],
)
def test_databases_are_neighbours(neighbours: str, databases: tuple[str, str], why: str) -> None:
    """Refused before anything is computed: max(x) − max(x) is 0 at each of these pairs."""
    place = {"databases": [list(database) for database in databases]}
    with pytest.raises(NumberError, match=why):
        explicit.distance(parse("max(x)-max(x)"), Setting(DOMAIN, 3, 3), place, neighbours)
