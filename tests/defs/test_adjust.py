"""Rounding and dividing rows, when asked."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.adjust import Adjustment, nearest
from dpverify.defs.errors import ChannelError, UsageError
from dpverify.defs.numbers import Value, exp, parse


@given(st.fractions(0, 2, max_denominator=60), st.integers(1, 12))
def test_nearest_is_nearest_among_all(number: Fraction, limit: int) -> None:
    """Against every fraction with a small enough denominator; ties by denominator, then size."""
    candidates = {Fraction(p, q) for q in range(1, limit + 1) for p in range(2 * q + 1)}
    best = min(candidates, key=lambda f: (abs(f - number), f.denominator, f))
    assert nearest(number, limit) == best


def test_ties_go_to_the_smaller_denominator_then_down() -> None:
    """1/2 lies between 0 and 1; 1/4 between 0 and 1/2; 5/12 between 1/3 and 1/2."""
    assert nearest(Fraction(1, 2), 1) == 0
    assert nearest(Fraction(3, 2), 1) == 1
    assert nearest(Fraction(1, 4), 2) == 0
    assert nearest(Fraction(3, 4), 2) == 1
    assert nearest(Fraction(5, 12), 3) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("exp(1)", 100, "193/71"),
        ("2**(1/2)", 12, "17/12"),
        ("2**(1/2)", 1, "1"),
        ("exp(-50)", 1000, "0"),
        ("1/3+exp(-90)", 10**6, "1/3"),
    ],
)
def test_irrational_numbers_are_rounded_rigorously(text: str, limit: int, expected: str) -> None:
    """Convergents of e and √2, and numbers that are close to a fraction."""
    number = parse(text)
    assert isinstance(number, Value)
    assert nearest(number, limit) == Fraction(expected)


def test_an_irrational_number_near_a_midpoint() -> None:
    """Just above or below 1/2, far beyond the first enclosure."""
    for sign, expected in (("+", 1), ("-", 0)):
        number = parse(f"1/2{sign}exp(-200)")
        assert isinstance(number, Value)
        assert nearest(number, 1) == expected


def test_rows_are_rounded_then_divided() -> None:
    """The order matters: 1/3, 1/3 becomes 1/2, 1/2 and not 0, 0."""
    adjustment = Adjustment(normalise=True, rationalise=2)
    assert adjustment.apply(([3, 3], 9), "x") == ([1, 1], 2)


def test_nothing_happens_unasked() -> None:
    """An empty adjustment returns the very row and says nothing."""
    adjustment = Adjustment()
    row = ([1, 1], 3)
    assert adjustment.apply(row, "x") is row
    assert adjustment.provenance() == ()


def test_values_are_divided_by_their_sum() -> None:
    """√3 : √3 becomes one half each; a row that sums to 1 is left alone."""
    adjustment = Adjustment(normalise=True)
    root, e = parse("3**(1/2)"), exp(1)
    assert isinstance(root, Value)
    assert isinstance(e, Value)
    assert adjustment.apply([root, root], "x") == [Value(Fraction(1, 2))] * 2
    kept = [1 / e, 1 - 1 / e]
    assert adjustment.apply(kept, "x") is kept
    assert adjustment.provenance() == ("each row divided by its sum (1 of 2 rows changed)",)


def test_the_provenance_counts_what_vanished() -> None:
    """A positive entry that became 0 can change a guarantee, so it is counted."""
    adjustment = Adjustment(rationalise=10)
    adjustment.apply(([1, 50, 949], 1000), "x")
    (line,) = adjustment.provenance()
    assert line.startswith(
        "each entry replaced by the nearest fraction with denominator at most 10"
    )
    assert line.endswith("(3 changed, 2 became 0)")


@pytest.mark.parametrize("limit", [0, -1, True, "10", 2.0])
def test_the_denominator_is_a_positive_integer(limit: object) -> None:
    """Anything else is refused before a file is read."""
    with pytest.raises(UsageError, match=r"--rationalise is .*, must be an integer"):
        Adjustment(rationalise=limit)  # type: ignore[arg-type]  # wrong on purpose


def test_a_row_of_zeros_cannot_be_divided() -> None:
    """Rational or not: one line that names the row."""
    zero = parse("2**(1/2)-2**(1/2)")
    assert isinstance(zero, Value)
    rows: list[object] = [([0, 0], 1), [zero, zero]]
    for row in rows:
        with pytest.raises(ChannelError, match="row 'x' sums to 0 and cannot be divided"):
            Adjustment(normalise=True).apply(row, "x")  # type: ignore[arg-type]  # of either kind
