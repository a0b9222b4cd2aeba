"""Rows of integers: read strictly, equal to the laws that they stand for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.kernel.weights import (
    Weighted,
    mass,
    read_fractions,
    read_weights,
    rounded,
    rounded_down,
    rounded_up,
    row_of,
)
from dpverify.defs.numbers import NumberError, Value, as_value, exp, number_text

PLACES = {"a": 0, "b": 1, "c": 2}


def test_a_row_is_its_weights_over_their_sum() -> None:
    """3 1 4: 3/8, 1/8, 1/2, in lowest terms as the digest writes them."""
    law = Weighted(PLACES, read_weights("3 1 4", 3, "row"))
    assert [law[y] for y in law] == [Value(3) / 8, Value(1) / 8, Value(1) / 2]
    assert law.texts() == [number_text(p) for p in law.values()] == ["3/8", "1/8", "1/2"]
    assert (len(law), list(law)) == (3, ["a", "b", "c"])


def test_zeros_and_certainty() -> None:
    """A probability of 0 and one of 1 are written without a denominator."""
    assert Weighted(PLACES, read_weights("0 7 0", 3, "row")).texts() == ["0", "1", "0"]


@pytest.mark.parametrize(
    "given",
    ["", "3 1", "3 1 4 1", "3  1 4", " 3 1 4", "3 1 4 ", "-3 1 4", "03 1 4", "3 1 4.0", "0 0 0",
     "3 1 x", "3\n1 4", "٣ 1 4", "1e3 1 4", None, ["3", "1", "4"], 314],
)  # fmt: skip
def test_what_is_no_row_is_refused(given: object) -> None:
    """Another number of weights, blanks, signs, leading zeros, digits of other scripts, zeros."""
    with pytest.raises(NumberError):
        read_weights(given, 3, "row")


def test_short_fractions_are_whole_numbers() -> None:
    """1/2, 1/3, 1/6 are 3, 2, 1 of 6, in lowest terms or not."""
    row = read_fractions(["1/2", "1/3", "2/12"], 3)
    assert row is not None
    assert (row.weights, row.total) == ([6, 4, 2], 12)
    law = Weighted(PLACES, row)
    assert law.texts() == ["1/2", "1/3", "1/6"]
    assert [mass(law, event) for event in (["a"], ["c", "a"], [])] == [
        Value(1) / 2, Value(2) / 3, Value(0),
    ]  # fmt: skip
    certain = read_fractions(["0", "1"], 2)
    assert certain is not None
    assert (certain.weights, certain.total) == ([0, 1], 1)


@pytest.mark.parametrize(
    "given",
    [["1/2", "1/3", "1/3"], ["1/2", "1/3", "1/7"], ["1/2", "1/2"], ["1", "1", "-1"],
     ["1/2", "0.25", "1/4"], ["1/2", "1/2", b"0"], ["1/2", "1/2", 0], ["1/2", "1/2", "0/0"],
     ["1/2", "1/2", "0 "], ["1/65537", "1/65539", "4295098366/4295229443"], "111", None],
)  # fmt: skip
def test_other_rows_are_left_to_the_reader_of_all_numbers(given: object) -> None:
    """Another sum or length, signs, decimals, numbers of JSON, long denominators."""
    assert read_fractions(given, 3) is None


def test_bounds_of_irrational_numbers() -> None:
    """e, from its series: Σ 1/k! up to k = 40 lacks less than 2/41!."""
    term = series = Fraction(1)
    for k in range(1, 41):
        term /= k
        series += term
    for bits in (8, 64):
        low, high = rounded(exp(1), bits)
        assert Fraction(low, 2**bits) < series < Fraction(high, 2**bits)
        assert high == low + 1
    # Of a number with more digits than are computed the ends are further apart, and right.
    low, high = rounded(exp(700), 64)
    assert 1 < high - low < low >> 100


def test_a_law_of_fractions_in_whole_numbers() -> None:
    """1/2, 1/3, 1/6 are 3, 2, 1 of 6; an irrational law is none."""
    row = row_of({"a": Value(1) / 2, "b": Value(1) / 3, "c": Value(1) / 6})
    assert row is not None
    assert (row.weights, row.total) == ([3, 2, 1], 6)
    tenth = as_value("exp(-1)/10")
    assert row.floors(3) == [4, 2, 1]  # 8/2, 8/3, 8/6, rounded down
    assert row_of({"a": tenth, "b": 1 - tenth}) is None


def test_a_long_denominator_is_left_alone() -> None:
    """Beyond 4096 bits a row stays as it is."""
    tiny = Value(Fraction(1, 3**3000))
    assert row_of({"a": tiny, "b": 1 - tiny}) is None


def test_roundings_enclose() -> None:
    """Down is not above, up is not below, and both are near, of rationals and of e."""
    for number in (Value(1) / 3, Value(7), exp(1), exp(Fraction(-1, 7))):
        low, high = (
            Value(Fraction(k, 1 << 64)) for k in (rounded_down(number), rounded_up(number))
        )
        assert low <= number <= high
        assert high - low <= Value(Fraction(2, 1 << 64))
    assert rounded_down(Value(7)) == rounded_up(Value(7)) == 7 << 64
