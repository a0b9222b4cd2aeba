"""Uniform integers in what is followed value by value: two in one number, a sine of one.

The referee goes through all integers, or all pairs of them, and runs the same function on them.
"""

from __future__ import annotations

import math
import operator
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from dpverify import as_run, channel_of, measure
from dpverify.defs.as_run.operands import named
from dpverify.defs.errors import ProgramError

SIZE = 40
"""Values of a draw: more than are listed at once, so that such a draw is a lazy number."""

Joined = Callable[[Any, Any], Any]


def _law(joined: Joined, bit: int) -> dict[str, Fraction]:
    pairs = product(range(SIZE), repeat=2)
    counts = Counter(str(joined(a, b + bit)) for a, b in pairs)
    return {label: Fraction(count, SIZE**2) for label, count in counts.items()}


def _rows(function: Callable[[int], Any]) -> list[dict[str, Fraction]]:
    channel = channel_of(as_run(function, inputs=[0, 1]))
    rows = (channel.rows.row(i) for i in range(2))
    return [
        {y: p.as_fraction() for y, p in zip(channel.outputs, row, strict=True) if not p.is_zero}
        for row in rows
    ]


@pytest.mark.parametrize(
    "joined",
    [
        operator.add,
        operator.sub,
        operator.mul,
        operator.lt,
        operator.le,
        operator.gt,
        operator.ge,
        operator.eq,
        operator.ne,
        max,
        lambda a, b: a // (b + 1),
        lambda a, b: (a + b) % 7,
        lambda a, b: abs(a - b) <= 2,
        lambda a, b: a * a - a + b,
    ],
)
def test_two_integers_have_the_law_of_all_pairs(joined: Joined) -> None:
    def drawn(bit: int) -> Any:
        return joined(random.randrange(SIZE), random.randrange(SIZE) + bit)

    assert _rows(drawn) == [_law(joined, 0), _law(joined, 1)]


def test_the_sum_of_an_array_is_exact_and_not_idealised() -> None:
    """P(a + b > x) is 1599/1600 on 0 and 1597/1600 on 1; the loss of "not" is ln 3."""

    def drawn(bit: int) -> bool:
        return int(np.random.default_rng().integers(0, SIZE, size=2).sum()) > bit

    result = measure(as_run(drawn, inputs=[0, 1]), "pure-dp")
    assert str(result.tight["eps"]) == "ln(3)"
    assert result.evidence == "conditional"


def test_small_integers_of_numpy_are_added() -> None:
    """Two integers below 40, of eight bits."""

    def drawn(bit: int) -> bool:
        numbers = np.random.default_rng().integers(0, SIZE, size=2, dtype=np.uint8)
        return int(numbers.sum()) >= 60 + bit

    above = [sum(a + b >= 60 + bit for a, b in product(range(SIZE), repeat=2)) for bit in (0, 1)]
    assert [row["True"] for row in _rows(drawn)] == [Fraction(n, SIZE**2) for n in above]


def test_sums_beyond_eight_bits_are_not_answered_wrongly() -> None:
    def drawn(bit: int) -> bool:
        numbers = np.random.default_rng().integers(0, 200, size=2, dtype=np.uint8)
        return bool(numbers[0] == 150 and numbers[1] == 150 and int(numbers.sum()) == 300 + bit)

    with pytest.raises(ProgramError):
        channel_of(as_run(drawn, inputs=[0, 1]))


def test_an_integer_beside_a_double() -> None:
    """P(U < k/64) is k/64, so that the mean over k is (39·40/2)/(40·64)."""

    def drawn(bit: int) -> bool:
        return random.random() < (random.randrange(SIZE) + bit) / 64

    expected = [Fraction(sum(k + bit for k in range(SIZE)), SIZE * 64) for bit in (0, 1)]
    assert [row["True"] for row in _rows(drawn)] == expected


@pytest.mark.parametrize(
    "function",
    [
        lambda k: math.sin(k) > 0,
        lambda k: (7 * k) % 13,
        lambda k: (k + 3) & 5,
        lambda k: 100 // (k + 1),
        lambda k: (k - 20) * k,
    ],
)
def test_functions_that_neither_rise_nor_fall(function: Callable[[int], Any]) -> None:
    def drawn(bit: int) -> Any:
        return function(random.randrange(SIZE) + bit)

    laws = [Counter(str(function(k + bit)) for k in range(SIZE)) for bit in (0, 1)]
    expected = [{label: Fraction(n, SIZE) for label, n in law.items()} for law in laws]
    assert _rows(drawn) == expected


def test_one_with_many_values_stands_beside_one_with_few() -> None:
    def drawn(bit: int) -> bool:
        return random.randrange(100_000) < random.randrange(SIZE) + bit

    expected = [Fraction(sum(k + bit for k in range(SIZE)), SIZE * 100_000) for bit in (0, 1)]
    assert [row["True"] for row in _rows(drawn)] == expected


@pytest.mark.parametrize("joined", [operator.add, operator.lt])
def test_two_with_many_values_are_refused(joined: Joined) -> None:
    def drawn(bit: int) -> bool:
        return bool(joined(random.randrange(5000), random.randrange(5000)) > bit)

    with pytest.raises(ProgramError, match="two uniform values"):
        channel_of(as_run(drawn, inputs=[0, 1]))


def test_pairs_of_constants_have_names_of_their_own() -> None:
    """By these names answers are remembered: 1 and 1.0, or two bounds and one, are not alike."""
    pairs: list[Any] = [(1, 2), (1.0, 2), (2, 1), (1,), 1, (True, 2), (0.0, 1), (-0.0, 1)]
    names = [named(pair) for pair in (*pairs, ("<i8", 2), ("<i4", 2), (np.int64(1), 2))]
    assert len(set(names)) == len(names)
    assert named((object(), 1)) is None


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_integers_of_python_and_of_numpy_are_remembered_apart() -> None:
    """Python rounds k + 2⁶⁰ over 3 once, and NumPy k + 2⁶⁰ before: 96 answers of 399 differ."""
    rng = np.random.default_rng()
    end = (2**60 + 100) / 3

    def drawn(bit: int) -> bool:
        kind: Any = int if random.random() < 0.5 else np.int64
        return bool((rng.integers(1, 400, dtype=kind) + 2**60) / 3 > end + bit)

    expected = []
    for bit in (0, 1):
        both = [(k + 2**60) / 3 > end + bit for k in range(1, 400)]
        both += [bool((np.int64(k) + 2**60) / 3 > end + bit) for k in range(1, 400)]
        expected.append(Fraction(sum(both), len(both)))
    assert [row["True"] for row in _rows(drawn)] == expected
