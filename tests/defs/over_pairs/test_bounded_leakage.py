"""Bounded-leakage DP against every event given each leak, in integers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError
from dpverify.defs.operations import mixture

LEAKS = {"a0": "a", "a1": "a", "b0": "b", "b1": "b", "b2": "b"}


def _rows(random: Random) -> list[list[int]]:
    return [[random.randint(0, 5) for _ in LEAKS] for _ in range(3)]


def _channel(rows: list[list[int]]) -> dv.Channel:
    laws = [[Fraction(x, sum(row)) for x in row] for row in rows]
    return dv.Channel(["x", "y", "z"], list(LEAKS), laws, [("x", "y"), ("y", "z")])


def _delta(rows: list[list[int]], odds: Fraction) -> Fraction:
    """Over the four ordered pairs, both leaks and all events of the outputs that leak it."""
    largest = Fraction(0)
    for i, j in ((0, 1), (1, 0), (1, 2), (2, 1)):
        for places in ((0, 1), (2, 3, 4)):
            p, q = ([rows[k][o] for o in places] for k in (i, j))
            if sum(p) == 0 or sum(q) == 0:
                continue
            for event in product((0, 1), repeat=len(places)):
                a, b = (
                    sum(x * inside for x, inside in zip(law, event, strict=True)) for law in (p, q)
                )
                largest = max(largest, Fraction(a, sum(p)) - odds * Fraction(b, sum(q)))
    return largest


def test_against_every_event() -> None:
    """Twenty channels, at two ε."""
    random = Random(7)  # noqa: S311 (test data)
    for _ in range(20):
        rows = _rows(random)
        if not all(map(any, rows)):
            continue
        for odds in (Fraction(1), Fraction(3, 2)):
            answer = dv.over_pairs(
                "bounded-leakage", _channel(rows), eps=f"ln({odds})", leaks=LEAKS
            )
            assert answer.value == dv.Value(_delta(rows, odds))


def test_by_hand() -> None:
    """What is leaked may differ at will: it is told of x, and not of z, and δ is 0.

    Given a: 3/4 against 1/2, so 1/4. Given b: 1/3 against 1/2, so 1/6.
    """
    told = dv.Channel(["x", "z"], ["a0", "b0"], [[1, 0], [0, 1]])
    leaks = {"a0": "a", "b0": "b"}
    assert dv.over_pairs("bounded-leakage", told, eps=0, leaks=leaks).value == 0
    rows = [["1/2", "1/6", "1/9", "2/9"], ["1/6", "1/6", "1/3", "1/3"]]
    four = dv.Channel(["x", "z"], list(LEAKS)[:4], rows)
    some = {output: LEAKS[output] for output in four.outputs}
    assert dv.over_pairs("bounded-leakage", four, eps=0, leaks=some).value == dv.parse("1/4")
    # Where nothing is leaked it is (ε,δ)-DP.
    nothing = dict.fromkeys(four.outputs, "none")
    value = dv.over_pairs("bounded-leakage", four, eps=0, leaks=nothing).value
    assert value == dv.measure(four, "approx-dp", eps=0).tight["delta"]


def test_a_mixture_keeps_the_mean() -> None:
    """Of two mechanisms that leak the same: their parts are mixed, what is leaked is not."""
    laws = [
        [["1/2", 0, "1/2", 0, 0], ["1/4", "1/4", "1/4", "1/4", 0]],
        [["1/6", "1/3", "1/8", "1/8", "1/4"], ["1/3", "1/6", "1/4", "1/4", 0]],
    ]
    a, b = (dv.Channel(["x", "z"], list(LEAKS), rows) for rows in laws)
    deltas = [dv.over_pairs("bounded-leakage", m, eps=0, leaks=LEAKS).value for m in (a, b)]
    for weight in ("1/5", "1/2"):
        mixed = dv.over_pairs("bounded-leakage", mixture(weight, a, b), eps=0, leaks=LEAKS).value
        share = dv.parse(weight)
        assert mixed <= share * deltas[0] + (1 - share) * deltas[1]


@pytest.mark.parametrize(
    ("leaks", "said"),
    [
        (None, "knows what is leaked; give leaks"),
        ({"a0": "a"}, "does not say what the output 'b0' leaks"),
        ({"a0": "a", "b0": "b", "c": "b"}, "'c', which is none of the channel's outputs"),
    ],
)
def test_one_clear_line(leaks: dict[str, str] | None, said: str) -> None:
    """Of what is missing or wrong."""
    channel = dv.Channel(["x", "z"], ["a0", "b0"], [[1, 0], [0, 1]])
    with pytest.raises(UsageError, match=said):
        dv.over_pairs("bounded-leakage", channel, eps=0, leaks=leaks)
